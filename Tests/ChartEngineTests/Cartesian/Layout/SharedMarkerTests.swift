import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

@Suite("W7: One marker for all series at a position")
struct SharedMarkerTests {
  static func chart(_ kind: String, _ rest: String = "", size: Size? = nil) throws -> Chart {
    try Plots.chart(
      """
      {"kind": "\(kind)", "marker": {"shared": true}, "x": {"labels": ["Mo", "Tu", "We"]}\(rest), "series": [
        {"name": "North", "values": [1, 2, 3]}, {"name": "South", "values": [4, null, 6]},
        {"name": "West", "values": [7, 8, 9]}]}
      """, size: size)
  }

  @Test("It tells the position, and a line for each series that has a value there", arguments: ["line", "bar"])
  func lines(kind: String) throws {
    let layout = try SharedMarkerTests.chart(kind).plot
    let marker = try #require(layout.marker(for: [1, 2]))
    #expect(marker.text == "We\n● North 3\n● South 6\n● West 9")
    #expect(marker.runs.filter { $0.weight == 700 }.map(\.text).joined() == "We\nSouth 6\n", "its own is bold")
    #expect(try #require(layout.marker(for: [0, 1])).text == "Tu\n● North 2\n● West 8", "no value is no line")
  }

  @Test(
    "Points at names, whole numbers and days are told together, several of one series one after the other",
    arguments: [
      (#"["a", "b", "b"]"#, "b"), ("[1, 2, 2]", "2"), (#"["2026-01-01", "2026-01-02", "2026-01-02"]"#, "Jan 2, 2026"),
    ])
  func points(positions: String, label: String) throws {
    let layout = try Plots.layout(
      """
      {"kind": "scatter", "marker": {"shared": true}, "x": {"values": \(positions)}, "series": [
        {"name": "North", "values": [1, 2, 3]}, {"name": "South", "values": [4, 5, 6]}]}
      """)
    #expect(try #require(layout.marker(for: [0, 1])).text == "\(label)\n● North 2\n● South 5, 6")
    #expect(try #require(layout.marker(for: [0, 1])).rule != nil && layout.warnings.isEmpty)
  }

  @Test("Points that lie anywhere, and cells, have markers of their own, which is told")
  func alone() throws {
    let layout = try Plots.layout(
      """
      {"kind": "scatter", "marker": {"shared": true}, "series": [
        {"name": "A", "x": [1.5, 2.25], "values": [1, 2]}, {"name": "B", "x": [1.5, 3], "values": [4, 5]}]}
      """)
    #expect(try #require(layout.marker(for: [0, 0])).rule == nil)
    #expect(
      layout.warnings == [
        "marker.shared: series[0], series[1]: there are no whole positions or names that others have, too, and each entry has "
          + "a marker of its own"
      ])
  }

