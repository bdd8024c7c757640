import ChartModel
import JSONModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("W7 A part of a plot is brushed")
struct BrushTests {
  /// A plot of 400 by 200 px that shows 0 to 10 along both axes, so that a place is known without one.
  private func chart(
    _ brush: PlotDirections, _ orientation: CartesianSpec.Orientation = .vertical,
    _ change: (inout CartesianSpec) -> Void = { _ in }
  ) -> Chart {
    Plots.chart(
      .line, [Plots.line([2, 7, 4], at: [0, 5, 10])], size: Size(width: 400, height: 200)
    ) { spec in
      spec.bare()
      (spec.y.min, spec.y.max) = (0, 10)
      spec.orientation = orientation
      spec.select.brush = brush
      change(&spec)
    }
  }

  /// Where a position and a value are.
  private func place(_ x: Double, _ y: Double, _ orientation: CartesianSpec.Orientation = .vertical) -> Point {
    orientation == .vertical ? Point(x: x * 40, y: 200 - y * 20) : Point(x: y * 40, y: x * 20)
  }

  private func isNear(_ brush: Brush?, x: ClosedRange<Double>?, y: ClosedRange<Double>?) -> Bool {
    func isNear(_ a: ClosedRange<Double>?, _ b: ClosedRange<Double>?) -> Bool {
      guard let a, let b else { return a == nil && b == nil }
      return abs(a.lowerBound - b.lowerBound) < 1e-9 && abs(a.upperBound - b.upperBound) < 1e-9
    }
    return brush.map { isNear($0.x, x) && isNear($0.y, y) } ?? (x == nil && y == nil)
  }

  @Test(
    "Dragging draws an interval along the axes that the author chose, whichever way it goes, and tells of each step",
    arguments: [PlotDirections.x, .y, .both], [CartesianSpec.Orientation.vertical, .horizontal])
  func draw(_ directions: PlotDirections, _ orientation: CartesianSpec.Orientation) {
    for (from, to) in [((2.0, 3.0), (6.0, 8.0)), ((6, 8), (2, 3)), ((2, 8), (6, 3)), ((6, 3), (2, 8))] {
      var chart = chart(directions, orientation)
      let (start, end) = (place(from.0, from.1, orientation), place(to.0, to.1, orientation))
      let events = chart.drag(from: start, by: (end - start).inTwoSteps(0.5))
      let (x, y): (ClosedRange<Double>?, ClosedRange<Double>?) = (
        directions.includesX ? 2...6 : nil, directions.includesY ? 3...8 : nil
      )
      #expect(isNear(chart.state.view.brush, x: x, y: y), "\(from) to \(to)")
      #expect(events.count == 2 && events.last == .brushed(chart.state.view.brush))
      #expect(chart.state.view.selection == nil && chart.state.view.viewport == nil)
    }
  }

  @Test("A brush whose drag is cancelled stays as it was drawn, and what scrolls doesn't move")
  func cancelled() {
    var chart = Plots.strip(40, visible: 10) { spec in
      spec.select.brush = .x
      spec.viewport.snaps = true
    }
    chart.pointer(.down, Point(x: 100, y: 60), time: 0)
    chart.pointer(.move, Point(x: 180, y: 60), time: 0.1)
    let (brush, viewport) = (chart.state.view.brush, chart.state.view.viewport)
    let outcome = chart.pointer(.cancel, Point(x: 180, y: 60), time: 0.2)
    #expect(brush != nil && chart.state.view.brush == brush && chart.state.view.viewport == viewport)
    #expect(outcome.events.isEmpty && chart.state.view.selection == nil && chart.state.glide == nil)
  }

  @Test("Names along the right axis are told, where only that one measures anything")
  func namesAtTheRight() throws {
    let text =
      #"{"kind": "scatter", "series": {"axis": "right", "x": [1, 2, 3], "values": ["low", "mid", "high"]}, "select": "y"}"#
    var chart = try Plots.chart(text)
    _ = chart.apply(.brush(try chart.brush(x: nil, y: [.text("low"), .text("mid")])))
    #expect(try chart.plot.brushWords == "low to mid")
  }

