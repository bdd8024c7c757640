import ChartModel
import TestSupport
import Testing

@testable import ChartEngine

@Suite("M8 Heat maps")
struct HeatmapTests {
  private static let matrix = """
    {"kind": "heatmap", "x": {"labels": ["a", "b", "c"]}, "y": {"labels": ["first", "second"]}MORE,
     "series": [{"rows": [[1, 2, 3], [4, null, 6]]STYLE}]}
    """

  private func layout(_ style: String = "", _ more: String = "") throws -> CartesianLayout {
    try Plots.layout(
      HeatmapTests.matrix.replacing("MORE", with: more).replacing("STYLE", with: style))
  }

  func mark(_ layout: CartesianLayout) throws -> HeatmapMark {
    try #require(layout.marks.first as? HeatmapMark)
  }

  /// All shapes of a kind below some nodes.
  static func shapes(_ nodes: [Node], where matches: (Node) -> Bool) -> [Node] {
    nodes.flatMap { node -> [Node] in
      switch node.shape {
      case .group(let nodes), .cropped(_, let nodes), .clipped(_, let nodes): shapes(nodes, where: matches)
      default: matches(node) ? [node] : []
      }
    }
  }

  private static func cells(_ layout: CartesianLayout) -> [Node] {
    shapes(layout.marks.flatMap { $0.drawings(entering: false) }.flatMap(\.inside)) { $0.meaning?.path != nil }
  }

  // MARK: - Matrices

