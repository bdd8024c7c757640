import ChartModel
import JSONModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("The legend of points")
struct ScatterLegendTests {
  private func chart(
    _ series: String, kind: String = "scatter", legend: String = "right", size: (Int, Int) = (640, 360)
  ) throws -> Chart {
    let text = """
      {"kind": "\(kind)", "legend": "\(legend)", "size": {"width": \(size.0), "height": \(size.1)}, "series": [\(series)]}
      """
    return Chart(id: "t", spec: try ChartSpec(json: JSON(parsing: text)))
  }

  /// The nodes of the legend, each with what it says.
  private func entries(_ chart: Chart) throws -> [(label: String, leaves: [Node])] {
    func all(_ nodes: [Node]) -> [Node] {
      nodes.flatMap { node -> [Node] in
        if case .group(let inner) = node.shape { return [node] + all(inner) }
        return [node]
      }
    }
    let nodes = all(chart.layout().scene().nodes)
    return nodes.filter { $0.meaning?.kind == "legend entry" }.map { ($0.meaning?.label ?? "", $0.leaves) }
  }

  private func texts(_ leaves: [Node]) -> [String] {
    leaves.compactMap { node in
      if case .text(let text) = node.shape { text.runs.map(\.text).joined() } else { nil }
    }
  }

