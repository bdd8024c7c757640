import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

@Suite("W8: Legends by default, their symbols and title, and names left alone by a double tap")
struct DefaultLegendTests {
  static let two = "{\"name\": \"A\", \"values\": [1, 3]}, {\"name\": \"B\", \"values\": [2, 1]}"

  static func spec(_ series: String, kind: String = "line", _ rest: String = "") -> String {
    "{\"kind\": \"\(kind)\", \"series\": [\(series)]\(rest)}"
  }

  @Test(
    "There is a legend where something is to be told apart, and none where nothing is",
    arguments: [
      (spec(two), true), (spec(two, kind: "bar"), true), (spec("{\"name\": \"A\", \"values\": [1, 3]}"), false),
      // Nobody has given them names.
      (spec("{\"values\": [1, 3]}, {\"values\": [2, 1]}"), false),
      (spec(two, kind: "line", ", \"legend\": \"none\""), false),
      (spec(two, kind: "line", ", \"legend\": false"), false),
      (spec(two, kind: "line", ", \"legend\": \"auto\""), true),
      (spec("{\"values\": [1, 3], \"colorBy\": [\"x\", \"y\"]}", kind: "scatter"), true),
      (spec("{\"values\": [1, 3], \"colorBy\": [1, 2]}", kind: "scatter"), true),
      (spec("{\"values\": [1, 3], \"size\": [1, 2]}", kind: "scatter"), true),
      (spec("{\"values\": [1, 3]}", kind: "scatter"), false),
    ])
  func presence(spec: String, isThere: Bool) throws {
    let layout = try Plots.layout(spec)
    #expect((layout.frame.legend != nil) == isThere)
    #expect(layout.warnings.allSatisfy { !$0.contains("legend") })
  }

  static let sizes = [Size(width: 320, height: 200), Size(width: 640, height: 400), Size(width: 1200, height: 700)]

  @Test("It is above the plot or beside it, inside the picture, and leaves most of it to the plot", arguments: sizes)
  func place(size: Size) throws {
    for count in [2, 3, 5, 8, 20, 60] {
      let series = (1...count).map { "{\"name\": \"Series number \($0)\", \"values\": [\($0), 3]}" }
      let chart = try Plots.chart(DefaultLegendTests.spec(series.joined(separator: ",")), size: size)
      let layout = try chart.plot
      #expect(layout.plot.height >= 0.4 * size.height && layout.plot.width >= 0.5 * size.width, "\(count)")
      guard let legend = layout.frame.legend else {
        #expect(size.width < 400 && count > 5, "only small pictures are without")
        continue
      }
      for box in legend.boxes {
        #expect(layout.canvas.bounds.contains(box))
        #expect(box.maxY <= layout.plot.minY || box.minX >= layout.plot.maxX)
      }
      // What isn't written is counted.
      #expect(legend.entries.count + (legend.missing?.count ?? 0) == count)
    }
  }

  @Test("Pictures too small for it are without, and nobody is warned: nobody has asked for it")
  func tiny() throws {
    for size in [Size(width: 110, height: 90), Size(width: 200, height: 60), Size(width: 1, height: 1)] {
      let layout = try Plots.chart(DefaultLegendTests.spec(DefaultLegendTests.two), size: size).plot
      #expect(layout.frame.legend == nil && layout.warnings.allSatisfy { !$0.contains("legend") })
    }
    let asked = try Plots.chart(
      DefaultLegendTests.spec(DefaultLegendTests.two, kind: "line", ", \"legend\": \"top\""),
      size: Size(width: 110, height: 90))
    #expect(try asked.plot.warnings.contains { $0.contains("legend") })
  }