  @Test("A hit says what a drag from there does: it brushes, in what is brushed it moves that, and elsewhere neither")
  func drags() {
    var chart = chart(.x)
    #expect(chart.layout().hit(at: place(3, 9)).drag == .brush)
    _ = chart.apply(.brush(Brush(x: 2...6, y: nil)))
    for (place, kind, drag) in [
      (place(4, 9), Hit.Kind.plot, Hit.Drag?.some(.move)), (place(8, 2), .plot, .brush), (place(6, 9), .handle, nil),
    ] {
      let hit = chart.layout().hit(at: place)
      #expect(hit.kind == kind && hit.drag == drag)
    }
    // A mark is one within what is brushed, too.
    #expect(chart.layout().hit(at: place(5, 7)).drag == .move)
    #expect(chart.layout().hit(at: Point(x: -5, y: 20)).drag == nil)
    #expect(self.chart(.none).layout().hit(at: place(3, 9)).drag == nil)
  }

  @Test("Where the author wants no brush dragging scrolls, as it did")
  func none() {
    var chart = Plots.strip(40, visible: 10)
    let events = chart.drag(from: Point(x: 200, y: 60), by: [Point(x: -50, y: 0)])
    #expect(chart.state.view.brush == nil && events.contains { if case .translated = $0 { true } else { false } })
    chart = Plots.strip(40, visible: 10) { $0.select.brush = .x }
    _ = chart.drag(from: Point(x: 200, y: 60), by: [Point(x: -50, y: 0)])
    #expect(chart.state.view.brush != nil && chart.state.view.viewport == nil)
  }

