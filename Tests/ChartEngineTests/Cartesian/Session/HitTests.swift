import ChartModel
import Testing

@testable import ChartEngine

@Suite("V8 Hits in combined charts")
struct HitTests {
  /// A bar and a line through the middle of it, with dots.
  private func chart(_ order: [SeriesSpec.Layer], kind: AnimationSpec.Kind = .none) -> Chart {
    Plots.chart(
      .combined,
      [
        Plots.bar([10, 10, 10]) { $0.name = "Bars" },
        Plots.line([5, 5, 5]) { series in
          series.name = "Line"
          series.line?.width = 6
          series.line?.dots.place = .all
          series.line?.dots.radius = 8
        },
      ], size: Size(width: 300, height: 200)
    ) { spec in
      spec.bare()
      spec.drawOrder = order
      spec.y.max = 10
      spec.common.animation.kind = kind
      spec.common.animation.easing = .linear
    }
  }

  @Test("A steep line is hit over its whole width, however little of the x axis its piece takes")
  func steepLine() throws {
    let chart = try Plots.chart(
      """
      {"kind": "line", "series": [{"x": [0, 50, 50.01, 100], "values": [0, 0, 100, 100], "width": 8}]}
      """)
    let (low, high) = (try chart.place(0, 1), try chart.place(0, 2))
    for beside in [-3.5, -2.5, 0, 2.5, 3.5] {
      let place = Point(x: (low.x + high.x) / 2 + beside, y: (low.y + high.y) / 2)
      #expect(try chart.plot().hit(at: place).series == 0, "\(beside) px beside it")
    }
  }

  @Test("V8 A hit names series, index, value and label")
  func names() throws {
    let chart = try Plots.chart(
      """
      {"kind": "combined", "x": {"labels": ["a", "b", "c"]}, "series": [
        {"type": "bar", "name": "p", "values": [1, 2, 3]}, {"type": "bar", "name": "q", "values": [3, 2, 1]},
        {"type": "line", "name": "r", "values": [400, null, 450], "axis": "right", "dots": "all", "width": 8}]}
      """)
    let layout = try chart.plot
    for (series, index, value) in [(0, 0, 1), (0, 2, 3), (1, 0, 3), (1, 2, 1)] as [(Int, Int, Double)] {
      let hit = layout.hit(at: try chart.place(series, index) + Point(x: 0, y: 4))
      #expect(hit.kind == .bar && hit.series == series && hit.index == index && hit.value == value)
      #expect(hit.label == ["a", "b", "c"][index])
    }
    let dot = layout.hit(at: try chart.place(2, 2))
    #expect(dot.kind == .point && dot.series == 2 && dot.index == 2 && dot.value == 450 && dot.label == "c")
    let corner = layout.hit(at: Point(x: layout.plot.minX, y: layout.plot.minY))
    #expect(corner.kind == .plot && corner.series == nil && corner.index == nil)
    #expect(layout.hit(at: Point(x: layout.plot.maxX, y: layout.plot.maxY)).kind != .plot)
  }

  @Test("V8 The draw order decides which is above, in the picture and for the pointer")
  func drawOrder() throws {
    for order in [[], [.bar, .line], [.line, .bar], [.area, .line, .bar], [.line]] as [[SeriesSpec.Layer]] {
      let chart = chart(order)
      let layout = try chart.plot
      let isLineAbove = (order.firstIndex(of: .line) ?? 9) > (order.firstIndex(of: .bar) ?? 9) || order.isEmpty
      let middle = try chart.place(1, 1)
      #expect(layout.hit(at: middle).series == (isLineAbove ? 1 : 0), "\(order)")
      #expect(layout.hit(at: middle + Point(x: 20, y: 2)).series == (isLineAbove ? 1 : 0))
      #expect(layout.hit(at: middle + Point(x: 0, y: 30)).series == 0)
      // The nodes' words come in the order they are drawn in.
      let kinds = layout.scene().nodes.flatMap(series)
      #expect(kinds == (isLineAbove ? ["Bars", "Line"] : ["Line", "Bars"]))
    }
  }

  private func series(_ node: Node) -> [String] {
    if let meaning = node.meaning, meaning.kind == "series" {
      return [String(meaning.label.prefix(while: { $0 != ":" }))]
    }
    switch node.shape {
    case .group(let nodes), .cropped(_, let nodes), .clipped(_, let nodes): return nodes.flatMap(series)
    default: return []
    }
  }

  @Test("V8 Later series lie above earlier ones of their kind, for the pointer, too")
  func laterAbove() throws {
    let lines = Plots.chart(.line, (0..<3).map { _ in Plots.line([1, 2, 3]) { $0.line?.width = 10 } })
    let middle = try lines.place(0, 1)
    #expect(try lines.plot.hit(at: middle).series == 2)
    var hidden = lines
    _ = hidden.apply(.toggle(series: 2))
    #expect(try hidden.plot.hit(at: hidden.place(0, 1)).series == 1)
  }

