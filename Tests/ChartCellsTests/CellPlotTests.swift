import CellModel
import ChartData
import ChartService
import Foundation
import JSONModel
import ServiceTestSupport
import Testing

@testable import ChartCells

@Suite("Cells: plots")
struct CellPlotTests {
  private static let steps = """
    kind: combined
    id: steps
    x: {labels: [Mon, Tue, Wed, Thu, Fri, Sat, Sun]}
    y: {min: 0}
    viewport: {visibleCount: 3}
    series:
      - {type: bar, name: Steps, values: [812, 1500, 300, 700, 900, ~, 1100]}
      - type: line
        name: Goal
        values: [1000, 1000, 1000, 1000, 1000, 1000, 1000]
        dash: [5, 10, 15]
    drawOrder: [bar, line]
    """

  private static func withPlot() throws -> CellFixture {
    let fixture = CellFixture()
    _ = try fixture.run(steps)
    return fixture
  }

  @Test("a spec makes the chart; words and dates are what they look like")
  func spec() throws {
    let fixture = try CellPlotTests.withPlot()
    #expect(fixture.service.charts().map(\.kind) == ["combined"])
    #expect(try fixture.service.values("steps", series: 0).prefix(3) == [812, 1500, 300])
    let outputs = try fixture.run(
      """
      kind: line
      id: dates
      x:
        values: [2026-08-01, 2026-08-02]
        timeZone: +02:00
      series: [{values: [1, 2]}]
      """)
    #expect(outputs.count == 1 && outputs.first?.display != nil)
    #expect(try fixture.service.marks("dates").map { $0[0] } == ["Aug 1, 2026", "Aug 2, 2026"])
  }

  @Test(
    "%scroll, %zoom, %append and %highlight with a place do what their methods do",
    arguments: [
      ("%scroll steps end", "chart/scroll", ["chart": "steps", "to": "end"]),
      ("%scroll steps Wed", "chart/scroll", ["chart": "steps", "to": "Wed"]),
      ("%scroll steps 2", "chart/scroll", ["chart": "steps", "to": 2]),
      ("%scroll steps by=50", "chart/scroll", ["chart": "steps", "by": 50]),
      ("%scroll steps to=Thu snap=true", "chart/scroll", ["chart": "steps", "to": "Thu", "snap": true]),
      ("%scroll snap=true", "chart/scroll", ["chart": "steps", "snap": true]),
      ("%zoom steps 2", "chart/zoom", ["chart": "steps", "scale": 2]),
      ("%zoom 2", "chart/zoom", ["chart": "steps", "scale": 2]),
      ("%zoom steps 1.5 x=200", "chart/zoom", ["chart": "steps", "scale": 1.5, "x": 200]),
      (
        "%append steps [[Mon2, 3], {x: Tue2, y: 4}]", "chart/append",
        ["chart": "steps", "points": [["Mon2", 3], ["Tue2", 4]]]
      ),
      (
        "%append steps [{x: Mon2, y: [3, 4]}] window=5", "chart/append",
        ["chart": "steps", "points": [["Mon2", [3, 4]]], "window": 5]
      ),
      ("%append steps [[Mon2, 5]] Goal", "chart/append", ["chart": "steps", "points": [["Mon2", 5]], "series": 1]),
      ("%highlight steps x=Tue y=1400", "chart/highlight", ["chart": "steps", "x": "Tue", "y": 1400]),
      ("%highlight steps 1 series=1", "chart/highlight", ["chart": "steps", "index": 1, "series": 1]),
    ] as [(String, String, JSON)])
  func commands(line: String, method: String, params: JSON) throws {
    let typed = try CellPlotTests.withPlot()
    let called = try CellPlotTests.withPlot()
    _ = try called.service.call(method, params: params)
    let display = try #require(try typed.run(line).first?.display)
    #expect(display.revision == 2)
    #expect(try display.data == called.service.picture(of: "steps").display)
  }

