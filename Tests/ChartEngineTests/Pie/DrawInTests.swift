@testable import ChartEngine
import ChartModel
import Testing

@Suite("P9, N1, N3 Draw-in animation")
struct DrawInTests {
  private func chart(_ kind: AnimationSpec.Kind, _ easing: Easing = .linear, duration: Double = 1) -> Chart {
    Pies.chart(Pies.five) {
      $0.startAngle = 200
      $0.common.animation.kind = kind
      $0.common.animation.easing = easing
      $0.common.animation.duration = duration
    }
  }

  private func pie(_ chart: Chart, phase: Double) throws -> PieLayout {
    try #require(chart.layout(phase: phase) as? PieLayout)
  }

  @Test(
    "P9 Sweep: each slice's offset from the start is multiplied by the phase", arguments: [0.01, 0.25, 0.5, 0.9, 1])
  func sweep(phase: Double) throws {
    let layout = try pie(chart(.sweep), phase: phase)
    for (index, mark) in layout.marks.enumerated() {
      let offset = Pies.fiveStarts[index] * phase
      #expect(abs(angularDifference(mark.sector.start, 200 + offset)) < 1e-9)
      #expect(abs(mark.sector.sweep - (Pies.fiveStarts[index + 1] - Pies.fiveStarts[index]) * phase) < 1e-9)
    }
  }

  @Test("P9 Fault 5: While it sweeps, what is seen is what is hit", arguments: [0.01, 0.25, 0.5, 0.9])
  func sweepHits(phase: Double) throws {
    let layout = try pie(chart(.sweep), phase: phase)
    for tenth in stride(from: 0, to: 3600, by: 7) {
      let offset = Double(tenth) / 10
      let hit = layout.hit(at: layout.point(angle: 200 + offset, radius: 60))
      let expected = offset < 360 * phase ? Pies.fiveStarts.dropLast().lastIndex { $0 * phase <= offset + 1e-12 } : nil
      if layout.marks.contains(where: { $0.sector.rimLength < 3 }) { continue }
      #expect(hit.index == expected, "offset \(offset)")
    }
  }

  @Test("P9 Fault 5: While it wipes, what is uncovered is hit, and nothing else", arguments: [0, 0.01, 0.25, 0.5, 0.9])
  func wipeHits(phase: Double) throws {
    let layout = try pie(chart(.wipe), phase: phase)
    #expect(layout.marks.map(\.sector) == (try pie(chart(.wipe), phase: 1)).marks.map(\.sector))
    for tenth in stride(from: 0, to: 3600, by: 7) {
      let offset = Double(tenth) / 10
      let hit = layout.hit(at: layout.point(angle: 200 + offset, radius: 60))
      let expected = offset < 360 * phase ? Pies.fiveStarts.dropLast().lastIndex { $0 <= offset } : nil
      #expect(hit.index == expected, "offset \(offset)")
    }
  }

  @Test("P9 A tiny slice that the wipe has not reached is not hit beside, either")
  func wipeTiny() throws {
    let chart = Pies.chart([0.5, 0.0005, 0.4995]) {
      $0.common.animation.kind = .wipe
      $0.startAngle = 0
    }
    let covered = try pie(chart, phase: 0.499)
    #expect(covered.hit(at: covered.point(angle: 179.5, radius: 90)).index == 0)
    let uncovered = try pie(chart, phase: 1)
    #expect(uncovered.hit(at: uncovered.point(angle: 179.5, radius: 90)).index == 1)
  }