  @Test("Lines stand in it as they are drawn: with their width, dashes and dots; areas and bars as squares")
  func symbols() throws {
    let layout = try Plots.layout(
      """
      {"kind": "combined", "series": [
        {"type": "line", "name": "A", "values": [1], "width": 3, "dash": [4, 2]},
        {"type": "line", "name": "B", "values": [1], "dots": {"place": "all", "style": "hollow"}},
        {"type": "line", "name": "C", "values": [1], "area": true},
        {"type": "bar", "name": "D", "values": [1]}, {"type": "scatter", "name": "E", "values": [1]}]}
      """)
    #expect(
      try #require(layout.frame.legend).entries.map(\.symbol) == [
        .line(width: 3, dash: [4, 2], dot: .none), .line(width: 2, dash: [], dot: .hollow), .swatch, .swatch, .circle,
      ])
  }

  @Test("A title stands before the names, or above them", arguments: ["top", "bottom", "left", "right"])
  func title(side: String) throws {
    let legend = ", \"legend\": {\"position\": \"\(side)\", \"title\": \"Region\"}"
    let layout = try Plots.layout(DefaultLegendTests.spec(DefaultLegendTests.two, kind: "line", legend))
    let placed = try #require(layout.frame.legend)
    let texts = placed.node(on: layout.canvas.surface).leaves.compactMap(\.text)
    let title = try #require(texts.first { $0.string == "Region" })
    let first = try #require(placed.entries.first)
    if side == "left" || side == "right" {
      #expect(title.position.x == first.box.minX && title.position.y < first.box.minY)
    } else {
      #expect(title.box.maxX < first.box.minX && first.box.minY...first.box.maxY ~= title.position.y)
    }
  }

  @Test("Long names stand side by side, told apart by their ends; what is missing or cut is said")
  func longNames() throws {
    func series(_ names: [String]) -> String {
      names.map { "{\"name\": \"\($0)\", \"values\": [1, 3]}" }.joined(separator: ",")
    }
    let small = Size(width: 320, height: 200)
    let rain = ["north", "south", "west"].map { "Precipitation in the \($0)" }
    let layout = try Plots.chart(DefaultLegendTests.spec(series(rain)), size: small).plot
    let legend = try #require(layout.frame.legend)
    #expect(legend.entries.map(\.label) == rain && Set(legend.entries.map(\.text)).count == 3)
    #expect(layout.warnings.contains { $0.contains("legend: 3 names were shortened") })
    let many = try Plots.chart(
      DefaultLegendTests.spec(series((0..<20).map { "Country number \($0)" }), kind: "line", ", \"legend\": \"top\""),
      size: small
    ).plot
    let entries = try #require(many.frame.legend).entries
    #expect(entries.count >= 2 && many.warnings.contains { $0.contains("legend: \(20 - entries.count) of 20 names") })
    func titled(_ size: Size) throws -> CartesianLayout {
      try Plots.chart(
        DefaultLegendTests.spec(
          DefaultLegendTests.two, kind: "line",
          ", \"title\": \"A title that has two lines in so small a picture\", \"subtitle\": \"a\", \"caption\": \"b\""),
        size: size
      ).plot
    }
    // Series have to be told apart, so that other texts give way; in pictures that are still smaller it is the legend that does.
    let told = ["caption", "subtitle"].map { "\($0): left out: there is no room for it" }
    #expect(try titled(small).frame.legend?.entries.count == 2 && titled(small).warnings == told)
    let smaller = try titled(Size(width: 300, height: 190))
    #expect(smaller.frame.legend == nil)
    #expect(smaller.warnings == ["the legend was left out: there is no room for it"])
  }

  // MARK: - Double taps

  /// Two taps at a place, so many seconds apart.
  static func tapTwice(_ chart: inout Chart, at places: [Point], after seconds: Double) {
    for (index, place) in places.enumerated() {
      for phase in [PointerReport.Phase.down, .up] {
        let report = PointerReport(phase: phase, position: place, time: Double(index) * seconds)
        _ = chart.apply(.pointer(report))
      }
    }
  }

  @Test("A double tap on a name leaves it alone; another one shows all again, of plots and of what stands still")
  func isolating() throws {
    let series = (1...4).map { "{\"name\": \"S\($0)\", \"values\": [\($0), 3, 2]}" }.joined(separator: ",")
    for kind in ["line", "bar", "radar", "polar"] {
      let labels = kind == "radar" || kind == "polar" ? ", \"labels\": [\"a\", \"b\", \"c\"]" : ""
      var chart = try Plots.chart(DefaultLegendTests.spec(series, kind: kind, labels))
      let all = try #require(DefaultLegendTests.boxes(chart))
      DefaultLegendTests.tapTwice(&chart, at: [all[1].center, all[1].center], after: 0.1)
      #expect(chart.state.view.hidden == [0, 2, 3], "\(kind)")
      DefaultLegendTests.tapTwice(&chart, at: [all[2].center, all[2].center], after: 0.1)
      #expect(chart.state.view.hidden == [0, 1, 3], "another one instead")
      DefaultLegendTests.tapTwice(&chart, at: [all[2].center, all[2].center], after: 0.1)
      #expect(chart.state.view.hidden == [])
      // Slow, or on two names, they are two taps.
      DefaultLegendTests.tapTwice(&chart, at: [all[2].center, all[2].center], after: 1)
      #expect(chart.state.view.hidden == [])
      DefaultLegendTests.tapTwice(&chart, at: [all[0].center, all[1].center], after: 0.1)
      #expect(chart.state.view.hidden == [0, 1])
    }
  }

  /// Where the names of a legend are.
  static func boxes(_ chart: Chart) -> [Rect]? {
    guard case .array(let entries)? = chart.layout().report()["legend"] else { return nil }
    return try? entries.map { try Rect.schema.decode($0["box"] ?? .null) }
  }

  @Test("What is left alone stays selected; the selection of what is hidden goes, by taps and by program")
  func selection() throws {
    var chart = try Plots.chart(DefaultLegendTests.spec(DefaultLegendTests.two))
    _ = chart.apply(.highlight(path: [0, 1], notify: true))
    _ = chart.apply(.isolate(series: 0))
    #expect(chart.state.view.hidden == [1] && chart.state.view.selection == [0, 1])
    #expect(chart.apply(.isolate(series: 1)).events == [.nothingSelected])
    #expect(chart.state.view.hidden == [0])
    for index in [-1, 2, .max] { #expect(!chart.apply(.isolate(series: index)).changed) }
  }
}