  @Test(
    "faults are shown at their place",
    arguments: [
      ("kind: line\nseries:\n  - {values: [1, two]}", "", 0, 0),
      ("kind: line\nseries:\n  - {value: [1, 2]}", "series[0].value: unknown key; did you mean 'values'?", 3, 6),
      ("kind: line\nx:\n  timeZone: Europe/Nowhere\n", "x.timeZone: there is no time zone 'Europe/Nowhere'", 3, 13),
      ("kind: bar\nseries: [{type: pie}]", "series[0].type: expected 'bar'", 2, 17),
      ("kind: line\ndata: {csv: a.csv, x: t}\n", "data.csv: 'a.csv' may not be read", 2, 13),
      ("kind: line\nseries: [{values: {buffer: 0}}]", "series[0].values.buffer: the request has 0 buffers", 2, 28),
      ("%scroll steps Tuesday", "to: there is no position 'Tuesday'", 1, 15),
      ("%zoom steps 0", "scale: expected a number above 0", 1, 13),
      ("%append steps [[Mon2, x]]", "points[0][1]: expected a number or null", 1, 15),
      ("%append steps [1] Gaol", "series: there is no entry 'Gaol'; did you mean 'Goal'?", 1, 19),
    ])
  func faults(code: String, message: String, line: Int, column: Int) throws {
    let fixture = try CellPlotTests.withPlot()
    guard !message.isEmpty else {
      // A text among values is a warning: the rest is drawn.
      guard case .stream(.stderr, let text)? = try fixture.run(code).first else {
        Issue.record("expected a warning")
        return
      }
      #expect(text.contains("series[0].values: 1 text is no number"))
      return
    }
    let fault = try #require(fixture.fault(code))
    #expect(fault.message.hasPrefix(message), "\(fault.message)")
    #expect(fault.line == line && fault.column == column, "\(fault)")
  }

  @Test(
    "keys and words of plots are completed",
    arguments: [
      ("kind: line\n|", ["x", "y", "series", "viewport"], ["slices", "hole"]),
      ("kind: line\nseries:\n  - |", ["values", "name", "dash", "curve"], ["track", "slices"]),
      ("kind: combined\nseries:\n  - type: |", ["line", "bar"], []),
      ("kind: combined\nseries:\n  - type: bar\n    |", ["stack", "values"], ["dash", "type"]),
      ("kind: combined\nseries:\n  - {type: line, d|", ["dash", "dots"], ["data"]),
      ("kind: line\nx: {|", ["labels", "values", "timeZone", "scale"], ["headroom"]),
      ("kind: line\ny:\n  |", ["min", "max", "headroom"], ["labels2", "timeZone"]),
      ("kind: line\nx: {scale: |", ["category", "linear", "log", "time"], []),
      ("kind: line\nviewport: {zoom: |", ["none", "x", "y", "both"], []),
      ("kind: line\ndata: {|", ["csv", "x", "y"], []),
      ("kind: bar\nseries: [{values: {|", ["buffer", "type"], []),
      ("kind: bar\nseries: [{values: {buffer: 0, type: |", ["float64", "float32", "int32", "int64"], []),
      ("%scroll steps |", ["to=", "by=", "snap="], []), ("%zoom steps |", ["scale=", "x=", "y=", "fit="], []),
      ("%append steps |", ["points=", "series=", "window="], []), ("%scroll |", ["steps"], []),
    ])
  func completion(marked: String, expected: [String], others: [String]) throws {
    let matches = try CellPlotTests.withPlot().complete(marked).matches
    for word in expected { #expect(matches.contains(word), "\(word) in \(matches)") }
    for word in others { #expect(!matches.contains(word), "\(word) in \(matches)") }
  }

  @Test(
    "what is asked about is explained",
    arguments: [
      ("kind: line\nseries:\n  - {val|ues: [1]}", "Numbers, `null` for gaps"),
      ("kind: line\nx: {time|Zone: UTC}", "where days begin"),
      ("kind: bar\nview|port: {visibleCount: 3}", "Which part is seen"),
      ("kind: combined\nseries: [{type: bar, sta|ck: a}]", "stand on one another"),
      ("%app|end steps [1]", "Adds points"), ("%scr|oll steps end", "Moves along the x axis"),
      ("%zoom steps 2 fi|t=true", "as its spec begins"),
    ])
  func inspection(marked: String, expected: String) throws {
    let inspection = try #require(try CellPlotTests.withPlot().inspect(marked))
    #expect(inspection.plain.contains(expected), "\(inspection.plain)")
  }

  @Test("a block of series goes on, and a file's data come below the directories that may be read")
  func completenessAndData() throws {
    let fixture = CellFixture()
    let unfinished = fixture.cells.completeness(of: "kind: line\nseries:\n  - name: a")
    #expect(unfinished == .incomplete(indent: "    "))
    let directory = try TemporaryDirectory()
    try directory.write("t,v\n1,2\n3,x\n", to: "a.csv")
    let reading = CellFixture(data: DataSource(baseDirectory: directory.path))
    let outputs = try reading.run("{kind: line, id: a, data: {csv: a.csv, x: t, y: v}}")
    #expect(outputs.contains { if case .stream(.stderr, let text) = $0 { text.contains("row 3") } else { false } })
    #expect(outputs.last?.display != nil)
  }
}