  @Test("V8 Every px of a bar is a hit on it, and beside it is none", arguments: [false, true])
  func everyPixel(isStacked: Bool) throws {
    let chart = Plots.chart(
      .bar,
      (0..<3).map { series in
        Plots.bar([3, -2, 0, 5].map { $0 + Double(series) }) { $0.bar?.stack = isStacked ? "s" : nil }
      }, size: Size(width: 200, height: 120)
    ) { $0.bare() }
    let layout = try chart.plot
    var wrong = Mismatches()
    for x in stride(from: 0.5, to: 200, by: 1) {
      for y in stride(from: 0.5, to: 120, by: 1) {
        let point = Point(x: x, y: y)
        var expected: [Int]?
        for mark in layout.marks {
          for index in 0..<4 where mark.rect(of: index)?.contains(point) == true {
            expected = [mark.series.index, index]
          }
        }
        let hit = layout.hit(at: point)
        let found = hit.kind == .bar ? [hit.series ?? -1, hit.index ?? -1] : nil
        wrong.expect(found == expected, "\(point): \(String(describing: found)), not \(String(describing: expected))")
      }
    }
    wrong.check()
  }

  @Test("V8 Lines are hit on their stroke, however thin, by the entry nearest in x; in gaps they aren't")
  func strokes() throws {
    let chart = Plots.chart(
      .line, [Plots.line([0, 10, .nan, 0, 10]) { $0.line?.width = 2 }], size: Size(width: 400, height: 200)
    ) { $0.bare() }
    let layout = try chart.plot
    let (first, second) = (try chart.place(0, 0), try chart.place(0, 1))
    for share in stride(from: 0.05, through: 0.95, by: 0.05) {
      let point = Point(x: first.x + (second.x - first.x) * share, y: first.y + (second.y - first.y) * share)
      let hit = layout.hit(at: point)
      #expect(hit.kind == .point && hit.index == (share < 0.5 ? 0 : 1) || abs(share - 0.5) < 1e-6, "\(share)")
      // 2 px across the line, which is as far as to nothing.
      #expect(layout.hit(at: point + Point(x: 2, y: 2)).kind == .plot)
    }
    for x in stride(from: second.x + 3, to: try chart.place(0, 3).x - 3, by: 5) {
      for y in stride(from: 1.0, to: 200, by: 7) { #expect(layout.hit(at: Point(x: x, y: y)).kind == .plot) }
    }
  }

  // MARK: - Fault 5

  @Test(
    "Fault 5: While it is drawn in, what is seen is what is hit",
    arguments: [AnimationSpec.Kind.wipe, .stroke, .count, .grow])
  func whileDrawingIn(kind: AnimationSpec.Kind) throws {
    let chart = chart([], kind: kind)
    for phase in [0.01, 0.2, 0.4, 0.55, 0.7, 0.9, 0.99, 1] {
      let layout = try #require(chart.layout(phase: phase) as? CartesianLayout)
      var wrong = Mismatches()
      for x in stride(from: 1.25, to: 300, by: 3) {
        // Between the dots a line, in the bars' foot a bar.
        let isWiped = x < -12 + 324 * phase
        let isStroked = x < 50 + 200 * phase
        let counted = Int(3 * phase + 1e-9)
        let inBar = Int(x / 100)
        let isBar = abs(x - (Double(inBar) * 100 + 50)) < 40
        let bar = layout.hit(at: Point(x: x, y: 199.5)).kind == .bar
        let line = layout.hit(at: Point(x: x, y: 200 - (kind == .grow ? 100 * phase : 100))).series == 1
        let isNearDot = [50, 150, 250].contains { abs(x - $0) <= 8.2 }
        switch kind {
        case .wipe:
          wrong.expect(bar == (isBar && isWiped), "bar at \(x), phase \(phase)")
          if x > 54, x < 246 { wrong.expect(line == isWiped, "line at \(x), phase \(phase)") }
        case .count:
          wrong.expect(bar == (isBar && inBar < counted), "bar at \(x), phase \(phase)")
          if x > 58.5, x < 246 {
            wrong.expect(
              line == (x <= 50 + 100 * Double(counted - 1) + (isNearDot ? 8 : 3)), "line at \(x), phase \(phase)")
          }
        case .stroke:
          if x > 54, x < 246, abs(x - 50 - 200 * phase) > 3.1 {
            wrong.expect(line == isStroked, "line at \(x), phase \(phase)")
          }
        default:
          if x > 54, x < 246 { wrong.expect(line, "line at \(x), phase \(phase)") }
        }
      }
      wrong.check()
    }
  }

  @Test("Fault 5: While it is drawn in, only what is there already is picked")
  func picksWhatIsThere() throws {
    for kind in [AnimationSpec.Kind.wipe, .count, .stroke] {
      var chart = Plots.chart(
        .line, [Plots.line((0..<11).map { _ in 5 })], size: Size(width: 400, height: 200)
      ) {
        spec in
        spec.bare()
        spec.common.animation.kind = kind
        spec.common.animation.easing = .linear
        spec.common.animation.duration = 1
      }
      _ = chart.apply(.animate(.start(time: 0, restart: false)))
      chart.tap(Point(x: 399, y: 20))
      #expect(chart.state.view.selection == nil, "\(kind)")
      _ = chart.apply(.advance(time: 0.5))
      chart.tap(Point(x: 399, y: 20))
      let picked = try #require(chart.state.view.selection)[1]
      #expect((3...5).contains(picked), "\(kind): \(picked)")
      _ = chart.apply(.advance(time: 1))
      chart.tap(Point(x: 399, y: 20))
      #expect(chart.state.view.selection == [0, 10])
    }
  }
}