  @Test("Boxes of several series are told by their medians and quartiles, candles by how they open and close")
  func summaries() throws {
    let boxes = try Plots.layout(
      """
      {"kind": "box", "marker": {"shared": true}, "x": {"values": ["a", "a", "a", "b", "b"]}, "series": [
        {"name": "North", "values": [1, 2, 3, 4, 6]}, {"name": "South", "values": [4, 5, 6, 7, 9]}]}
      """)
    #expect(
      try #require(boxes.marker(for: [1, 0])).text
        == "a\n● North median 2, quartiles 1.5 – 2.5\n● South median 5, quartiles 4.5 – 5.5")
    let candles = try Plots.layout(
      """
      {"kind": "combined", "marker": {"shared": true}, "x": {"values": ["2024-01-04", "2024-01-05"]}, "series": [
        {"type": "candlestick", "name": "A", "values": [2, 3], "open": [1, 2], "high": [4, 4], "low": [0, 1]},
        {"type": "line", "name": "Mean", "values": [2, 2.5]}]}
      """)
    #expect(try #require(candles.marker(for: [1, 1])).text == "2024-01-05\n● A 2 → 3\n● Mean 2.5")
    #expect(boxes.warnings.isEmpty && candles.warnings.isEmpty)
  }

  @Test("What the legend has hidden isn't in it; without `shared` only the entry's own is, without a rule")
  func hidden() throws {
    var chart = try SharedMarkerTests.chart("line")
    _ = chart.apply(.toggle(series: 2))
    #expect(try #require(chart.layout().marker(for: [0, 0])).text == "Mo\n● North 1\n● South 4")
    let plain = try Plots.chart(
      #"{"kind": "line", "series": [{"name": "A", "values": [1]}, {"name": "B", "values": [2]}]}"#)
    let marker = try #require(plain.layout().marker(for: [0, 0]))
    #expect(marker.text == "A 1" && marker.rule == nil)
    // Where the data say where it is, the marker does, too.
    let placed = try Plots.chart(
      #"{"kind": "line", "x": {"values": ["2024-01-05", "2024-01-09"]}, "series": {"values": [1, 4]}}"#)
    #expect(try #require(placed.layout().marker(for: [0, 1])).text == "Jan 9, 2024\n4")
  }

  @Test(
    "Its line goes through the position from one end of the plot to the other, and its box is beside that, inside the chart",
    arguments: ["", ", \"orientation\": \"horizontal\""])
  func places(orientation: String) throws {
    for size in [Size(width: 320, height: 200), Size(width: 640, height: 400)] {
      let layout = try SharedMarkerTests.chart("bar", orientation, size: size).plot
      let plot = layout.space.picture(layout.plot)
      for index in 0..<3 {
        let marker = try #require(layout.marker(for: [2, index]))
        let rule = try #require(marker.rule)
        #expect(layout.canvas.bounds.contains(marker.frame))
        if orientation.isEmpty {
          #expect(rule.start.x == rule.end.x && rule.start.y == plot.minY && rule.end.y == plot.maxY)
          #expect(marker.frame.maxX <= rule.start.x || marker.frame.minX >= rule.start.x)
        } else {
          #expect(rule.start.y == rule.end.y && abs(rule.start.x - rule.end.x) == plot.width)
        }
      }
    }
  }

  @Test("The plot is pointed at as a whole, in a layout that of its part; without `shared` only marks are")
  func plots() throws {
    let layout = try SharedMarkerTests.chart("line").plot
    #expect(layout.sharedPlots == [SharedPlot(path: [], rect: layout.plot)])
    let line = #"{"kind": "line", "series": [{"values": [1, 2]}, {"values": [2, 1]}]"#
    let board = try ChartSpec(
      json: JSON(parsing: #"{"kind": "layout", "charts": [\#(line)}, \#(line), "marker": {"shared": true}}]}"#))
    let whole = try #require(Chart(id: "board", spec: board).layout() as? CompositeLayout)
    let part = try #require(whole.parts[1].layout as? CartesianLayout)
    #expect(whole.sharedPlots == [SharedPlot(path: [1], rect: part.plot.moved(by: whole.parts[1].way))])
  }

  @Test("Of many series as many are told as there is room for, with the entry's own, and the rest is counted")
  func many() throws {
    let series = (1...60).map { "{\"name\": \"S\($0)\", \"values\": [\($0)]}" }.joined(separator: ",")
    let layout = try Plots.chart(
      "{\"kind\": \"line\", \"marker\": {\"shared\": true}, \"series\": [\(series)]}",
      size: Size(width: 400, height: 200)
    ).plot
    let lines = try #require(layout.marker(for: [50, 0])).text.split(separator: "\n")
    #expect(lines.contains("● S51 51") && lines.count >= 8)
    #expect(lines.last == "+ \(60 - (lines.count - 2)) more")
  }

  @Test(
    "Keys walk along it: right and left from position to position, past gaps, down and up to the other series there",
    arguments: ["line", "bar"])
  func keys(kind: String) throws {
    let days = ["Mo", "Tu", "We"]
    let values: [(name: String, values: [Int?])] = [
      ("North", [1, 2, 3]), ("South", [4, nil, 6]), ("West", [7, 8, 9]),
    ]
    var chart = try SharedMarkerTests.chart(kind)
    let walk: [(Key, [Int])] = [
      (.right, [0, 0]), (.right, [0, 1]), (.right, [0, 2]), (.right, [0, 2]), (.down, [1, 2]), (.left, [1, 0]),
      (.down, [2, 0]), (.right, [2, 1]), (.down, [0, 1]), (.up, [2, 1]), (.end, [2, 2]), (.down, [0, 2]),
      (.home, [0, 0]),
    ]
    for (step, (key, path)) in walk.enumerated() {
      let before = chart.state.view.selection
      let events = chart.key(key).events
      #expect(chart.state.view.selection == path, "\(step)")
      #expect(events.selected == (before == path ? [] : [path]), "\(step)")
      // By hand: the day, then each series that has a value, its own in bold.
      let lines = values.compactMap { series in series.values[path[1]].map { "● \(series.name) \($0)" } }
      let marker = try #require(chart.plot.marker(for: path))
      #expect(marker.text == ([days[path[1]]] + lines).joined(separator: "\n"), "\(step)")
      let own = values[path[0]]
      let bold = marker.runs.filter { $0.weight == 700 }.map(\.text).joined()
      #expect(
        bold.split(separator: "\n").map(String.init) == [days[path[1]], "\(own.name) \(own.values[path[1]] ?? 0)"])
      // In the picture and in what is told of it, through the position rather than through one of its bars.
      let x = try chart.plot.frame.window.map.pixel(of: Double(path[1]))
      #expect(marker.rule.map { isNear($0.start.x, x, 1e-6) && $0.start.x == $0.end.x } == true, "\(step)")
      #expect(try chart.plot.report()["marker"]?["text"] == .string(marker.text))
    }
    #expect(chart.key(.escape).events == [.nothingSelected])
    #expect(try chart.plot.report()["marker"] == .null)
  }
}
