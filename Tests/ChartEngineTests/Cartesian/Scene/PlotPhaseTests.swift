@testable import ChartEngine
import ChartModel
import JSONModel
import Testing

@Suite("Plots as they draw themselves in (L10, L11, B7, N1, N2)")
struct PlotPhaseTests {
  private static let phases = [0, 0.25, 0.5, 1]
  private static let kinds = ["wipe", "stroke", "grow", "count"]

  private func spec(_ animation: String, easing: String = "linear") -> String {
    """
    {"kind": "combined", "x": {"labels": \(Plots.names(8))}, "y": {"min": 0, "max": 40},
      "animation": {\(animation), "easing": "\(easing)"}, "series": [
        {"type": "line", "name": "L", "values": [10, 20, 30, 20, 10, 20, 30, 20], "area": true, "dots": "all", "endBubble": true},
        {"type": "bar", "name": "B", "values": [8, 16, 24, 32, 24, 16, 8, 4]}]}
    """
  }

  private func layout(_ kind: String, _ phase: Double) throws -> CartesianLayout {
    try Plots.layout(spec("\"kind\": \"\(kind)\""), phase: phase)
  }

  @Test("Before it starts, nothing of lines, areas, dots and bars is seen", arguments: kinds)
  func start(kind: String) throws {
    for phase in [0, -0.1] {
      let layout = try layout(kind, phase)
      let nodes = layout.drawn()
      #expect(!nodes.contains { $0.isLine || $0.circle != nil || $0.meaning?.kind == "bar" })
      #expect(!nodes.contains { $0.path != nil && $0.style.fill != nil })
      for x in stride(from: 5.0, to: 640, by: 7) {
        for y in stride(from: 5.0, to: 360, by: 7) {
          let kind = layout.hit(at: Point(x: x, y: y)).kind
          #expect(kind != .bar && kind != .point)
        }
      }
    }
  }

  @Test("N1: At 1 it is the finished picture, and the end bubble is there only then", arguments: kinds)
  func end(kind: String) throws {
    let finished = try Plots.layout(spec("\"kind\": \"none\"")).scene()
    #expect(try layout(kind, 1).scene() == finished)
    for phase in PlotPhaseTests.phases {
      let layout = try layout(kind, phase)
      #expect(layout.marks.compactMap(\.endBubble).count == (phase == 1 ? 1 : 0))
      #expect(layout.report()["bubbles"]?.arrayValue?.count == (phase == 1 ? 1 : 0))
      #expect(layout.isFinite)
    }
  }