  @Test(
    "It is moved by what is in it, and resized at its edges and corners, also over one another; it stays within the plot",
    arguments: [CartesianSpec.Orientation.vertical, .horizontal])
  func change(_ orientation: CartesianSpec.Orientation) {
    let cases: [(from: (Double, Double), to: (Double, Double), x: ClosedRange<Double>, y: ClosedRange<Double>)] = [
      ((5, 5), (6, 6), 4...7, 4...9),
      ((5, 5), (10, 10), 7...10, 5...10),
      ((5, 5), (0, 0), 0...3, 0...5),
      // Edges along their axes alone, corners along both.
      ((3, 5), (1, 9), 1...6, 3...8),
      ((6, 5), (9, 0), 3...9, 3...8),
      ((4.5, 3), (0, 1), 3...6, 1...8),
      ((4.5, 8), (9, 9), 3...6, 3...9),
      ((3, 3), (1, 2), 1...6, 2...8),
      ((6, 8), (8, 10), 3...8, 3...10),
      // Over the other edge.
      ((3, 5), (8, 5), 6...8, 3...8),
      ((4.5, 8), (4.5, 1), 3...6, 1...3),
    ]
    for (from, to, x, y) in cases {
      var chart = chart(.both, orientation)
      _ = chart.apply(.brush(Brush(x: 3...6, y: 3...8)))
      let (start, end) = (place(from.0, from.1, orientation), place(to.0, to.1, orientation))
      _ = chart.drag(from: start, by: (end - start).inTwoSteps(0.3))
      #expect(
        isNear(chart.state.view.brush, x: x, y: y), "\(from) to \(to): \(String(describing: chart.state.view.brush))")
    }
  }

  @Test("A narrow one can be moved, too")
  func narrow() {
    var chart = chart(.x)
    _ = chart.apply(.brush(Brush(x: 5...5.1, y: nil)))
    _ = chart.drag(from: place(5.05, 5), by: [Point(x: 40, y: 0)])
    #expect(isNear(chart.state.view.brush, x: 6...6.1, y: nil))
  }

  @Test("Of names whole ones are brushed: those that lie between two places, wherever these are")
  func names() {
    for orientation in [CartesianSpec.Orientation.vertical, .horizontal] {
      let bars = Plots.chart(.bar, [Plots.bar([1, 2, 3, 4, 5])], size: Size(width: 100, height: 100)) { spec in
        spec.bare()
        spec.x.labels = ["a", "b", "c", "d", "e"]
        spec.orientation = orientation
        spec.select.brush = .x
        spec.viewport.threshold = 0
      }
      for from in stride(from: 1.0, to: 100, by: 7) {
        for to in stride(from: 2.0, to: 100, by: 7) {
          var chart = bars
          let way = orientation == .vertical ? Point(x: to - from, y: 0) : Point(x: 0, y: to - from)
          let start = orientation == .vertical ? Point(x: from, y: 50) : Point(x: 50, y: from)
          _ = chart.drag(from: start, by: [way])
          let ends: (low: Double, high: Double) = (min(from, to), max(from, to))
          let touched = [0.0, 1, 2, 3, 4].filter { name in name * 20 < ends.high && name * 20 + 20 > ends.low }
          let (first, last): (Double, Double) = (touched.first ?? -1, touched.last ?? -1)
          #expect(chart.state.view.brush?.x == (first - 0.5)...(last + 0.5), "from \(from) to \(to)")
        }
      }
    }
  }

  @Test("A tap beside it clears it, one in it selects as always; Escape clears the selection first, then the brush")
  func clear() {
    var chart = chart(.x)
    _ = chart.apply(.brush(Brush(x: 3...6, y: nil)))
    _ = chart.tap(place(5, 2))
    #expect(chart.state.view.selection == [0, 1] && chart.state.view.brush != nil)
    #expect(chart.tap(place(8, 1)).events == [.brushed(nil)])
    #expect(chart.state.view.brush == nil && chart.state.view.selection == [0, 1])
    _ = chart.apply(.brush(Brush(x: 3...6, y: nil)))
    _ = chart.key(.escape)
    #expect(chart.state.view.selection == nil && chart.state.view.brush != nil)
    #expect(chart.key(.escape).events == [.brushed(nil)])
  }

  // MARK: - Keys

  @Test("With Shift arrows draw whole names, from the selected one both ways", arguments: [false, true])
  func namesByKeys(isTurned: Bool) {
    var chart = Plots.chart(.bar, [Plots.bar([1, 2, 3, 4, 5])]) { spec in
      spec.x.labels = ["a", "b", "c", "d", "e"]
      spec.orientation = isTurned ? .horizontal : .vertical
      spec.select.brush = .x
    }
    let (on, back): (Key, Key) = isTurned ? (.brushDown, .brushUp) : (.brushRight, .brushLeft)
    _ = chart.apply(.highlight(path: [0, 2], notify: true))
    var seen: [ClosedRange<Double>?] = []
    for key in [on, on, on, on, back, back, back, back, back, back, on] {
      _ = chart.key(key)
      seen.append(chart.state.view.brush?.x)
    }
    #expect(
      seen == [
        1.5...2.5, 1.5...3.5, 1.5...4.5, 1.5...4.5, 1.5...3.5, 1.5...2.5, 0.5...2.5, -0.5...2.5, -0.5...2.5, -0.5...2.5,
        0.5...2.5,
      ])
    #expect(chart.state.view.selection == [0, 2])
  }

  @Test("Numbers are drawn on from label to label, and to the ends of all there is")
  func numbersByKeys() throws {
    var chart = Plots.chart(.scatter, [Plots.line([0, 30, 10], at: [2, 47, 93])]) { $0.select.brush = .both }
    let full = try chart.plot.brushedPositions.full
    let stops = try chart.plot.positionStops
    #expect(stops.count >= 5 && stops == stops.sorted())
    // Without a selected mark from the first label on: its upper end goes both ways.
    let inner = stops.filter { $0 > full.lowerBound && $0 < full.upperBound }
    for (key, end) in [
      (Key.brushRight, 1), (.brushRight, 2), (.brushRight, 3), (.brushLeft, 2), (.brushLeft, 1), (.brushLeft, 1),
    ] {
      _ = chart.key(key)
      #expect(chart.state.view.brush?.x == inner[0]...inner[end])
    }
    for _ in 0..<20 { _ = chart.key(.brushRight) }
    #expect(chart.state.view.brush?.x?.upperBound == full.upperBound && chart.state.view.brush?.y == nil)
    // Up and down draw values.
    _ = chart.key(.brushUp)
    let values = try #require(chart.state.view.brush?.y)
    let ticks = try chart.plot.valueStops
    #expect(ticks.contains(values.lowerBound) && ticks.contains(values.upperBound))
    #expect(chart.state.view.brush?.x?.upperBound == full.upperBound)
    for _ in 0..<20 { _ = chart.key(.brushUp) }
    #expect(chart.state.view.brush?.y?.upperBound == (try chart.plot.brushedValues.full.upperBound))
  }

  @Test("Along what is not brushed Shift changes nothing about arrows, nor in other kinds")
  func shiftElsewhere() throws {
    for (plain, shifted) in [(Key.right, Key.brushRight), (.left, .brushLeft), (.up, .brushUp), (.down, .brushDown)] {
      let specs = [
        #"{"kind": "bar", "series": [{"values": [3, 1, 2]}, {"values": [2, 1, 3]}]}"#,
        #"{"kind": "pie", "slices": [{"value": 1, "children": [{"value": 1}]}, {"value": 2}]}"#,
        #"{"kind": "treemap", "slices": [{"value": 1}, {"value": 2}]}"#,
        #"{"kind": "radar", "labels": ["a", "b", "c"], "series": [{"values": [3, 1, 2]}]}"#,
      ]
      for spec in specs {
        var (one, other) = (try Plots.chart(spec), try Plots.chart(spec))
        for _ in 0..<3 {
          _ = one.key(plain)
          _ = other.key(shifted)
          #expect(one.state == other.state, "\(spec)")
        }
      }
    }
  }

  @Test("It stays at its positions while the plot is scrolled and zoomed; out of view there is nothing to take hold of")
  func scrolled() throws {
    var chart = Plots.strip(40, visible: 10) { $0.select.brush = .x }
    _ = chart.apply(.brush(Brush(x: 1.5...3.5, y: nil)))
    #expect(try chart.plot.brushArea?.rect == Rect(x: 72, y: 0, width: 72, height: 120))
    _ = chart.apply(.scroll(.by(108), snap: false))
    let area = try #require(try chart.plot.brushArea)
    #expect(
      area.rect == Rect(x: 0, y: 0, width: 36, height: 120) && area.x == BrushArea.Ends(lower: false, upper: true))
    _ = chart.apply(.scroll(.by(108), snap: false))
    #expect(try chart.plot.brushArea == nil && chart.state.view.brush?.x == 1.5...3.5)
  }

  @Test("On logarithmic axes it keeps values, not logarithms")
  func logarithmic() throws {
    var chart = Plots.chart(
      .line, [Plots.line([1, 10, 100], at: [1, 100, 10_000])], size: Size(width: 400, height: 200)
    ) { spec in
      spec.bare()
      (spec.x.scale, spec.y.scale) = (.log, .log)
      (spec.x.min, spec.x.max) = (.number(1), .number(10_000))
      (spec.y.min, spec.y.max) = (1, 100)
      spec.select.brush = .both
    }
    _ = chart.drag(from: Point(x: 100, y: 150), by: [Point(x: 200, y: -100)])
    let brush = try #require(chart.state.view.brush)
    let (x, y) = (try #require(brush.x), try #require(brush.y))
    #expect(abs(x.lowerBound - 10) < 1e-6 && abs(x.upperBound - 1_000) < 1e-6)
    #expect(abs(y.lowerBound - 3.1622776601683795) < 1e-6 && abs(y.upperBound - 31.622776601683793) < 1e-6)
  }

  @Test("Other data keep it at its numbers; names take it along, and where they are gone it goes")
  func update() {
    func bars(_ names: [String]) -> ChartSpec {
      var spec = CartesianSpec(kind: .bar, series: [Plots.bar(names.map { _ in 1 })])
      spec.x.labels = names
      spec.select.brush = .x
      return .cartesian(spec)
    }
    var chart = Chart(id: "names", spec: bars(["a", "b", "c", "d"]))
    _ = chart.apply(.brush(Brush(x: 1.5...3.5, y: nil)))
    chart.update(spec: bars(["b", "c", "d", "e"]))
    #expect(chart.state.view.brush?.x == 0.5...2.5)
    chart.update(spec: bars(["e", "f"]))
    #expect(chart.state.view.brush?.x == 0.5...2.5 || chart.state.view.brush == nil)
    chart.update(spec: ChartSpec(PieSpec()))
    #expect(chart.state.view.brush == nil)
  }

  @Test("An author brushes something at first; what can't be is a warning")
  func initial() throws {
    var chart = try Plots.chart(
      #"{"kind": "bar", "select": {"brush": "x", "x": ["b", "c"]}, "x": {"labels": ["a", "b", "c"]}, "series": [{"values": [1, 2, 3]}]}"#
    )
    #expect(chart.state.view.brush == Brush(x: 0.5...2.5, y: nil) && chart.state == chart.initialState)
    _ = chart.apply(.brush(nil))
    #expect(chart.state.view.brush == nil && chart.state != chart.initialState)
    let wrong = try Plots.layout(
      #"{"kind": "bar", "select": {"x": ["b", "z"]}, "x": {"labels": ["a", "b", "c"]}, "series": [{"values": [1, 2, 3]}]}"#
    )
    #expect(wrong.view.brush == nil && wrong.warnings == ["select.x[1]: there is no position 'z'"])
  }

  @Test("A second finger makes it a pinch: what is brushed by then stays")
  func pinch() {
    var chart = chart(.x)
    _ = chart.pointer(.down, place(2, 5), pointer: 1)
    _ = chart.pointer(.move, place(4, 5), pointer: 1)
    let brushed = chart.state.view.brush
    _ = chart.pointer(.down, place(8, 5), pointer: 2)
    _ = chart.pointer(.move, place(9, 5), pointer: 2)
    #expect(chart.state.view.brush == brushed && (chart.state.view.viewport?.zoomX ?? 1) > 1)
  }

  @Test("All around it pales, and nothing in it; edges in view have handles")
  func picture() throws {
    var chart = chart(.both)
    _ = chart.apply(.brush(Brush(x: 2...6, y: 3...8)))
    let layout = try chart.plot
    let area = try #require(layout.brushArea)
    #expect(area.rect == Rect(x: 80, y: 40, width: 160, height: 100))
    guard case .group(let parts)? = area.veil(on: layout.canvas.surface)?.shape else {
      Issue.record("there is no veil")
      return
    }
    var rects: [Rect] = []
    for part in parts { if case .rect(let rect, _) = part.shape { rects.append(rect) } }
    for x in stride(from: 1.0, to: 400, by: 13) {
      for y in stride(from: 1.0, to: 200, by: 7) {
        let covering = rects.count { $0.contains(Point(x: x, y: y)) }
        #expect(covering == (area.rect.contains(Point(x: x, y: y)) ? 0 : 1), "\(x), \(y)")
      }
    }
    // Four edges in one path, four handles with their grips.
    #expect(area.edges(on: layout.canvas.surface).count == 9)
    #expect(layout.words().contains("Brushed: 2 to 6, 3 to 8."))
  }

  @Test("What is brushed beyond the last name stays there when the state comes back, as long as the names are the same")
  func beyondNames() throws {
    var chart = try Plots.chart(
      #"{"kind": "bar", "x": {"labels": ["a", "b", "c"], "max": 9}, "select": {"brush": "x"}, "series": [{"values": [1, 2, 3]}]}"#
    )
    chart.state.view.brush = Brush(x: 2.5...6.5, y: nil, colors: nil)
    let view = chart.state.view
    chart.restore(chart.state)
    #expect(chart.state.view == view && view.brush != nil)
    chart.update(
      spec: try ChartSpec(
        json: JSON(
          parsing:
            #"{"kind": "bar", "x": {"labels": ["d", "e"]}, "select": {"brush": "x"}, "series": [{"values": [1, 2]}]}"#))
    )
    #expect(chart.state.view.brush == nil)
  }

  @Test("Random intervals of programs never trap, and are brought to where there is something", arguments: 0..<60)
  func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let wild: [Double] = [
      -.greatestFiniteMagnitude, -1e9, -.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude, 3, 10, 1e300,
      .greatestFiniteMagnitude,
    ]
    for orientation in [CartesianSpec.Orientation.vertical, .horizontal] {
      var chart = chart(.both, orientation)
      func interval() -> ClosedRange<Double>? {
        let ends = (wild[random.whole(0...wild.count - 1)], wild[random.whole(0...wild.count - 1)])
        return random.chance(0.2) ? nil : min(ends.0, ends.1)...max(ends.0, ends.1)
      }
      let brush = Brush(x: interval(), y: interval())
      _ = chart.apply(.brush(brush))
      for part in [chart.state.view.brush?.x, chart.state.view.brush?.y].compactMap(\.self) {
        #expect(part.lowerBound >= 0 && part.upperBound <= 10)
      }
      _ = chart.layout().scene()
      let start = Point(x: random.number(-50...450), y: random.number(-50...250))
      _ = chart.drag(from: start, by: [Point(x: random.number(-500...500), y: random.number(-500...500))])
      for part in [chart.state.view.brush?.x, chart.state.view.brush?.y].compactMap(\.self) {
        #expect(part.lowerBound >= -1e-9 && part.upperBound <= 10 + 1e-9)
      }
    }
  }
}