  @Test("P9 The wipe's outline covers exactly the angles that are hit", arguments: [0.25, 0.6])
  func wipeOutline(phase: Double) throws {
    let layout = try pie(chart(.wipe), phase: phase)
    var outline: Path?
    func visit(_ node: Node) {
      switch node.shape {
      case .clipped(let path, _): outline = path
      case .group(let nodes): nodes.forEach(visit)
      default: break
      }
    }
    layout.scene().nodes.forEach(visit)
    let polygon = Polygon(try #require(outline))
    for degree in 0..<360 {
      let point = layout.point(angle: Double(degree) + 0.37, radius: 80)
      #expect(polygon.contains(point) == (layout.hit(at: point).kind == .slice))
    }
  }

  @Test("N1 At phase 0 nothing is drawn or hit, at 1 all is", arguments: [AnimationSpec.Kind.sweep, .wipe])
  func ends(kind: AnimationSpec.Kind) throws {
    let chart = chart(kind)
    let (none, all) = (try pie(chart, phase: 0), try pie(chart, phase: 1))
    for angle in stride(from: 0.5, to: 360, by: 3) {
      #expect(none.hit(at: none.point(angle: angle, radius: 60)).kind == .none)
      #expect(all.hit(at: all.point(angle: angle, radius: 60)).kind == .slice)
    }
    #expect(all.scene() == chart.layout().scene())
  }

  @Test("N1 Phases beyond [0, 1] are taken for its ends; what is no number for the finished picture")
  func clamped() throws {
    for kind in [AnimationSpec.Kind.none, .sweep, .wipe] {
      let chart = chart(kind)
      let finished = chart.layout(phase: 1).scene()
      for phase in [1.0001, 7, 1e300, .infinity, .nan] { #expect(chart.layout(phase: phase).scene() == finished) }
      let start = chart.layout(phase: 0).scene()
      for phase in [-0.0001, -7, -1e300] { #expect(chart.layout(phase: phase).scene() == start) }
    }
  }

  @Test("N1 A still frame is a pure function of spec, state and phase", arguments: [AnimationSpec.Kind.sweep, .wipe])
  func pure(kind: AnimationSpec.Kind) throws {
    let chart = chart(kind, .easeInOut)
    for step in 0...20 {
      let phase = Double(step) / 20
      #expect(chart.layout(phase: phase).scene() == chart.layout(phase: phase).scene())
      var running = chart
      _ = running.apply(.animate(.start(time: 0, restart: false)))
      _ = running.apply(.advance(time: phase))
      let isSame = running.layout().scene() == chart.layout(phase: Easing.easeInOut.curve(phase)).scene()
      #expect(isSame, "phase \(phase)")
    }
  }

  @Test("N1 The phase is elapsed / duration, clamped", arguments: [0.25, 1, 60])
  func elapsed(duration: Double) {
    var chart = chart(.sweep, duration: duration)
    _ = chart.apply(.animate(.start(time: 100, restart: false)))
    for share in [0, 0.1, 0.5, 0.99] {
      _ = chart.apply(.advance(time: 100 + share * duration))
      #expect(abs(chart.state.view.progress - share) < 1e-9)
    }
    _ = chart.apply(.advance(time: 90))
    #expect(chart.state.view.progress == 0)
    _ = chart.apply(.advance(time: 100 + 3 * duration))
    #expect(chart.state.view.progress == 1 && chart.state.animation == nil)
  }

  @Test("N1 Every easing begins at 0 and ends at 1, also beyond its ends", arguments: Easing.allCases)
  func easingEnds(easing: Easing) {
    for time in [0, -0.1, -1e300, -.infinity] as [Double] { #expect(easing.curve(time) == 0) }
    for time in [1, 1.1, 1e300, .infinity] as [Double] { #expect(easing.curve(time) == 1) }
    #expect(easing.curve(.nan).isFinite)
    #expect(abs(easing.curve(1e-9)) < 1e-2 && abs(easing.curve(1 - 1e-9) - 1) < 1e-2)
  }

  @Test(
    "N1 Monotone easings are, and stay within [0, 1]",
    arguments: [
      Easing.linear, .easeIn, .easeOut, .easeInOut, .cubicIn, .cubicOut, .cubicInOut,
    ])
  func monotone(easing: Easing) {
    let values = (0...1000).map { easing.curve(Double($0) / 1000) }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
    #expect(values.allSatisfy { (0...1).contains($0) })
  }

  @Test("N1 Easings are continuous", arguments: Easing.allCases)
  func continuous(easing: Easing) {
    let values = (0...10_000).map { easing.curve(Double($0) / 10_000) }
    #expect(zip(values, values.dropFirst()).allSatisfy { abs($1 - $0) < 0.01 })
    #expect(values.allSatisfy { (-0.5...1.5).contains($0) })
  }

  @Test(
    "N1 Out is in turned round, and in-out is symmetric about its middle",
    arguments: [
      (Easing.easeIn, Easing.easeOut, Easing.easeInOut), (.cubicIn, .cubicOut, .cubicInOut),
      (.backIn, .backOut, .backInOut),
      (.bounceIn, .bounceOut, .bounceInOut), (.elasticIn, .elasticOut, .elasticInOut),
    ])
  func symmetry(easeIn: Easing, easeOut: Easing, easeInOut: Easing) {
    for step in 0...1000 {
      let time = Double(step) / 1000
      #expect(abs(easeOut.curve(time) - (1 - easeIn.curve(1 - time))) < 1e-12)
      #expect(abs(easeInOut.curve(time) + easeInOut.curve(1 - time) - 1) < 1e-12)
      if time < 0.5 { #expect(abs(easeInOut.curve(time) - easeIn.curve(2 * time) / 2) < 1e-12) }
    }
  }

  @Test("N1 Known values of the curves")
  func knownValues() {
    let known: [(Easing, Double, Double)] = [
      (.easeIn, 0.5, 0.25), (.easeOut, 0.5, 0.75), (.cubicIn, 0.5, 0.125), (.easeInOut, 0.25, 0.125),
      (.backIn, 0.5, -0.0876975), (.bounceOut, 0.5, 0.765625), (.elasticOut, 0.5, 1.015625),
    ]
    for (easing, time, value) in known { #expect(abs(easing.curve(time) - value) < 1e-6, "\(easing)") }
  }

  @Test("N3 A start while one runs is ignored, or begins anew where that is asked")
  func startWhileRunning() {
    var chart = chart(.sweep)
    _ = chart.apply(.animate(.start(time: 0, restart: false)))
    _ = chart.apply(.advance(time: 0.5))
    #expect(!chart.apply(.animate(.start(time: 0.5, restart: false))).changed)
    #expect(chart.state.view.progress == 0.5)
    #expect(chart.apply(.animate(.start(time: 0.5, restart: true))).changed)
    #expect(chart.state.view.progress == 0)
    #expect(chart.apply(.advance(time: 1.4)).events.isEmpty)
    #expect(chart.apply(.advance(time: 1.5)).events == [.animationFinished(completed: true)])
    #expect(chart.apply(.advance(time: 2)).events.isEmpty)
  }

  @Test("N3 Stopping shows the finished picture and says that it was stopped; when none runs it does nothing")
  func stop() {
    var chart = chart(.wipe)
    #expect(chart.apply(.animate(.stop)).events.isEmpty)
    _ = chart.apply(.animate(.start(time: nil, restart: false)))
    _ = chart.apply(.advance(time: 77))
    _ = chart.apply(.advance(time: 77.25))
    #expect(chart.state.view.progress == 0.25)
    let outcome = chart.apply(.animate(.stop))
    #expect(outcome.events == [.animationFinished(completed: false)] && chart.state.view.progress == 1)
  }

  @Test("N3 Without an animation nothing starts; with a start that is no time it begins at the next moment")
  func oddStarts() {
    var still = chart(.none)
    #expect(!still.apply(.animate(.start(time: 0, restart: true))).changed && still.state.animation == nil)
    for time in [Double.nan, .infinity, -.infinity] {
      var chart = chart(.sweep)
      _ = chart.apply(.animate(.start(time: time, restart: false)))
      #expect(!chart.apply(.advance(time: .nan)).changed)
      _ = chart.apply(.advance(time: 3))
      _ = chart.apply(.advance(time: 4))
      #expect(chart.state.animation == nil && chart.state.view.progress == 1)
    }
  }

  @Test("N2 A picture that plays itself ends in the still one: the same nodes, with the animation beside them")
  func playing() throws {
    for kind in [AnimationSpec.Kind.sweep, .wipe] {
      let layout = chart(kind).layout()
      var playing = layout.scene(animated: true)
      #expect(playing.animation != nil)
      playing.animation = nil
      #expect(playing == layout.scene())
    }
    #expect(chart(.none).layout().scene(animated: true).animation == nil)
  }
}