  @Test("The first row is on top, and a cell that is missing is left empty", arguments: [false, true])
  func matrix(isTurned: Bool) throws {
    let layout = try layout("", isTurned ? #", "orientation": "horizontal""# : "")
    let mark = try mark(layout)
    let places = (0..<6).compactMap { index in
      mark.series.point(ofSpecIndex: index).flatMap { mark.rect(of: $0) }.map { layout.space.picture($0).center }
    }
    #expect(places.count == 5)
    // 0 1 2 / 3 · 5, or turned the other way.
    let (right, down) = (places[1] - places[0], places[3] - places[0])
    #expect(isTurned ? right.y > 0 && abs(right.x) < 1e-9 : right.x > 0 && abs(right.y) < 1e-9)
    #expect(isTurned ? down.x > 0 && abs(down.y) < 1e-9 : down.y > 0 && abs(down.x) < 1e-9)
    #expect(HeatmapTests.cells(layout).count == 5)
    for index in [0, 1, 2, 3, 5] {
      let point = try #require(mark.series.point(ofSpecIndex: index))
      let center = layout.space.picture(try #require(mark.rect(of: point))).center
      #expect(layout.hit(at: center).entry == [0, index])
    }
    let empty = layout.space.picture(
      Point(x: mark.stage.window.map.pixel(of: 1), y: mark.axis.y(of: 1) ?? .nan))
    #expect(layout.hit(at: empty).kind == .plot)
  }

  @Test("What is drawn is hit, and nothing else", arguments: ["", #", "gap": 6, "radius": 30"#, #", "gap": 0"#])
  func hits(_ style: String) throws {
    let layout = try layout(style)
    let cells = HeatmapTests.cells(layout).compactMap { node -> (rect: Rect, radius: Double, path: [Int])? in
      guard case .rect(let rect, let radius) = node.shape, let path = node.meaning?.path else { return nil }
      return (rect, radius, path)
    }
    #expect(cells.count == 5)
    var (hits, differing) = (0, [Point]())
    for x in stride(from: layout.plot.minX + 0.21, to: layout.plot.maxX, by: 2.3) {
      for y in stride(from: layout.plot.minY + 0.37, to: layout.plot.maxY, by: 1.7) {
        let cell = cells.first { cell in
          guard x >= cell.rect.minX, x < cell.rect.maxX, y >= cell.rect.minY, y < cell.rect.maxY else { return false }
          let (dx, dy) = (
            max(cell.rect.minX + cell.radius - x, x - cell.rect.maxX + cell.radius, 0),
            max(cell.rect.minY + cell.radius - y, y - cell.rect.maxY + cell.radius, 0)
          )
          return dx * dx + dy * dy <= cell.radius * cell.radius
        }
        let hit = layout.hit(at: Point(x: x, y: y))
        if cell != nil { hits += 1 }
        if hit.entry != cell?.path { differing.append(Point(x: x, y: y)) }
      }
    }
    #expect(hits > 10_000 && differing.isEmpty)
  }

  @Test("Numbers of `colorBy` follow one another row by row, as those of rows do")
  func flat() throws {
    let flat = try Plots.layout(
      """
      {"kind": "heatmap", "x": {"labels": ["a", "b", "c"]}, "y": {"labels": ["first", "second"]},
       "series": [{"columns": 3, "colorBy": [1, 2, 3, 4, null, 6]}]}
      """)
    #expect(HeatmapTests.cells(flat).map(\.shape) == HeatmapTests.cells(try layout()).map(\.shape))
    #expect(HeatmapTests.cells(flat).map(\.style) == HeatmapTests.cells(try layout()).map(\.style))
  }

  @Test("Cells say what they are, and so do markers and the chart")
  func words() throws {
    let layout = try layout(#", "name": "Visits", "colorBy": {"title": "visits"}"#)
    #expect(layout.words(for: [0, 3]) == "a, second, visits: 4")
    #expect(layout.marker(for: [0, 5])?.text == "c, second: 6")
    #expect(layout.words(for: [0, 4]) == nil)
    #expect(layout.words() == "Heatmap chart: 1 series, a to c.\nVisits: 5 cells, visits from 1 to 6.")
    #expect(layout.hit(at: Point(x: layout.plot.midX, y: layout.plot.minY + 20)).label == "b")
  }

  @Test("Arrows go to the next cell in the row or the column, past those that are missing")
  func keys() throws {
    for orientation in ["vertical", "horizontal"] {
      var chart = try Plots.chart(
        HeatmapTests.matrix.replacing("MORE", with: #", "orientation": "\#(orientation)""#)
          .replacing("STYLE", with: ""))
      // Turned, columns go down.
      let keys: [Key] =
        orientation == "vertical"
        ? [.right, .right, .down, .left, .down, .up, .right] : [.right, .down, .right, .up, .right, .left, .down]
      let walked = keys.map { key -> Int? in
        chart.key(key)
        return chart.state.view.selection?[1]
      }
      // Nothing is selected at first, so that the first key begins.
      #expect(walked == [0, 1, 1, 0, 3, 0, 1], "\(orientation)")
    }
  }

  @Test("Labels are as legible as text has to be, and those without room are told")
  func labels() throws {
    let layout = try layout(#", "labels": true"#)
    let labels = layout.texts.values.labels
    #expect(labels.map(\.text) == ["1", "4", "2", "3", "6"])
    for label in labels { #expect(label.color.contrast(to: label.background) >= 4.5) }
    let small = try Plots.chart(
      HeatmapTests.matrix.replacing("MORE", with: "").replacing(
        "STYLE", with: #", "labels": {"text": "a long text {color}"}"#),
      size: Size(width: 200, height: 120))
    #expect(try small.plot.warnings.contains { $0.hasPrefix("5 of 5 values were left out") })
  }

  // MARK: - Tables

  @Test("Where numbers in cells are computed all have as many decimals; what somebody has written stays as it is")
  func decimals() throws {
    func texts(_ format: String, _ series: String) throws -> [String] {
      try Plots.layout(#"{"kind": "heatmap"\#(format), "series": {"labels": true, \#(series)}}"#)
        .texts.values.labels.map(\.text)
    }
    let means =
      #""x": ["Mo", "Mo", "Mo", "Tu"], "values": ["a", "a", "a", "a"], "colorBy": [1, 2, 2, 5], "measure": "mean""#
    #expect(try texts("", means) == ["1.67", "5.00"])
    #expect(try texts(#", "format": {"decimals": 1}"#, means) == ["1.7", "5.0"])
    #expect(try texts("", #""rows": [[1.5, 2.25, 3]]"#) == ["1.5", "2.25", "3"])
    // On a scale of powers all are as they are, and so is one alone, and so are rows.
    let powers =
      #""x": ["Mo", "Mo", "Mo", "Tu"], "values": ["a", "a", "a", "a"], "colorBy": {"values": [0.001, 0.002, 0.002, 1000], "scale": "log"}"#
    #expect(try texts("", powers) == ["0.00166667", "1,000"])
    #expect(try texts("", #""x": ["Mo", "Mo", "Mo"], "values": ["a", "a", "a"], "colorBy": [0, 0, 1]"#) == ["0.333333"])
  }

  @Test("Rows of a table lie in the cells of their names, and several in one are told and shown as their mean")
  func table() throws {
    let layout = try Plots.layout(
      """
      {"kind": "heatmap", "x": {"values": ["Jan", "Feb", "Jan", "Jan", "Feb"]},
       "series": [{"values": ["Mon", "Mon", "Tue", "Mon", "Tue"], "colorBy": [1, 2, 3, 5, null]}]}
      """)
    #expect(layout.chart.data.axis.labels == ["Jan", "Feb"] && layout.spec.y.labels == ["Mon", "Tue"])
    #expect(layout.words(for: [0, 0]) == "Jan, Mon: 3" && layout.words(for: [0, 1]) == "Feb, Mon: 2")
    #expect(layout.words(for: [0, 2]) == "Jan, Tue: 3" && layout.words(for: [0, 3]) == nil)
    #expect(
      layout.warnings == ["series[0]: 1 entry lies in cells that others are in: the mean of each cell is shown"])
  }

  @Test("What is made of several is as it is by hand", arguments: HeatmapStyleSpec.Measure.allCases)
  func measures(_ measure: HeatmapStyleSpec.Measure) throws {
    var random = SplitMix64(seed: 8)
    let count = 500
    let (xs, ys) = ((0..<count).map { _ in random.whole(0...3) }, (0..<count).map { _ in random.whole(0...4) })
    let numbers = (0..<count).map { _ in random.chance(0.1) ? Double.nan : Double(random.whole(-50...50)) }
    var style = HeatmapStyleSpec()
    style.colorBy = ColorChannelSpec()
    style.colorBy?.values = .numbers(numbers)
    style.measure = measure
    var series = SeriesSpec(.heatmap(style), values: .numbers(ys.map(Double.init)))
    series.positions = .numbers(xs.map(Double.init))
    let chart = Plots.chart(.heatmap, [series])
    let mark = try mark(try chart.plot)
    var seen = 0
    for point in 0..<mark.series.points.count {
      let (x, y) = (mark.series.points.positions[point], mark.series.points.values[point])
      guard !y.isNaN else { continue }
      let own = (0..<count).filter { Double(xs[$0]) == x && Double(ys[$0]) == y && !numbers[$0].isNaN }.map {
        numbers[$0]
      }
      .sorted()
      let expected =
        switch measure {
        case .count: Double(own.count)
        case .sum: own.reduce(0, +)
        case .mean: own.reduce(0, +) / Double(own.count)
        case .min: own.first ?? .nan
        case .max: own.last ?? .nan
        case .median: (own[(own.count - 1) / 2] + own[own.count / 2]) / 2
        }
      let value = try #require(mark.colors.value(of: mark.series.specIndex(of: point)))
      #expect(abs(value - expected) < 1e-9)
      seen += 1
    }
    #expect(seen == 20)
  }

  // MARK: - Many and few

  @Test("So many cells as two years have days say what they are; of more nobody would listen to each")
  func named() throws {
    for (side, areNamed) in [(10, true), (27, true), (28, false)] {
      let layout = try Plots.layout(
        """
        {"kind": "heatmap", "series": [{"rows": \((0..<side).map { row in (0..<side).map { row * $0 } })}]}
        """)
      #expect(HeatmapTests.cells(layout).count == (areNamed ? side * side : 0))
    }
  }

  // MARK: - Very many

  @Test("More than 2,000 cells are one picture, whose pixels are the cells that are hit", arguments: [false, true])
  func picture(isTurned: Bool) throws {
    let (columns, rows) = (70, 40)
    var style = HeatmapStyleSpec()
    for row in 0..<rows {
      var cells: [Double?] = []
      for column in 0..<columns {
        let number = (row * 31 + column * 17) % 97
        cells.append((row + column) % 9 == 0 ? nil : Double(number))
      }
      style.rows.append(cells)
    }
    let chart = Plots.chart(.heatmap, [SeriesSpec(.heatmap(style))]) { spec in
      if isTurned { spec.orientation = .horizontal }
    }
    let layout = try chart.plot
    let images = HeatmapTests.shapes(layout.scene().nodes) { if case .raster = $0.shape { true } else { false } }
    guard images.count == 1, case .raster(let raster, let rect)? = images.first?.shape else {
      Issue.record("no picture")
      return
    }
    #expect(raster.width == (isTurned ? rows : columns) && raster.height == (isTurned ? columns : rows))
    let mark = try mark(layout)
    for row in 0..<raster.height {
      for column in 0..<raster.width {
        let place = Point(
          x: rect.x + (Double(column) + 0.5) * rect.width / Double(raster.width),
          y: rect.y + (Double(row) + 0.5) * rect.height / Double(raster.height))
        let index = isTurned ? column * columns + row : row * columns + column
        let pixel = raster.pixels[row * raster.width + column]
        let hit = layout.hit(at: place)
        guard style.rows[index / columns][index % columns] != nil else {
          if pixel != 0 || hit.kind != .plot { Issue.record("\(index): something where there is nothing") }
          continue
        }
        guard hit.entry == [0, index], let color = mark.colors.ownColor(of: index) else {
          Issue.record("\(index) is not hit")
          continue
        }
        // One of 128 colours, which is hardly another.
        let drawn = raster.colors[Int(pixel)]
        let difference =
          [(drawn.red, color.red), (drawn.green, color.green), (drawn.blue, color.blue)]
          .map { abs(Int($0) - Int($1)) }.max() ?? 255
        if difference > 4 { Issue.record("\(index): \(drawn) for \(color)") }
      }
    }
  }

  @Test("Cells that lie in no grid are drawn all the same")
  func scattered() throws {
    var random = SplitMix64(seed: 3)
    var style = HeatmapStyleSpec()
    style.colorBy = ColorChannelSpec()
    style.colorBy?.values = .numbers((0..<3_000).map { _ in random.number(0...9) })
    var series = SeriesSpec(.heatmap(style), values: .numbers((0..<3_000).map { _ in random.number(0...1) }))
    series.positions = .numbers((0..<3_000).map { _ in random.number(0...1) })
    let layout = try Plots.chart(.heatmap, [series]).plot
    let shapes = HeatmapTests.shapes(layout.scene().nodes) {
      if case .path = $0.shape { $0.style.fill != nil } else { false }
    }
    #expect(shapes.count > 50 && shapes.count <= 130)
  }

  @Test("In a cell {value} is its number, {y} its row", arguments: ["{value:.1} t", "{color:.1} t"])
  func cellNumbers(text: String) throws {
    func texts(_ text: String) throws -> [String] {
      try Plots.layout(
        """
        {"kind": "heatmap", "y": {"labels": ["north", "south"]},
          "series": {"rows": [[1.25, 2], [3, 14]], "labels": {"text": "\(text)"}}}
        """
      ).marks[0].labelRequests.map(\.text)
    }
    #expect(try texts(text).sorted() == ["1.3 t", "14.0 t", "2.0 t", "3.0 t"])
    #expect(try Set(texts("{y}")) == ["north", "south"])
  }

  @Test("All cells say their numbers, in smaller letters where there is little room, or none does")
  func alike() throws {
    for width in stride(from: 200.0, through: 480, by: 20) {
      let rows = (0..<8).map { row in "[" + (0..<8).map { $0 == row ? "1" : "-0.42" }.joined(separator: ", ") + "]" }
      let layout = try Plots.chart(
        #"{"kind": "heatmap", "series": {"rows": [\#(rows.joined(separator: ", "))], "labels": true}}"#,
        size: Size(width: width, height: 300)
      ).plot
      let labels = layout.texts.values.labels
      #expect(labels.count == 64 || labels.isEmpty && layout.warnings.contains { $0.hasPrefix("64 of 64 values") })
      #expect(Set(labels.map(\.font.size)).count <= 1 && labels.allSatisfy { $0.font.size >= 9 })
      for label in labels {
        let rect = try #require(try mark(layout).rect(of: label.point))
        #expect(label.box.width + 4 <= rect.width)
      }
    }
  }

  @Test(
    "Where all cells are equal the legend tells their number once", arguments: [Size(width: 320, height: 200), nil])
  func equal(size: Size?) throws {
    let layout = try Plots.chart(#"{"kind": "heatmap", "series": {"rows": [[5, 5], [5, 5]]}}"#, size: size).plot
    let texts = HeatmapTests.shapes(layout.scene().nodes) { node in
      if case .text(let text) = node.shape { text.string == "5" } else { false }
    }
    #expect(layout.frame.legend?.scales.count == 1 && texts.count == 1)
  }

  @Test("Of a heat map without cells it is told once that there are no values")
  func empty() throws {
    #expect(
      try Plots.layout(#"{"kind": "heatmap", "series": {"rows": []}}"#).warnings
        == ["there are no values: nothing to show"])
  }
}

extension Hit {
  /// The series and the entry in it that is hit; `nil` for everything else.
  fileprivate var entry: [Int]? {
    guard kind == .point, let series, let index else { return nil }
    return [series, index]
  }
}
