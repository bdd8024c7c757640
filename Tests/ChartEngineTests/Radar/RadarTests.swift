import ChartModel
import JSONModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("M9 Radars")
struct RadarTests {
  private static let cars = """
    {"kind": "radar", "labels": ["Speed", "Range", "Comfort", "Price", "Safety"], "legend": "top", "series": [
      {"name": "A", "values": [4, 3, 5, 2, 4]}, {"name": "B", "values": [2, 5, 1, 4, 3]}]
    """

  private func layout(_ more: String = "", size: Size? = nil) throws -> RadarLayout {
    try StillCharts.layout(RadarTests.cars + more + "}", size: size, as: RadarLayout.self)
  }

  @Test("Corners are at equal angles, clockwise from twelve o'clock, as far out as their values say")
  func corners() throws {
    let layout = try layout(#", "axis": {"min": 0, "max": 5}"#)
    let values = [[4, 3, 5, 2, 4], [2, 5, 1, 4, 3]] as [[Double]]
    #expect(layout.marks.count == 10 && layout.warnings.isEmpty)
    for mark in layout.marks {
      let value = values[mark.path[0]][mark.path[1]]
      let place = layout.frame.center.polar(
        layout.frame.rim.radius * value / 5, degrees: -90 + 72 * Double(mark.path[1]))
      #expect(mark.anchor.isNear(place), "\(mark.path)")
      #expect(mark.value == value)
    }
    // The dots of the picture are there, too.
    let dots = layout.painting.layers.compactMap { layer -> Point? in
      if case .circle(let center, _) = layer.node.shape, layer.node.meaning?.kind == "point" { center } else { nil }
    }
    #expect(dots.count == 10 && layout.marks.allSatisfy { mark in dots.contains { $0.isNear(mark.anchor) } })
  }

  @Test("A legend that nobody has placed stands beside the circle, which so is larger, where the picture is wide")
  func legend() throws {
    let auto = RadarTests.cars.replacing(#""legend": "top", "#, with: "") + "}"
    for size in [Size(width: 320, height: 200), Size(width: 640, height: 360)] {
      let beside = try StillCharts.layout(auto, size: size, as: RadarLayout.self)
      let entries = try #require(beside.surroundings.legend?.entries)
      #expect(entries.allSatisfy { $0.box.minX > beside.frame.center.x + beside.frame.rim.radius })
      #expect(beside.frame.rim.radius > (try layout(size: size).frame.rim.radius) + 8)
    }
    let high = try StillCharts.layout(auto, size: Size(width: 300, height: 400), as: RadarLayout.self)
    #expect(high.surroundings.legend?.entries.first.map { $0.box.maxY < high.frame.center.y } == true)
  }

  @Test("In a small picture names leave the circle most of the height, and have two lines at its sides")
  func small() throws {
    let layout = try StillCharts.layout(
      """
      {"kind": "radar", "size": {"width": 320, "height": 200}, "title": "Two cars", "series": [
        {"name": "Alpha", "values": [4, 3, 5, 2, 4, 3.5]}, {"name": "Beta", "values": [2, 5, 1, 4, 3, 4]}],
        "labels": ["Speed", "Range", "Comfort", "Price", "Safety", "Boot space"]}
      """, as: RadarLayout.self)
    let rim = layout.frame.rim
    #expect(rim.radius > 54.5 && layout.warnings == [], "\(rim.radius), \(layout.warnings)")
    #expect(rim.labels.count == 6 && rim.labels[5].lines == ["Boot", "space"])
    // No name is under a dot at the rim, however large it is drawn.
    for (label, angle) in zip(rim.labels, layout.frame.angles) {
      #expect(label.box.distance(to: rim.center.moved(rim.radius, toward: angle)) >= 1.6 * 3.5)
    }
  }

  @Test("min and max are the centre and the rim; what lies beyond is drawn there, and that is said")
  func bounds() throws {
    let layout = try layout(#", "axis": {"min": 2, "max": 4}"#)
    let (center, radius) = (layout.frame.center, layout.frame.rim.radius)
    #expect(layout.marks[0].anchor.isNear(center.polar(radius, degrees: -90)))
    #expect(layout.marks[1].anchor.isNear(center.polar(radius / 2, degrees: -18)))
    #expect(layout.marks[2].anchor.isNear(center.polar(radius, degrees: 54)))
    #expect(layout.marks[3].anchor.isNear(center))
    #expect(layout.warnings == ["3 values are not between 2 and 4: they are drawn there"])
  }

  @Test("Rings are polygons or circles at the ticks, and say them", arguments: ["polygon", "circle", "none"])
  func rings(shape: String) throws {
    let layout = try layout(#", "rings": "\#(shape)", "axis": {"max": 5, "step": 1}"#)
    let drawn = layout.scene().nodes
    #expect(layout.frame.scale.ticks.map(\.value) == [0, 1, 2, 3, 4, 5])
    guard case .group(let grid)? = drawn.first(where: { if case .group = $0.shape { true } else { false } })?.shape
    else {
      Issue.record("no grid")
      return
    }
    let circles = grid.count { if case .circle = $0.shape { true } else { false } }
    let polygons = grid.count { if case .path = $0.shape { true } else { false } }
    let spokes = grid.count { if case .polyline = $0.shape { true } else { false } }
    #expect(circles == (shape == "circle" ? 5 : 0) && polygons == (shape == "polygon" ? 5 : 0) && spokes == 5)
    let texts = layout.painting.words.map(\.text.string)
    #expect(["1", "5", "Speed", "Safety"].allSatisfy(texts.contains))
  }

  @Test("What is seen is what is hit: dots above lines above areas, a smaller area above a larger one")
  func hits() throws {
    for more in ["", #", "fillOpacity": 0, "lineWidth": 9"#, #", "startAngle": 17, "dotRadius": 0"#] {
      let layout = try layout(more)
      let painting = layout.painting
      var wrong = Mismatches()
      var seen: Set<Int> = []
      for place in layout.places {
        let hit = layout.hit(at: place)
        guard hit.kind != .legend else { continue }
        // Not where it is a matter of px whether an edge is meant.
        let near = RadarLayout.hitTolerance + 0.01
        let outlines = layout.outlines.map { FlattenedPath($0.area) }
        let isAtEdge = outlines.contains { $0.distance(to: place) < max(near, layout.spec.lineWidth / 2 + 0.01) }
        let isAtDot = layout.marks.contains {
          ($0.anchor - place).length < max(layout.spec.dotRadius ?? 3.5, layout.spec.lineWidth / 2) + near
        }
        guard !isAtEdge, !isAtDot else { continue }
        let inside = layout.outlines.indices.last { outlines[$0].winding(around: place) != 0 }
        let expected = layout.spec.fillOpacity != 0 ? inside.map { layout.outlines[$0].series } : nil
        wrong.expect(
          hit.series == expected, "\(place): \(String(describing: hit.series)), not \(String(describing: expected))")
        // Where an area is painted, something is hit.
        let isPainted = painting.layers.contains { layer in
          guard case .path = layer.node.shape, layer.node.style.fill != nil else { return false }
          return layer.color(at: place) != nil
        }
        wrong.expect(isPainted == (hit.kind == .point), "\(place)")
        if let series = hit.series { seen.insert(series) }
      }
      wrong.check()
      #expect(layout.spec.fillOpacity == 0 || seen == [0, 1])
      for mark in layout.marks { #expect(layout.hit(at: mark.anchor).path == mark.path) }
      // Each side is hit by its nearer corner.
      for outline in layout.outlines {
        for (start, end) in zip(0..<5, [1, 2, 3, 4, 0]) {
          let (from, to) = (try #require(outline.corners[start]), try #require(outline.corners[end]))
          let place = Point(x: from.x * 0.7 + to.x * 0.3, y: from.y * 0.7 + to.y * 0.3)
          let others = layout.marks.contains { ($0.anchor - place).length < 9 }
          let crossed = layout.outlines.contains {
            $0.series != outline.series && FlattenedPath($0.area).distance(to: place) < 6
          }
          if !others, !crossed { #expect(layout.hit(at: place).path == [outline.series, start]) }
        }
      }
    }
  }

  @Test("A value that is missing leaves a gap: no dot, no side, and what it encloses goes to the centre")
  func gap() throws {
    let layout = try StillCharts.layout(
      #"{"kind": "radar", "labels": ["a", "b", "c", "d"], "series": {"values": [1, null, 1, 1]}}"#,
      as: RadarLayout.self)
    #expect(layout.marks.map(\.path) == [[0, 0], [0, 2], [0, 3]])
    let outline = try #require(layout.outlines.first)
    let (center, radius) = (layout.frame.center, layout.frame.rim.radius)
    for (angle, isInside) in [(-45.0, false), (45, false), (135, true), (-135, true)] {
      let place = center.polar(radius * 0.4, degrees: angle)
      #expect((layout.hit(at: place).kind == .point) == isInside)
      #expect((FlattenedPath(outline.area).winding(around: place) != 0) == isInside)
    }
    #expect(outline.line.elements.count == 3)
  }

  @Test("Taps select a point and clear; the legend hides a series with its selection, and the axis is taken anew")
  func taps() throws {
    var chart = try StillCharts.chart(RadarTests.cars + "}")
    let layout = try #require(chart.layout() as? RadarLayout)
    let mark = try #require(layout.still(at: [1, 3]))
    let outcome = chart.apply(.tap(mark.anchor))
    #expect(outcome.changed && chart.state.view.selection == [1, 3])
    #expect(
      outcome.events == [
        .valueSelected(MarkReference(series: 1, index: 3, path: nil, label: "Price", value: 4, fraction: nil))
      ])
    #expect(chart.layout().words(for: [1, 3]) == "B, Price: 4")
    let marker = try #require(chart.layout().marker(for: [1, 3]))
    #expect(marker.text == "B, Price\n4" && layout.canvas.bounds.contains(marker.frame) && marker.anchor == mark.anchor)
    let entry = try #require(layout.surroundings.legend?.entries[1])
    _ = chart.apply(.tap(entry.box.center))
    #expect(chart.state.view.hidden == [1] && chart.state.view.selection == nil)
    let less = try #require(chart.layout() as? RadarLayout)
    #expect(less.marks.allSatisfy { $0.path[0] == 0 } && less.still(at: [1, 3]) == nil)
    #expect(chart.apply(.highlight(path: [1, 3], notify: true)).changed == false)
    _ = chart.apply(.tap(entry.box.center))
    #expect(chart.state.view.hidden == [])
    // A press that moves away is no tap.
    _ = chart.apply(.pointer(PointerReport(phase: .down, position: mark.anchor)))
    _ = chart.apply(.pointer(PointerReport(phase: .move, position: Point(x: mark.anchor.x + 20, y: mark.anchor.y))))
    _ = chart.apply(.pointer(PointerReport(phase: .up, position: mark.anchor)))
    #expect(chart.state.view.selection == nil && chart.state.gesture == nil)
    _ = chart.apply(.pointer(PointerReport(phase: .down, position: mark.anchor)))
    _ = chart.apply(.pointer(PointerReport(phase: .up, position: mark.anchor)))
    #expect(chart.state.view.selection == [1, 3])
  }

  @Test("Keys walk round the spokes and between the series")
  func keys() throws {
    let chart = try StillCharts.chart(RadarTests.cars + "}")
    #expect(
      StillCharts.walk(chart, [.right, .right, .left, .left, .down, .down, .up, .home, .end, .enter, .enter, .escape])
        == [
          [0, 0], [0, 1], [0, 0], [0, 4], [1, 4], [0, 4], [1, 4], [1, 0], [1, 4], nil, [0, 0], nil,
        ])
    #expect(StillCharts.walk(chart, [.left]) == [[1, 4]])
    #expect(StillCharts.walk(chart, [.end]) == [[0, 4]])
  }

  @Test("Those who don't see it hear what it is")
  func meaning() throws {
    let layout = try layout(#", "title": "Cars""#)
    #expect(layout.words().hasPrefix("Radar chart “Cars”: 2 series, 5 spokes.\nA, Speed: 4.\n"))
    #expect(layout.markPaths(atMost: 100).paths.count == 10)
    #expect(layout.scene().description.contains("B, Safety: 3."))
  }

  @Test("It grows from the centre, or is uncovered clockwise; what isn't there yet isn't hit")
  func drawIn() throws {
    let growing = try StillCharts.chart(RadarTests.cars + #", "animation": "grow"}"#)
    let whole = try #require(growing.layout(phase: 1) as? RadarLayout)
    let half = try #require(growing.layout(phase: 0.5) as? RadarLayout)
    for (one, other) in zip(whole.marks, half.marks) {
      let (way, part) = (one.anchor - whole.frame.center, other.anchor - whole.frame.center)
      #expect(Point(x: way.x / 2, y: way.y / 2).isNear(part))
    }
    #expect(growing.layout(phase: 0).hit(at: whole.frame.center).kind == .none)
    #expect(half.painting.words.isEmpty == false && !half.painting.words.map(\.text.string).contains("Speed"))
    let playing = whole.scene(animated: true)
    #expect(playing.animation?.movement == .entrances)
    let wiped = try StillCharts.chart(RadarTests.cars + #", "animation": "wipe"}"#).layout(phase: 0.5)
    #expect(wiped.hit(at: whole.still(at: [0, 1])?.anchor ?? .zero).kind == .point)
    #expect(wiped.hit(at: whole.still(at: [0, 4])?.anchor ?? .zero).kind == .none)
    #expect(StillCharts.fault(RadarTests.cars + #", "animation": "count"}"#)?.contains("expected one of") == true)
  }

  @Test(
    "Bad input is refused with its place",
    arguments: [
      (
        #""labels": ["a"], "series": {"values": [1, 2]}"#,
        "series[0].values: expected at most 1 values, as there are labels, got 2"
      ),
      (#""axis": {"min": 3, "max": 3}"#, "axis.max: expected more than min, which is 3"),
      (#""axis": {"step": 0}"#, "axis.step: expected a number above 0, got 0"),
      (#""fillOpacity": 2"#, "fillOpacity: expected a number from 0 to 1, got 2"),
      (#""rings": "square""#, "rings: "),
      (#""labels": ["a"], "data": "a.csv""#, "data: give either `labels` or `data`, not both"),
    ])
  func faults(spec: String, fault: String) {
    let told = StillCharts.fault("{\"kind\": \"radar\", \(spec)}")
    #expect(told?.contains(fault) == true, "\(told ?? "–")")
  }

  @Test("Nothing to show is said, and never a trap")
  func nothing() throws {
    for spec in ["", #", "series": []"#, #", "series": {"values": []}"#, #", "series": {"values": [null, null]}"#] {
      let layout = try StillCharts.layout("{\"kind\": \"radar\"\(spec)}", as: RadarLayout.self)
      #expect(layout.warnings.contains { $0.hasSuffix("nothing to show") }, "\(spec)")
      #expect(layout.painting.words.map(\.text.string).contains("No data"))
    }
    var program = RadarSpec(
      labels: ["a", "b", "c"],
      series: [
        SpokeSeriesSpec(name: "x", values: [.nan, .infinity, -.infinity]),
        SpokeSeriesSpec(values: [1e308, -1e308, .leastNonzeroMagnitude]),
      ])
    (program.axis.min, program.axis.max, program.startAngle, program.lineWidth) = (.nan, -.infinity, .infinity, .nan)
    for size in [Size(width: 0, height: 0), Size(width: 1, height: 900), Size(width: 640, height: 360)] {
      let layout = Chart(id: "p", spec: ChartSpec(program), size: size).layout()
      for place in [Point(x: 0, y: 0), Point(x: .nan, y: 1), layout.canvas.bounds.center] { _ = layout.hit(at: place) }
      _ = (layout.scene(), layout.report(), layout.words())
    }
  }

  @Test("Long names around the rim have two lines, and none is shortened")
  func longNames() throws {
    let layout = try StillCharts.layout(
      #"""
      {"kind": "radar", "labels": ["Speed", "Range on a full tank", "Cost", "Comfort of the rear seats", "Noise"],
       "series": {"values": [3, 5, 4, 8, 2]}}
      """#, size: Size(width: 480, height: 300), as: RadarLayout.self)
    #expect(layout.warnings.isEmpty)
    let labels = layout.frame.rim.labels
    #expect(labels.map(\.text) == ["Speed", "Range on a full tank", "Cost", "Comfort of the rear seats", "Noise"])
    #expect(labels.contains { $0.lines.count == 2 } && labels.allSatisfy { layout.canvas.bounds.contains($0.box) })
  }
}
