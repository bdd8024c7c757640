import ChartModel
import JSONModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("A1 Reversed axes of positions")
struct ReversedPositionsTests {
  /// Marks of each kind, along names, numbers, moments and powers of ten.
  private static let marks: [(name: String, spec: String)] = [
    (
      "bars",
      #"{"kind": "bar", "x": {"labels": ["a", "b", "c", "d"]}, "series": [{"values": [5, -3, 8, 2]}, {"values": [1, 4, -6, 9]}]}"#
    ),
    ("rounded", #"{"kind": "bar", "series": [{"values": [5, -3, 8], "shape": "rounded", "colors": ["red", "blue"]}]}"#),
    (
      "stacked",
      #"{"kind": "bar", "stacked": true, "series": [{"values": [5, 3, 8]}, {"values": [1, 4, 6], "labels": "inside"}]}"#
    ),
    (
      "errors",
      #"{"kind": "bar", "series": [{"values": [5, -3, 8], "error": {"minus": [1, 2, 3], "plus": [3, 2, 1]}}]}"#
    ),
    (
      "line",
      #"{"kind": "line", "series": [{"values": [3, 8, -2, 7, 7], "width": 5, "dots": "all", "curve": "monotone"}]}"#
    ),
    ("steps", #"{"kind": "line", "series": [{"values": [3, 8, -2, 7], "curve": "step", "area": true, "width": 9}]}"#),
    (
      "moments",
      #"{"kind": "line", "x": {"values": ["2026-01-01", "2026-01-04", "2026-01-05", "2026-02-20"]}, "series": [{"values": [3, 8, 2, 4], "area": true}]}"#
    ),
    (
      "powers of ten",
      #"{"kind": "scatter", "x": {"scale": "log"}, "series": [{"x": [1, 30, 200, 5000], "values": [1, 12, 4, 6]}]}"#
    ),
    (
      "numbers",
      #"{"kind": "scatter", "series": [{"x": [1, 2, 3.5, 9], "values": [1, 12, -4, 6], "radius": 8}]}"#
    ),
    ("histogram", #"{"kind": "histogram", "series": [{"values": [1, 2, 2, 3, 3, 3, 9]}]}"#),
    (
      "box",
      #"{"kind": "box", "series": [{"x": ["a", "a", "a", "a", "a", "b"], "values": [-1, 2, 3, 4, 15, 5], "points": "all"}]}"#
    ),
    (
      "heat map",
      #"{"kind": "heatmap", "x": {"labels": ["a", "b", "c"]}, "y": {"labels": ["k", "l"]}, "series": [{"rows": [[1, 2, 3], [4, 5, 6]]}]}"#
    ),
    (
      "fine cells",
      #"{"kind": "heatmap", "series": [{"rows": [[1, 2, 3, 5, 9, 1], [4, 5, 6, 7, 8, 9], [4, 2, 1, 2, 1, 9]], "gap": 0}]}"#
    ),
    (
      "candlestick",
      #"{"kind": "candlestick", "series": [{"open": [3, 5, 4], "high": [6, 7, 8], "low": [2, 4, 1], "values": [5, 4, 6], "style": "bars"}]}"#
    ), ("waterfall", #"{"kind": "waterfall", "series": [{"values": [9, -4, 7, -15], "totals": [2]}]}"#),
    (
      "bullet",
      #"{"kind": "bullet", "series": [{"values": [12, 8], "target": [9, 10], "ranges": [5, 10, 18]}]}"#
    ),
    (
      "long names",
      #"{"kind": "bar", "x": {"labels": ["Ministry of the Interior", "Sub-Saharan Africa", "Mortgages and rent", "Renewable energy"]}, "series": [{"values": [5, 3, 8, 2]}]}"#
    ),
    (
      "all around",
      #"""
      {"kind": "line", "x": {"title": "Age"}, "y": {"title": "Weight in kg"},
        "limits": [{"value": 4}, {"axis": "x", "value": 2}], "bands": [{"from": 1, "to": 3}, {"axis": "x", "from": 1, "to": 2}],
        "series": [{"values": [3, 8, 2, 7]}, {"values": [30, 10, 20, 60], "axis": "right"}]}
      """#
    ),
    (
      "more than is seen",
      #"{"kind": "bar", "viewport": {"visibleCount": 2, "scrollbar": false}, "series": [{"values": [5, 3, 8, 2, 7]}]}"#
    ),
  ]

  private static let cases = marks.indices.flatMap { index in ["vertical", "horizontal"].map { (index, $0) } }

  private static func chart(_ index: Int, _ orientation: String, _ change: (inout CartesianSpec) -> Void) throws
    -> Chart
  {
    let isLying = orientation == "horizontal"
    let chart = try Plots.chart(marks[index].spec)
    return Chart(
      id: "test",
      spec: chart.spec.changed { spec in
        spec.orientation = isLying ? .horizontal : .vertical
        spec.common.legend.position = .none
        change(&spec)
      }, size: isLying ? Size(width: 300, height: 400) : Size(width: 400, height: 300))
  }

  /// The chart as it is usually, with its value axes on the other sides, and reversed with them on the usual ones: mirror images.
  private static func pair(_ index: Int, _ orientation: String, isBare: Bool) throws -> (usual: Chart, reversed: Chart)
  {
    let usual = try chart(index, orientation) { spec in
      if isBare { spec.bare() }
      (spec.y.position, spec.right.position) = (.right, .left)
    }
    let reversed = try chart(index, orientation) { spec in
      if isBare { spec.bare() }
      spec.x.isReversed = true
    }
    return (usual, reversed)
  }

  private static func mirror(_ point: Point, _ size: Size, _ orientation: String) -> Point {
    orientation == "horizontal"
      ? Point(x: point.x, y: size.height - point.y) : Point(x: size.width - point.x, y: point.y)
  }

  @Test(
    "All that is drawn is the mirror image of the usual chart, but for letters, which are as they are", arguments: cases
  )
  func drawn(_ index: Int, _ orientation: String) throws {
    let name = "\(ReversedPositionsTests.marks[index].name), \(orientation)"
    let (usual, reversed) = try ReversedPositionsTests.pair(index, orientation, isBare: false)
    var shapes = try DrawnShapes(usual.plot.scene().nodes)
    let texts = try DrawnShapes(reversed.plot.scene().nodes)
    let size = try usual.plot.canvas.size
    shapes.mirror { ReversedPositionsTests.mirror($0, size, orientation) }
    #expect(shapes.points.count == texts.points.count && !shapes.points.isEmpty, "\(name)")
    let differing = zip(shapes.points, texts.points).enumerated().filter { _, pair in (pair.0 - pair.1).length > 1e-6 }
    #expect(differing.isEmpty, "\(name): \(differing.prefix(3))")
    #expect(shapes.texts.map(\.words) == texts.texts.map(\.words), "\(name)")
    for (one, other) in zip(shapes.texts, texts.texts) {
      #expect((one.center - other.center).length < 1e-6, "\(name): '\(one.words)' \(one.center), \(other.center)")
      #expect(abs(other.rotation) <= 90, "\(name): '\(other.words)'")
      let usualRotation = one.rotation.remainder(dividingBy: 360)
      #expect(abs(abs(usualRotation) - abs(other.rotation)) < 1e-9, "\(name): '\(one.words)'")
    }
  }

  @Test("What is hit, picked and told is what is seen there", arguments: sample(cases))
  func hits(_ index: Int, _ orientation: String) throws {
    let name = "\(ReversedPositionsTests.marks[index].name), \(orientation)"
    let charts = try ReversedPositionsTests.pair(index, orientation, isBare: true)
    let (usual, reversed) = try (charts.usual.plot, charts.reversed.plot)
    func seen(_ point: Point) -> Point { ReversedPositionsTests.mirror(point, usual.canvas.size, orientation) }
    var (differing, hits): ([Point], Int) = ([], 0)
    for x in stride(from: 1.3, through: usual.canvas.size.width, by: 7) {
      for y in stride(from: 1.3, through: usual.canvas.size.height, by: 7) {
        let here = Point(x: x, y: y)
        let (one, other) = (usual.hit(at: here), reversed.hit(at: seen(here)))
        if one.index != nil { hits += 1 }
        let isSame = (one.kind, one.series, one.index) == (other.kind, other.series, other.index)
        if !isSame || usual.path(pickedBy: one) != reversed.path(pickedBy: other) { differing.append(here) }
      }
    }
    #expect(hits > 0 && differing.isEmpty, "\(name): \(differing.prefix(5)) of \(hits)")
    let told = (usual.report()["series"]?.arrayValue ?? [], reversed.report()["series"]?.arrayValue ?? [])
    #expect(!told.0.isEmpty && told.0.count == told.1.count)
    for (series, other) in zip(told.0, told.1) {
      for (mark, other) in zip(series["marks"]?.arrayValue ?? [], other["marks"]?.arrayValue ?? []) {
        let places = [mark, other].map { Point(x: $0["x"]?.doubleValue ?? .nan, y: $0["y"]?.doubleValue ?? .nan) }
        #expect((seen(places[0]) - places[1]).length < 1e-6, "\(name)")
      }
    }
  }

  @Test("Ticks, and limits at positions, are told where they are", arguments: ["vertical", "horizontal"])
  func report(orientation: String) throws {
    let chart = try Plots.chart(
      #"{"kind": "line", "orientation": "\#(orientation)", "x": {"reverse": true, "values": [0, 5, 10]}, "limits": [{"axis": "x", "value": 5}], "series": [{"values": [1, 5, 9]}]}"#
    )
    let (layout, told) = (try chart.plot, try chart.plot.report())
    let plot = layout.space.picture(layout.plot)
    let ticks = told["axes"]?["x"]?["ticks"]?.arrayValue ?? []
    #expect(ticks.count > 2)
    for tick in ticks {
      let share = (tick["value"]?.doubleValue ?? .nan) / 10
      let expected = orientation == "vertical" ? plot.maxX - share * plot.width : plot.maxY - share * plot.height
      #expect(abs((tick["position"]?.doubleValue ?? .nan) - expected) < 1e-6)
    }
    let limit = told["limits"]?[0]?[orientation == "vertical" ? "x" : "y"]?.doubleValue
    #expect(abs((limit ?? .nan) - (orientation == "vertical" ? plot.midX : plot.midY)) < 1e-6)
  }

  @Test(
    "Labels are turned as far as their author wants them", arguments: ["vertical", "horizontal"], [-90.0, -45, 30, 90])
  func rotation(orientation: String, degrees: Double) throws {
    let layout = try Plots.layout(
      #"""
      {"kind": "bar", "orientation": "\#(orientation)", "x": {"reverse": true, "labels": ["one", "two", "three"], "tickLabels": {"rotation": \#(degrees)}},
        "y": {"tickLabels": {"rotation": \#(degrees)}}, "series": [{"values": [5, 3, 8]}]}
      """#)
    let texts = DrawnShapes(layout.space.picture(layout.axes)).texts
    #expect(texts.count > 5 && texts.allSatisfy { abs($0.rotation - degrees) < 1e-9 }, "\(texts)")
  }

  @Test("Lines of names and of titles are read from the first on", arguments: ["vertical", "horizontal"])
  func lines(orientation: String) throws {
    let layout = try Plots.layout(
      #"""
      {"kind": "bar", "orientation": "\#(orientation)", "x": {"reverse": true, "labels": ["one\ntwo", "three\nfour"], "title": "one\ntwo"},
        "y": {"title": "one\ntwo"}, "series": [{"values": [5, 3]}]}
      """#)
    let texts = DrawnShapes(layout.space.picture(layout.axes)).texts
    for (first, second) in [("one", "two"), ("three", "four")] {
      let pairs = zip(texts.filter { $0.words == first }, texts.filter { $0.words == second })
      #expect(Array(pairs).count == (first == "one" ? 3 : 1))
      for (one, two) in pairs {
        let (way, turn) = (two.center - one.center, sineAndCosine(degrees: one.rotation))
        // The way down from its feet.
        #expect(-way.x * turn.sine + way.y * turn.cosine > 5, "\(one) \(two)")
      }
    }
  }

  // MARK: - Gestures

  private static func strip(_ orientation: String, _ change: (inout CartesianSpec) -> Void = { _ in }) -> Chart {
    let isLying = orientation == "horizontal"
    return Plots.chart(
      .bar, [Plots.bar((0..<30).map { Double($0 % 7 + 1) })],
      size: isLying ? Size(width: 120, height: 360) : Size(width: 360, height: 120)
    ) { spec in
      spec.bare()
      (spec.viewport.visibleCount, spec.x.isReversed) = (9, true)
      spec.orientation = isLying ? .horizontal : .vertical
      change(&spec)
    }
  }

  /// A way along the positions of the picture: to the right, or down.
  private static func onwards(_ distance: Double, _ orientation: String) -> Point {
    orientation == "horizontal" ? Point(x: 0, y: distance) : Point(x: distance, y: 0)
  }

  @Test(
    "It begins at the right, or at the foot; what is dragged stays below the pointer",
    arguments: ["vertical", "horizontal"])
  func dragging(orientation: String) throws {
    var chart = ReversedPositionsTests.strip(orientation)
    func along(_ index: Int) throws -> Double {
      let place = try chart.plot.space.picture(chart.place(0, index))
      return orientation == "horizontal" ? place.y : place.x
    }
    #expect(try abs(along(0) - 340) < 1e-6 && abs(along(8) - 20) < 1e-6)
    let events = chart.drag(from: Point(x: 60, y: 60), by: [ReversedPositionsTests.onwards(80, orientation)])
    #expect(try abs(along(2) - 340) < 1e-6)
    let moved = events.reduce(Point.zero) { way, event in
      if case .translated(let dx, let dy) = event { way + Point(x: dx, y: dy) } else { way }
    }
    #expect((moved - ReversedPositionsTests.onwards(80, orientation)).length < 1e-6)
    // No farther than there is something.
    chart.drag(from: Point(x: 60, y: 60), by: [ReversedPositionsTests.onwards(-900, orientation)])
    #expect(try abs(along(0) - 340) < 1e-6)
  }

  @Test(
    "A wheel moves on to the right, or down, where something is; start and end are those of the positions",
    arguments: ["vertical", "horizontal"])
  func scrolling(orientation: String) throws {
    var chart = ReversedPositionsTests.strip(orientation)
    var movability = try chart.plot.movability
    #expect(movability.hasBefore && !movability.hasAfter)
    #expect(chart.apply(.scroll(.by(40), snap: false)).events.isEmpty)
    _ = chart.apply(.scroll(.by(-80), snap: false))
    #expect(try abs(chart.window.start - 1.5) < 1e-9)
    movability = try chart.plot.movability
    #expect(movability.hasBefore && movability.hasAfter)
    _ = chart.apply(.scroll(.by(40), snap: false))
    #expect(try abs(chart.window.start - 0.5) < 1e-9)
    _ = chart.apply(.scroll(.toEnd, snap: false))
    movability = try chart.plot.movability
    #expect(!movability.hasBefore && movability.hasAfter)
    _ = chart.apply(.scroll(.toStart, snap: false))
    #expect(try abs(chart.window.start + 0.5) < 1e-9)
  }

  @Test("Arrows lead where they point, home and end to the first and the last", arguments: ["vertical", "horizontal"])
  func keys(orientation: String) throws {
    let isLying = orientation == "horizontal"
    var chart = ReversedPositionsTests.strip(orientation)
    chart.key(.home)
    #expect(chart.state.view.selection == [0, 0])
    for step in 1...12 {
      chart.key(isLying ? .up : .left)
      #expect(chart.state.view.selection == [0, step])
    }
    // It has come into view.
    #expect(try chart.window.contains(12))
    chart.key(isLying ? .down : .right)
    #expect(chart.state.view.selection == [0, 11])
    chart.key(.end)
    #expect(chart.state.view.selection == [0, 29])
  }

  @Test("Zooming keeps what is at a place there", arguments: ["vertical", "horizontal"])
  func zooming(orientation: String) throws {
    var chart = ReversedPositionsTests.strip(orientation) { $0.viewport.zoom = .x }
    let place = Point(x: 90, y: 90)
    func coordinate() throws -> Double { try chart.window.map.value(at: chart.plot.space.axes(place).x) }
    let before = try coordinate()
    let isLying = orientation == "horizontal"
    _ = chart.apply(.zoom(.by(2, x: isLying ? nil : place.x, y: isLying ? place.y : nil)))
    #expect(try abs(coordinate() - before) < 1e-9)
    #expect(try abs(chart.window.length - 4.5) < 1e-9)
    // Seen from the right, or from the foot, on.
    #expect(abs(before - (360 - 90) / 40 + 0.5) < 1e-9)
  }

  @Test(
    "A brush has the positions that it is drawn over; handles and keys go the way they point",
    arguments: ["vertical", "horizontal"])
  func brushing(orientation: String) throws {
    let isLying = orientation == "horizontal"
    var chart = Plots.chart(
      .scatter, [SeriesSpec(.scatter(ScatterStyleSpec()), values: .numbers([0, 10, 20, 30]))],
      size: Size(width: 300, height: 300)
    ) { spec in
      spec.bare()
      spec.orientation = isLying ? .horizontal : .vertical
      // Keys stop at its labels.
      spec.x.style.isVisible = true
      (spec.x.min, spec.x.max, spec.x.isReversed) = (.number(0), .number(30), true)
      spec.series[0].positions = .numbers([0, 10, 20, 30])
      spec.select.brush = .x
    }
    func positions() throws -> ClosedRange<Double> { try #require(chart.state.view.brush?.x) }
    func place(_ along: Double) -> Point { isLying ? Point(x: 150, y: along) : Point(x: along, y: 150) }
    chart.drag(from: place(50), by: [ReversedPositionsTests.onwards(50, orientation)])
    #expect(try abs(positions().lowerBound - 20) < 0.6 && abs(positions().upperBound - 25) < 0.6)
    // By the handle at its right, which has the lesser positions.
    chart.drag(from: place(100), by: [ReversedPositionsTests.onwards(50, orientation)])
    #expect(try abs(positions().lowerBound - 15) < 0.6 && abs(positions().upperBound - 25) < 0.6)
    let before = try positions()
    chart.key(isLying ? .brushUp : .brushLeft)
    #expect(try positions().upperBound > before.upperBound && positions().lowerBound == before.lowerBound)
    let longer = try positions().upperBound
    chart.key(isLying ? .brushDown : .brushRight)
    #expect(try positions().upperBound < longer)
  }

  @Test(
    "The overview is reversed, too: dragged to the right its part shows what is there",
    arguments: ["vertical", "horizontal"])
  func overview(orientation: String) throws {
    let isLying = orientation == "horizontal"
    var chart = try Plots.chart(
      #"{"kind": "line", "orientation": "\#(orientation)", "x": {"reverse": true, "values": [0, 10, 20, 30, 40]}, "viewport": {"visibleCount": 2, "overview": true, "start": 10}, "series": [{"values": [1, 5, 9, 2, 4]}]}"#
    )
    let layout = try chart.plot
    let overview = try #require(layout.overview)
    let (strip, seen) = (layout.space.picture(overview.strip), layout.space.picture(try #require(overview.area).rect))
    let window = layout.frame.window
    let share = (window.start - window.span.lower) / window.span.length
    let (far, length) = isLying ? (strip.maxY - seen.maxY, strip.height) : (strip.maxX - seen.maxX, strip.width)
    #expect(abs(far / length - share) < 1e-6)
    let start = try chart.window.start
    chart.drag(from: seen.center, by: [ReversedPositionsTests.onwards(15, orientation)])
    #expect(try chart.window.start < start)
  }

  @Test("It is drawn in from the first position on", arguments: ["vertical", "horizontal"])
  func drawnIn(orientation: String) throws {
    let chart = try Plots.chart(
      #"{"kind": "line", "orientation": "\#(orientation)", "animation": "wipe", "x": {"reverse": true}, "series": [{"values": [1, 5, 9]}]}"#
    )
    let ways = try DrawnShapes(chart.plot.scene(animated: true).nodes).ways
    #expect(Set(ways) == [orientation == "horizontal" ? .up : .left])
  }

  @Test("An offset and the way of an annotation are those of the picture; a bubble stands at the last value")
  func beside() throws {
    let layout = try Plots.layout(
      #"""
      {"kind": "line", "x": {"reverse": true, "values": [0, 5, 10]}, "series": [{"values": [1, 5, 9], "endBubble": true}],
        "annotations": [{"x": 5, "y": 5, "text": "here", "offset": [40, -20]}]}
      """#)
    let annotation = try #require(layout.texts.annotations.first)
    let way = layout.space.picture(annotation.box).center - layout.space.picture(annotation.target)
    #expect((way - Point(x: 40, y: -20)).length < 1e-6)
    let bubble = try #require(layout.texts.bubbles.first)
    #expect(layout.space.picture(bubble.tip).x < layout.space.picture(layout.plot).midX)
  }
}
