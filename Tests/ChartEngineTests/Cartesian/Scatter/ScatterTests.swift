import ChartModel
import JSONModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("Points at positions and values")
struct ScatterTests {
  private func chart(_ series: String, _ more: String = "") throws -> Chart {
    let text = """
      {"kind": "scatter", "legend": "none", "size": {"width": 600, "height": 400}\(more.isEmpty ? "" : ", \(more)"), "series": [\(series)]}
      """
    return Chart(id: "t", spec: try ChartSpec(json: JSON(parsing: text)))
  }

  /// The circles that are drawn, without those of highlights.
  private func circles(_ chart: Chart, phase: Double? = nil) -> [(center: Point, radius: Double)] {
    chart.layout(phase: phase).scene().nodes.flatMap(\.leaves).compactMap(\.circle)
  }

  @Test(
    "M1: Each pair of a position and a value is a point where the axes say; what is missing or no number is left out")
  func places() throws {
    let chart = try chart(#"{"x": [5, 1, null, 3, 9], "values": [10, 20, 30, null, 40]}"#)
    let report = chart.layout().report()
    let marks = try #require(report["series"]?[0]?["marks"]?.arrayValue)
    #expect(marks.map { $0["index"]?.integerValue } == [1, 0, 4])
    #expect(marks.map { $0["value"]?.doubleValue } == [20, 10, 40])
    let drawn = circles(chart)
    #expect(drawn.map(\.center.x) == marks.map { $0["x"]?.doubleValue })
    #expect(drawn.map(\.center.y) == marks.map { $0["y"]?.doubleValue })
    // Equal steps are equally far.
    let x = drawn.map(\.center.x)
    #expect(isNear((x[1] - x[0]) / 4, (x[2] - x[1]) / 4, 1e-9))
  }

  @Test("M1: A value is an area: four times as much is twice the radius; tiny ones and none can be seen all the same")
  func sizes() throws {
    let radii = circles(
      try chart(
        #"{"values": [1, 1, 1, 1, 1, 1], "opacity": 1, "size": {"values": [100, 25, 4, 0, -7, null], "greatest": 30, "least": 2}}"#
      )
    ).map(\.radius)
    #expect(radii.sorted(by: >) == radii, "larger ones lie below")
    #expect(radii == [30, 15, 6, 4, 2, 2])
  }

  @Test("M1: Every shape covers as much as the circle of its radius", arguments: ScatterStyleSpec.Shape.allCases)
  func areas(shape: ScatterStyleSpec.Shape) {
    let glyph = PointGlyph(shape, center: Point(x: 40, y: 40), radius: 16)
    var covered = 0
    var wrong = Mismatches()
    let step = 0.25
    for x in stride(from: step / 2, to: 80, by: step) {
      for y in stride(from: step / 2, to: 80, by: step) where glyph.contains(Point(x: x, y: y), border: 0) {
        covered += 1
        let distance = (Point(x: x, y: y) - glyph.center).length
        wrong.expect(distance <= 16 * PointGlyph.reach(shape), "\(x), \(y) is beyond what it may reach")
      }
    }
    wrong.check()
    #expect(abs(Double(covered) * step * step / (.pi * 256) - 1) < 0.02)
  }

  @Test("M1: What is hit is the point drawn last of those there; beside all of them there is only the plot")
  func hits() throws {
    var random = SplitMix64(seed: 3)
    let list = (0..<120).map { _ in (random.number(0...10), random.number(0...10), random.number(1...100)) }
    let chart = try chart(
      """
      {"x": \(list.map(\.0)), "values": \(list.map(\.1)), "size": {"values": \(list.map(\.2)), "greatest": 20}}
      """)
    let layout = chart.layout()
    let drawn = layout.scene().nodes.flatMap(\.leaves).filter { $0.circle != nil }
    #expect(drawn.count == 120)
    let marks = try #require(layout.report()["series"]?[0]?["marks"]?.arrayValue)
    let plot = try chart.plot.plot
    var wrong = Mismatches()
    for _ in 0..<4000 {
      let point = Point(x: random.number(plot.minX...plot.maxX), y: random.number(plot.minY...plot.maxY))
      let expected = drawn.last { node in
        node.circle.map { ($0.center - point).length <= $0.radius + node.style.strokeWidth / 2 } ?? false
      }?.circle?.center
      let hit = layout.hit(at: point)
      let mark = hit.index.flatMap { index in marks.first { $0["index"]?.integerValue == index } }
      wrong.expect(mark?["x"]?.doubleValue == expected?.x && mark?["y"]?.doubleValue == expected?.y, "\(hit)")
      wrong.expect((hit.kind == .point) == (expected != nil), "\(hit)")
    }
    wrong.check()
  }

  @Test("M1: A tap picks the nearest point by distance, not by position, however many there are")
  func nearest() throws {
    var random = SplitMix64(seed: 4)
    for count in [1, 2, 30, 3000] {
      let list = (0..<count).map { _ in (random.number(0...10), random.number(0...10)) }
      var chart = try chart(
        #"{"x": \#(list.map(\.0)), "values": \#(list.map(\.1)), "radius": 0.001}"#,
        #""highlight": {"distance": 10000}"#)
      let layout = try chart.plot
      let places = try (0..<count).map { try chart.place(0, $0) }
      for _ in 0..<40 {
        let point = Point(
          x: random.number(layout.plot.minX...layout.plot.maxX), y: random.number(layout.plot.minY...layout.plot.maxY))
        let least = places.map { ($0 - point).length }.min()
        chart.state.view.selection = nil
        _ = chart.apply(.tap(point))
        let picked = try #require(chart.state.view.selection)
        #expect((places[picked[1]] - point).length == least)
      }
    }
  }

  @Test("M1: Colours by name are the palette's in turn; by number they go from one end of a scale to the other")
  func colors() throws {
    func fills(_ channel: String) throws -> [Color?] {
      try chart(#"{"values": [1, 2, 3, 4], "colorBy": \#(channel)}"#).layout().scene().nodes.flatMap(\.leaves)
        .filter { $0.circle != nil }.map(\.fillColor?.opaque)
    }
    let palette = Palette.standard(on: .light)
    #expect(try fills(#"["b", "a", "b", null]"#) == [palette[0], palette[1], palette[0], palette[0]])
    let numbers = try fills("[1, 2, 3, 2]")
    #expect(numbers[1] == numbers[3] && Set(numbers).count == 3 && numbers[0] == Color(rgb: 0x440154))
    // Numbers that differ by more than there are doubles, and all the same, have colours, too.
    #expect(Set(try fills("[-1.7e308, 0, 1.7e308, null]")).count == 4)
    #expect(Set(try fills("[7, 7, 7, 7]")).count == 1)
  }

  @Test("M1: Points at the ends are not cut, whatever their size", arguments: ["", #""colorBy": [1, 2]"#])
  func edges(more: String) throws {
    let chart = try chart(
      #"{"x": [0, 1], "values": [0, 7], "radius": 40\#(more.isEmpty ? "" : ", \(more)")}"#,
      #""x": {"min": 0, "max": 1}"#)
    let layout = try chart.plot
    let crops = layout.scene().nodes.compactMap { node -> Rect? in
      if case .cropped(let rect, _) = node.shape { rect } else { nil }
    }
    let crop = try #require(crops.first)
    for circle in circles(chart) {
      #expect(circle.center.x - 40 >= crop.minX && circle.center.x + 40 <= crop.maxX)
      #expect(circle.center.y - 40 >= crop.minY && circle.center.y + 40 <= crop.maxY)
    }
    let ends = circles(chart).map(\.center.x)
    // They reach over the plot's edges by no more than labels are away from these.
    #expect(isNear(ends[0] - 40.5, layout.plot.minX - 5, 0.01) && isNear(ends[1] + 40.5, layout.plot.maxX + 5, 0.01))
  }

  @Test("M1: Keys walk along the positions, and markers say size and colour by the names that they have")
  func words() throws {
    var chart = try chart(
      """
      {"name": "Cars", "x": [3, 1, 2], "values": [30, 10, 20], "size": {"values": [5, 6, 7], "title": "seats"},
       "colorBy": {"values": ["red", "blue", "red"], "title": "paint"}}
      """, #""marker": "{x} {value} {size} {color}""#)
    var seen: [String?] = []
    for _ in 0..<3 {
      _ = chart.apply(.key(.right))
      seen.append(chart.state.view.selection.flatMap { chart.layout().marker(for: $0)?.text })
    }
    #expect(seen == ["1 10 6 blue", "2 20 7 red", "3 30 5 red"])
    #expect(chart.layout().words(for: [0, 1]) == "1, Cars: 10, seats 6, paint blue")
    let meanings = chart.layout().scene().nodes.flatMap(\.leaves).compactMap(\.meaning)
    #expect(meanings.contains { $0.kind == "point" && $0.path == [0, 2] && $0.label.contains("paint red") })
    #expect(chart.layout().words().hasPrefix("Scatter chart: 1 series, 1 to 3."))
  }

  @Test("A marker tells both places, and what size and colour stand for")
  func markers() throws {
    func text(_ series: String, _ more: String = "") throws -> String? {
      try chart(series, more).plot.marker(for: [0, 1])?.text
    }
    #expect(try text(#"{"x": [1, 2.5], "values": [3, 66]}"#) == "2.5, 66")
    #expect(
      try text(
        #"{"name": "A", "x": [1, 2.5], "values": [3, 66], "size": {"values": [1, 2000], "title": "people {x}"}, "colorBy": {"values": [1, 2], "title": "year"}}, {"name": "B", "x": [1], "values": [2]}"#
      ) == "A\n2.5, 66\npeople x 2,000\nyear 2")
    #expect(try text(#"{"x": [1, 2.5], "values": [3, 66], "colorBy": ["Asia", "Europe"]}"#) == "2.5, 66\nEurope")
    // What an author writes is what is told.
    #expect(try text(#"{"x": [1, 2.5], "values": [3, 66], "size": [1, 2]}"#, #""marker": "{value}""#) == "66")
  }

  @Test("M1: Points come in from the left, one after the other, or up from the baseline; hit is what is seen of them")
  func entrances() throws {
    let series = #"{"x": [0, 1, 2, 3], "values": [4, 8, 6, 9], "radius": 6}"#
    for kind in ["wipe", "stroke", "count", "grow"] {
      let chart = try chart(series, #""animation": "\#(kind)""#)
      let whole = circles(chart, phase: 1)
      #expect(whole.count == 4 && circles(chart, phase: 0).isEmpty, "\(kind)")
      let half = chart.layout(phase: 0.5)
      let hit = whole.map { half.hit(at: $0.center).kind == .point }
      switch kind {
      case "grow":
        let baseline = try #require(half as? CartesianLayout).frame.left.baseline
        for (before, after) in zip(circles(chart, phase: 0.5), whole) {
          #expect(isNear(before.center.y - baseline, (after.center.y - baseline) / 2, 1e-6))
          #expect(half.hit(at: before.center).kind == .point)
        }
      case "count": #expect(hit == [true, true, false, false] && circles(chart, phase: 0.5).count == 2)
      default: #expect(hit == [true, true, false, false], "\(kind)")
      }
    }
  }

  @Test("M1: 100,000 points are drawn one by one, and none is said to those who listen")
  func many() throws {
    let numbers = (0..<100_000).map { Double(($0 * 7919) % 100_003) }
    var spec = CartesianSpec(
      kind: .scatter, series: [SeriesSpec(.scatter(ScatterStyleSpec()), values: .numbers(numbers))])
    spec.series[0].positions = .numbers(numbers.reversed())
    let chart = Chart(id: "t", spec: .cartesian(spec))
    let nodes = chart.layout().scene().nodes.flatMap(\.leaves).filter { $0.circle != nil }
    #expect(nodes.count == 100_000 && nodes.allSatisfy { $0.meaning == nil })
  }

  @Test("M1: Of more points it is drawn how many there are in each place, darker where there are more, and said so")
  func dense() throws {
    func chart(_ count: Int, _ change: (inout CartesianSpec) -> Void = { _ in }) -> Chart {
      let numbers = (0..<count).map { Double(($0 * 7919) % 100_003) }
      var spec = CartesianSpec(
        kind: .scatter, series: [SeriesSpec(.scatter(ScatterStyleSpec()), values: .numbers(numbers))])
      // Half of them at one place.
      spec.series[0].positions = .numbers(numbers.enumerated().map { $0.isMultiple(of: 2) ? 50_000 : $1 })
      spec.series[0].values = .numbers(numbers.enumerated().map { $0.isMultiple(of: 2) ? 50_000 : $1 })
      change(&spec)
      return Chart(id: "t", spec: .cartesian(spec))
    }
    func raster(_ chart: Chart) -> (ChartEngine.Raster, Rect)? {
      let leaves = chart.layout().scene().nodes.flatMap(\.leaves)
      // But for the signs of a legend.
      #expect(leaves.count { $0.circle != nil } <= 2)
      for case .raster(let raster, let rect) in leaves.map(\.shape) { return (raster, rect) }
      return nil
    }
    let many = chart(200_002)
    let (picture, rect) = try #require(raster(many))
    let layout = try many.plot
    #expect(
      layout.warnings == [
        "series[0]: of 200,002 points it is drawn how many there are in each place; up to 100,000 are drawn one by one"
      ])
    func pixel(_ point: Int) throws -> (number: UInt8, color: Color) {
      let place = try #require(layout.marks[0].place(of: point))
      let (column, row) = (Int((place.x - rect.x) / 3), Int((place.y - rect.y) / 3))
      let number = picture.pixels[row * picture.width + column]
      return (number, picture.colors[Int(number)])
    }
    let points = layout.marks[0].series.points.values
    let crowd = try #require((0..<points.count).first { points[$0] == 50_000 })
    #expect(try pixel(crowd).number == 255)
    for point in stride(from: 0, to: points.count, by: 997) {
      let (number, color) = try pixel(point)
      #expect(number > 0 && color.contrast(to: layout.canvas.surface.color) >= 2.99)
    }
    #expect(layout.hit(at: try #require(layout.marks[0].place(of: crowd))).kind == .point)
    // In colours of their own they keep these; and of fewer in view each is drawn.
    let colored = chart(150_001) { spec in
      var style = ScatterStyleSpec()
      var colors = ColorChannelSpec()
      colors.values = .values((0..<150_001).map { .text($0 < 75_000 ? "a" : "b") })
      style.colorBy = colors
      spec.series[0].kind = .scatter(style)
    }
    let colors = try #require(raster(colored)).0
    #expect(Set(colors.pixels).subtracting([0]).count == 2)
    let zoomed = chart(200_002) { ($0.x.min, $0.x.max) = (.number(1_000), .number(2_000)) }
    #expect(zoomed.layout().scene().nodes.flatMap(\.leaves).contains { $0.circle != nil })
  }

  @Test("Bars, lines and points share a plot: points lie above, unless the author says otherwise")
  func layers() throws {
    func kinds(_ order: String) throws -> [Hit.Kind] {
      let text = """
        {"kind": "combined", "x": {"labels": ["a", "b"]}, "series": [{"type": "scatter", "values": [5, 5], "radius": 9},
          {"type": "bar", "values": [10, 10]}]\(order)}
        """
      let chart = Chart(id: "t", spec: try ChartSpec(json: JSON(parsing: text)))
      return try (0..<2).map { chart.layout().hit(at: try chart.place(0, $0)).kind }
    }
    #expect(try kinds("") == [.point, .point])
    #expect(try kinds(#", "drawOrder": ["scatter", "bar"]"#) == [.bar, .bar])
  }

  @Test("What a column of sizes or colours can't say is a warning that names it")
  func warnings() throws {
    #expect(
      try chart(#"{"values": [1, 2, 3], "size": [4, -1], "colorBy": {"column": "c"}}"#).layout().warnings == [
        "series[0].size: 2 for 3 values; entries without look like all others",
        "series[0].size: 1 are negative, and as small as 0", "series[0].colorBy: there are no values in it",
      ])
    #expect(throws: InvalidValue.self) { try chart(#"{"values": [1], "size": {"least": 9, "greatest": 3}}"#) }
  }
}