  @Test("N1: A still frame is a function of spec, state and phase alone", arguments: kinds)
  func pure(kind: String) throws {
    for phase in PlotPhaseTests.phases { #expect(try layout(kind, phase).scene() == layout(kind, phase).scene()) }
  }

  @Test(
    "L10 b: A wipe uncovers as much of the width as the phase says; what is covered is not hit", arguments: [0.25, 0.5])
  func wipe(phase: Double) throws {
    let layout = try layout("wipe", phase)
    let box = layout.stage.wipeBox
    let edge = box.minX + box.width * phase
    var crops: [Rect] = []
    func visit(_ node: Node) {
      if case .cropped(let rect, let nodes) = node.shape {
        crops.append(rect)
        nodes.forEach(visit)
      } else if case .group(let nodes) = node.shape {
        nodes.forEach(visit)
      }
    }
    layout.scene().nodes.forEach(visit)
    #expect(crops.count { isNear($0.maxX, edge, 1e-6) } == 4)
    for bar in try layout.bars(1) {
      for x in [bar.rect.minX + 1, bar.rect.maxX - 1] {
        #expect((layout.hit(at: Point(x: x, y: bar.rect.maxY - 1)).kind == .bar) == (x < edge))
      }
    }
  }

  @Test(
    "L10 a: A stroke is as long as the phase's share; its area and dots end where it does; bars grow",
    arguments: [0.25, 0.5])
  func stroke(phase: Double) throws {
    let layout = try layout("stroke", phase)
    let whole = try Plots.layout(spec("\"kind\": \"none\""))
    func length(_ layout: CartesianLayout) throws -> Double {
      let points = try #require(layout.drawn().first { $0.isLine }?.path).points
      return zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
    }
    #expect(isNear(try length(layout), phase * (try length(whole)), 1e-6))
    let end = try #require(layout.drawn().first { $0.isLine }?.path?.points.last)
    #expect(isNear(try layout.lineMark(0).drawnEdge, end.x, 1e-6))
    // Hit is what is seen of it.
    let places = try whole.places(0)
    #expect(layout.hit(at: places[0]).kind == .point)
    #expect(places.allSatisfy { (layout.hit(at: $0).kind == .point) == ($0.x < end.x - 1e-6) })
    let height = try whole.bars(1)[3].rect.height
    #expect(isNear(try layout.bars(1)[3].rect.height, height * phase, 1e-6))
  }

  @Test("B7: Bars, lines and areas grow from the baseline with the phase", arguments: [0.25, 0.5, 0.75])
  func grow(phase: Double) throws {
    let (layout, whole) = (try layout("grow", phase), try Plots.layout(spec("\"kind\": \"none\"")))
    let baseline = layout.frame.left.baseline
    for (now, then) in zip(try layout.bars(1), try whole.bars(1)) {
      #expect(isNear(now.rect.maxY, baseline, 1e-6) && isNear(now.rect.height, then.rect.height * phase, 1e-6))
    }
    for (now, then) in zip(try layout.places(0), try whole.places(0)) {
      #expect(isNear(baseline - now.y, (baseline - then.y) * phase, 1e-6))
    }
  }

  @Test("B7: Staggered bars begin one after the other, and all are there at the end", arguments: [0.2, 0.6, 1])
  func staggered(stagger: Double) throws {
    let whole = try Plots.layout(spec("\"kind\": \"none\"")).bars(1).map(\.rect.height)
    func shares(_ phase: Double) throws -> [Double] {
      let layout = try Plots.layout(spec("\"kind\": \"grow\", \"stagger\": \(stagger)"), phase: phase)
      return zip(try layout.bars(1), whole).map { $0.rect.height / $1 }
    }
    #expect(try shares(1).allSatisfy { isNear($0, 1, 1e-9) })
    for phase in [0.1, 0.35, 0.6, 0.9] {
      let shares = try shares(phase)
      #expect(shares == shares.sorted(by: >) && shares[0] > shares[7])
      // The last one begins after this share of the time, nine tenths of what was asked for.
      let delay = stagger * 0.9
      #expect(isNear(shares[7], max(0, (phase - delay) / (1 - delay)), 1e-6))
    }
  }

  @Test("L10 c: By count there are the first ⌊n · phase⌋ points and bars", arguments: [0, 0.1, 0.125, 0.3, 0.5, 0.99])
  func count(phase: Double) throws {
    let layout = try layout("count", phase)
    let count = Int((8 * phase).rounded(.down))
    // A line of one point is a point.
    #expect(layout.drawn().count { $0.circle != nil } == (count == 1 ? 2 : count))
    #expect(layout.drawn().count { $0.meaning?.kind == "bar" } == count)
    #expect((layout.drawn().first { $0.isLine }?.path?.points.count ?? 0) == (count == 1 ? 2 : count))
  }

  @Test(
    "N2: What plays by itself has an entrance of the right kind, and is the finished picture otherwise",
    arguments: kinds)
  func playing(kind: String) throws {
    let chart = try Plots.chart(spec("\"kind\": \"\(kind)\", \"duration\": 2.5", easing: "easeInOut"))
    let scene = chart.layout().scene(animated: true)
    #expect(scene.animation == SceneAnimation(movement: .entrances, duration: 2.5, easing: .easeInOut))
    var entrances: [Entrance] = []
    func visit(_ node: Node) {
      if let entrance = node.entrance { entrances.append(entrance) }
      switch node.shape {
      case .group(let nodes), .cropped(_, let nodes), .clipped(_, let nodes): nodes.forEach(visit)
      default: break
      }
    }
    scene.nodes.forEach(visit)
    #expect(entrances.last == .last)
    let strokes = entrances.count { $0 == .stroke }
    let growing = entrances.count { if case .grow = $0 { true } else { false } }
    let wipes = entrances.count { if case .wipe = $0 { true } else { false } }
    let follows = entrances.count { if case .follow = $0 { true } else { false } }
    switch kind {
    case "stroke": #expect(strokes == 1 && growing == 8 && wipes == 0 && follows == 2)
    case "grow": #expect(strokes == 0 && growing == 8 + 3 && wipes == 0 && follows == 0)
    default: #expect(strokes == 0 && growing == 0 && wipes == 4 && follows == 0)
    }
    // Without the entrances the nodes are those of the still picture.
    #expect(scene.nodes.flatMap(\.leaves).map(\.still) == chart.layout().scene().nodes.flatMap(\.leaves))
    #expect(chart.layout(phase: 0.5).scene(animated: true).animation == nil)
  }
}

extension Node {
  fileprivate var still: Node {
    var node = self
    node.entrance = nil
    return node
  }
}