  @Test("M1: An entry shows the shape of its points", arguments: ScatterStyleSpec.Shape.allCases)
  func symbols(shape: ScatterStyleSpec.Shape) throws {
    let chart = try chart(
      #"{"type": "scatter", "name": "A", "shape": "\#(shape.rawValue)", "values": [1, 2]}, {"type": "bar", "values": [2, 1]}"#,
      kind: "combined")
    let swatches = try #require(chart.plot.frame.legend).entries
    let entries = try entries(chart)
    #expect(entries.map(\.label) == ["A", "Series 2"])
    switch try #require(entries[0].leaves.first).shape {
    case .circle(let center, let radius):
      #expect(shape == .circle && center == Point(x: swatches[0].swatch.midX, y: swatches[0].swatch.midY))
      #expect(radius == swatches[0].swatch.width / 2)
    case .path(let path):
      #expect(shape != .circle)
      let swatch = swatches[0].swatch
      let center = Point(x: swatch.midX, y: swatch.midY)
      // The outline of a point of some radius: the same places lie inside, as far as they are told apart by its size.
      let covered = stride(from: -9.95, to: 10, by: 0.1).flatMap { x in
        stride(from: -9.95, to: 10, by: 0.1).map { Point(x: center.x + x, y: center.y + $0) }
      }
      let inside = covered.filter { path.contains($0) }
      let radius = (Double(inside.count) * 0.01 / .pi).squareRoot()
      #expect((3...5.5).contains(radius))
      let glyph = PointGlyph(shape, center: center, radius: radius)
      let different = covered.count { path.contains($0) != glyph.contains($0, border: 0) }
      #expect(Double(different) < 0.05 * Double(inside.count))
      #expect(inside.allSatisfy { $0.x < swatch.maxX + 3.5 }, "it is near the name")
    default: Issue.record("an entry of points shows no shape")
    }
    // Of what has no shape it is the rounded square that it always was.
    #expect(entries[1].leaves.first?.shape == .rect(swatches[1].swatch, cornerRadius: 2.5))
  }

  @Test(
    "M1: Numbers that are colours have a bar with their ends and a round number between, and the series no entry",
    arguments: ["right", "left", "top", "bottom"])
  func colors(side: String) throws {
    let chart = try chart(
      #"{"name": "A", "values": [1, 2, 3], "colorBy": {"values": [1, 40, 98.25], "title": "age"}}"#, legend: side)
    let entries = try entries(chart)
    #expect(entries.map(\.label) == ["age, colors from 1 to 98"])
    let isColumn = side == "right" || side == "left"
    #expect(texts(entries[0].leaves) == (isColumn ? ["age", "1", "50", "98"] : ["age", "1", "98"]))
    let bar = try #require(entries[0].leaves.first { if case .rect = $0.shape { true } else { false } })
    guard case .rect(let rect, _) = bar.shape, case .gradient(let gradient)? = bar.style.fill else {
      Issue.record("the bar has no colours")
      return
    }
    #expect(isColumn ? rect.height > rect.width : rect.width > rect.height)
    // Its ends are the colours of the least and the greatest point; a column has the greatest at the top.
    let points = chart.layout().scene().nodes.flatMap(\.leaves).filter { $0.circle != nil }.map(\.fillColor?.opaque)
    let ends = [gradient.stops.first?.color, gradient.stops.last?.color]
    #expect(ends == (isColumn ? [points[2], points[0]] : [points[0], points[2]]))
    // The plot keeps clear of it, and a pointer there means one of its numbers.
    #expect(!(try chart.plot.plot).contains(Point(x: rect.midX, y: rect.midY)))
    let hit = chart.layout().hit(at: Point(x: rect.midX, y: rect.midY))
    #expect(hit.kind == .legend && hit.series == nil && abs((hit.value ?? 0) - 49.625) < 0.01)
  }

  @Test(
    "M1: Sizes have circles as large as points of these values are, with round numbers", arguments: ["right", "top"])
  func sizes(side: String) throws {
    let chart = try chart(
      #"{"name": "A", "values": [1, 2, 3], "size": {"values": [3, 40, 120], "title": "people", "greatest": 12}}"#,
      legend: side)
    let entries = try entries(chart)
    #expect(entries.map(\.label) == ["A", "people, sizes of 5, 20, 100"])
    #expect(texts(entries[1].leaves) == ["people", "5", "20", "100"])
    let radii = entries[1].leaves.compactMap(\.circle).map(\.radius)
    // 12 px are 120: areas are in proportion.
    for (radius, value) in zip(radii, [5.0, 20, 100]) { #expect(isNear(radius * radius / 144, value / 120, 1e-9)) }
    #expect(radii.count == 3)
    // Where the largest have no room it names those that are shown.
    let large = try #require(
      self.entries(
        self.chart(
          #"{"values": [1, 2, 3], "size": {"values": [3, 40, 120], "title": "people", "greatest": 40}}"#, legend: side)
      ).last)
    let shown = texts(large.leaves).dropFirst()
    #expect(large.label == "people, sizes of " + shown.joined(separator: ", "))
    #expect(!shown.isEmpty && shown.last != "100")
  }

  @Test("M1: Keys of hidden series go, those that say the same are said once, and what isn't known needs none")
  func several() throws {
    let same = #""colorBy": {"values": [1, 2], "title": "age"}"#
    var chart = try chart(
      #"{"name": "A", "values": [1, 2], \#(same)}, {"name": "B", "values": [1, 2], \#(same)}, {"name": "C", "values": [1, 2], "colorBy": [7, 9]}"#,
      size: (640, 480))
    let all = try entries(chart).map(\.label)
    #expect(all == ["A", "B", "C", "age, colors from 1 to 2", "C, colors from 7 to 9"])
    _ = chart.apply(.toggle(series: 2))
    #expect(try entries(chart).map(\.label) == ["A", "B", "C, hidden", "age, colors from 1 to 2"])
    _ = chart.apply(.toggle(series: 0))
    #expect(try entries(chart).map(\.label) == ["A, hidden", "B", "C, hidden", "age, colors from 1 to 2"])
    for nothing in ["[]", "[null, null]"] {
      #expect(
        try entries(self.chart(#"{"name": "A", "values": [1, 2], "colorBy": \#(nothing)}"#)).map(\.label) == ["A"])
    }
    #expect(try entries(self.chart(#"{"values": [1, 2], "colorBy": [5, 5]}"#)).map(\.label) == ["color of 5"])
  }

  @Test("M1: A hidden series without an entry of its own leaves no legend, and that is no fault")
  func nothingLeft() throws {
    var chart = try chart(#"{"values": [1, 2], "colorBy": [1, 2]}"#)
    _ = chart.apply(.toggle(series: 0))
    #expect(try chart.plot.frame.legend == nil)
    #expect(!chart.layout().warnings.contains { $0.contains("legend") })
  }

  @Test("M1: Keys that there is no room for are left out with a warning, and never overlap the plot")
  func room() throws {
    let series = #"{"name": "A", "values": [1, 2], "colorBy": [1, 2], "size": [1, 2]}"#
    for side in ["right", "left", "top", "bottom"] {
      for size in [(120, 70), (160, 120), (200, 100), (320, 200), (640, 360), (1200, 700)] {
        let chart = try chart(series, legend: side, size: size)
        let layout = try chart.plot
        let shown = layout.frame.legend?.scales ?? []
        for (index, scale) in shown.enumerated() {
          #expect(scale.box.minX >= 0 && scale.box.maxX <= Double(size.0), "\(side) \(size)")
          #expect(scale.box.minY >= 0 && scale.box.maxY <= Double(size.1), "\(side) \(size)")
          let (plot, box) = (layout.plot, scale.box)
          let isBeside =
            box.maxX <= plot.minX || box.minX >= plot.maxX || box.maxY <= plot.minY || box.minY >= plot.maxY
          #expect(isBeside, "\(side) \(size)")
          for other in shown[..<index] {
            #expect(other.box.maxX <= box.minX || other.box.maxY <= box.minY, "\(side) \(size)")
          }
        }
        let warnings = chart.layout().warnings.filter { $0.contains("legend") }
        #expect((layout.frame.legend == nil ? 1 : 2 - shown.count) == warnings.count, "\(side) \(size) \(warnings)")
      }
    }
    // Bubbles are smaller in so low a picture, and their key only lacks room in a narrow one.
    let warnings = try chart(series, legend: "top", size: (200, 90)).layout().warnings
    #expect(
      warnings.filter { $0.contains("legend") } == ["the legend's key of sizes was left out: there is no room for it"])
  }

  @Test(
    "M1: All numbers beside one bar have the same number of decimals, and no more than they need",
    arguments: [
      ("0.013, 49.97", ["0", "20", "50"]), ("0, 50", ["0", "20", "50"]), ("0.25, 1.5", ["0.25", "1.00", "1.50"]),
    ])
  func decimals(numbers: String, expected: [String]) throws {
    let chart = try chart(#"{"name": "A", "values": [1, 2], "colorBy": {"values": [\#(numbers)], "title": "age"}}"#)
    #expect(try texts(entries(chart)[0].leaves).dropFirst() == expected[...])
    // A row has its ends alone, which don't need what the number between them does.
    let row = try self.chart(#"{"values": [1, 2], "colorBy": [1, 2]}"#, legend: "top")
    #expect(try texts(entries(row)[0].leaves) == ["1", "2"])
  }

  @Test("M1: Numbers of any size make keys, or none, but never end anything")
  func extremes() throws {
    let numbers = ["1e308", "-1e308", "5e-324", "0", "-0.0", "1e-300", "123456789.123456789"]
    for first in numbers {
      for second in numbers {
        let chart = try chart(
          #"{"values": [1, 2], "colorBy": [\#(first), \#(second)], "size": [\#(second), \#(first)]}"#)
        for entry in try entries(chart) { #expect(!entry.label.contains("nan") && !entry.label.contains("inf")) }
      }
    }
  }

  // MARK: - Several series

  @Test("Series whose sizes and colours stand for the same have one scale, which the legend says once")
  func sharedScales() throws {
    let chart = try chart(
      #"""
      {"name": "a", "x": [1, 3], "values": [1, 2], "size": {"values": [100, 400], "title": "people"}, "colorBy": [1, 2]},
      {"name": "b", "x": [2, 4], "values": [2, 1], "size": {"values": [100, 25], "title": "people"}, "colorBy": [4, 2]}
      """#)
    let layout = try chart.plot
    let marks = try layout.marks.map { try #require($0 as? ScatterMark) }
    func radius(_ series: Int, _ point: Int) throws -> Double { try #require(marks[series].glyph(of: point)).radius }
    #expect(try radius(0, 0) == radius(1, 0) && abs(radius(0, 1) - 4 * radius(1, 1)) < 1e-9)
    #expect(marks[0].color(of: 1) == marks[1].color(of: 1) && marks[0].color(of: 0) != marks[1].color(of: 0))
    let labels = try entries(chart).map(\.label)
    #expect(labels.count { $0.contains("colors from 1 to 4") } == 1 && labels.count { $0.contains("sizes of") } == 1)
    // What stands for something else has a scale of its own.
    let apart = try self.chart(
      #"""
      {"name": "a", "x": [1, 3], "values": [1, 2], "size": {"values": [100, 400], "title": "people"}},
      {"name": "b", "x": [2, 4], "values": [2, 1], "size": {"values": [1, 2], "title": "area"}}
      """#)
    #expect(try entries(apart).count { $0.label.contains("sizes of") } == 2)
  }

  @Test("Names have one colour in all series, and stand in the legend once")
  func sharedNames() throws {
    let chart = try chart(
      #"""
      {"name": "a", "x": [1, 3], "values": [1, 2], "colorBy": ["Asia", "Europe"]},
      {"name": "b", "x": [2, 4], "values": [2, 1], "colorBy": ["Europe", "Africa"]}
      """#)
    let marks = try chart.plot.marks.map { try #require($0 as? ScatterMark) }
    #expect(marks[0].color(of: 1) == marks[1].color(of: 0) && marks[0].color(of: 0) != marks[1].color(of: 1))
    #expect(marks[1].filling("color", of: 1) == "Africa")
    #expect(try entries(chart).map(\.label).suffix(3) == ["Asia", "Europe", "Africa"])
  }

  @Test("Sizes in the legend are round numbers among those that there are", arguments: ["right", "top"])
  func roundSizes(legend: String) throws {
    for (sizes, wanted) in [
      ([1.0, 1.5, 2], ["1", "2"]), ([7, 8, 9], ["8"]), ([90, 95, 99], ["95"]), ([1, 40, 100], ["100"]),
    ] {
      let chart = try chart(#"{"x": [1, 2, 3], "values": [1, 2, 3], "size": \#(sizes)}"#, legend: legend)
      let scale = try #require(entries(chart).first { $0.label.contains("sizes of") })
      let numbers = texts(scale.leaves).compactMap(Double.init)
      #expect(numbers.allSatisfy { $0 >= sizes[0] && $0 <= sizes[2] }, "\(numbers) of \(sizes)")
      #expect(legend == "top" || wanted.allSatisfy { texts(scale.leaves).contains($0) }, "\(texts(scale.leaves))")
      // Nothing else is to be said of points without a name.
      #expect(try !entries(chart).contains { $0.label.contains("Series 1") })
    }
  }

  @Test(
    "Sizes have no key where it is drawn how many points there are in each place, and have one nearer to the points")
  func dense() throws {
    let count = PointDensity.mostPoints + 1
    var style = ScatterStyleSpec()
    style.size = SizeChannelSpec()
    style.size?.values = .numbers((0..<count).map { Double($0 % 90 + 10) })
    var series = SeriesSpec(.scatter(style), values: .numbers((0..<count).map { Double($0 % 1_000) }))
    series.positions = .numbers((0..<count).map(Double.init))
    var chart = Plots.chart(.scatter, [series], size: Size(width: 640, height: 360)) { spec in
      spec.common.legend.position = .right
      spec.viewport.zoom = .both
    }
    #expect(try chart.plot.frame.legend?.scales.isEmpty != false)
    _ = chart.apply(.zoom(.by(4, x: 300, y: nil)))
    #expect(try chart.plot.frame.legend?.scales.isEmpty == false)
  }

  @Test("Bubbles of small multiples, and those in their legend, are in one measure")
  func panels() throws {
    let spec = try ChartSpec(
      json: JSON(
        parsing:
          #"{"kind": "scatter", "legend": "right", "y": {"title": "Height"}, "series": {"x": [1, 2], "values": [1, 2], "size": [1, 2]}}"#
      ))
    let panels = [[4.0, 100], [50, 25], [100, 16], [9, 64]].enumerated().map { index, sizes in
      FacetedSpec.Panel(
        column: "City \(index)",
        chart: spec.changed { spec in spec.series[0].fill(channel: "size", with: .numbers(sizes)) })
    }
    let chart = Chart(
      id: "t", spec: ChartSpec(FacetedSpec(spec, facet: FacetSpec(by: "city"), panels: panels)),
      size: Size(width: 700, height: 400))
    let layout = try #require(chart.layout() as? CompositeLayout)
    let perRoot = try layout.parts.enumerated().flatMap { index, part in
      let mark = try #require((part.layout as? CartesianLayout)?.marks.first as? ScatterMark)
      let sizes = [[4.0, 100], [50, 25], [100, 16], [9, 64]][index]
      return try (0..<2).map { try #require(mark.glyph(of: $0)).radius / sizes[$0].squareRoot() }
    }
    #expect(perRoot.allSatisfy { abs($0 - perRoot[0]) < 1e-9 }, "\(perRoot)")
    let scale = try #require(entries(chart).first { $0.label.contains("sizes of") })
    let radii = scale.leaves.compactMap { if case .circle(_, let radius) = $0.shape { radius } else { nil } }
    let numbers = texts(scale.leaves).compactMap(Double.init)
    #expect(!radii.isEmpty && radii.count == numbers.count)
    for (radius, number) in zip(radii, numbers) { #expect(abs(radius / number.squareRoot() - perRoot[0]) < 1e-9) }
  }

  @Test(
    "Shapes in the key of sizes leave numbers and one another alone", arguments: ScatterStyleSpec.Shape.allCases,
    ["right", "top"])
  func room(shape: ScatterStyleSpec.Shape, legend: String) throws {
    let chart = try chart(
      #"{"name": "A", "shape": "\#(shape.rawValue)", "values": [1, 2, 3], "size": {"values": [1, 30, 400], "greatest": 44}}"#,
      legend: legend)
    let leaves = try entries(chart).flatMap(\.leaves)
    var shapes: [Rect] = []
    for node in leaves {
      switch node.shape {
      case .circle(let center, let radius):
        shapes.append(Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
      case .path(let path):
        let flat = FlattenedPath(path)
        let (xs, ys) = (flat.ends.dropFirst().map(\.x), flat.ends.dropFirst().map(\.y))
        let (left, top) = (try #require(xs.min()), try #require(ys.min()))
        shapes.append(Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top))
      default: break
      }
    }
    let texts = leaves.compactMap { node -> Rect? in
      if case .text(let text) = node.shape { text.box(in: Font(size: text.size)) } else { nil }
    }
    #expect(shapes.count > 2 && texts.count > 2)
    for (index, box) in shapes.enumerated() {
      #expect(!texts.contains { $0.intersects(box) }, "\(box)")
      #expect(!shapes[..<index].contains { $0.intersects(box) }, "\(box)")
    }
  }
}
