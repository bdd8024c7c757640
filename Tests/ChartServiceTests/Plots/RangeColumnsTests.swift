import ChartData
import ChartService
import JSONModel
import OrderedCollections
import ServiceTestSupport
import TestSupport
import Testing

@Suite("Errors, bases and prices come from everywhere that values come from")
struct RangeColumnsTests {
  /// A chart with all of its numbers in the spec, the same from a file, and what its series are there.
  private static let charts: [(inline: JSON, data: JSON, series: JSON)] = [
    (
      [
        "kind": "line", "x": ["values": [1, 2, 4]],
        "series": [["name": "y", "values": [3, 4, 5], "error": ["low": [1, 2, 3], "high": [6, 5, 7]]]],
      ], ["csv": "a.csv", "x": "x"], [["name": "y", "error": ["low": "lo", "high": "hi"]]]
    ),
    (
      [
        "kind": "bar", "x": ["labels": ["1", "2", "4"]],
        "series": [["name": "y", "values": [3, 4, 5], "base": [1, 2, 3], "error": [6, 5, 7]]],
      ], ["csv": "a.csv"], [["name": "y", "base": "lo", "error": "hi"]]
    ),
    (
      [
        "kind": "candlestick", "x": ["labels": ["1", "2", "4"]],
        "series": [["name": "y", "values": [3, 4, 5], "open": [4, 3, 4], "high": [6, 5, 7], "low": [1, 2, 3]]],
      ], ["csv": "a.csv"], [["name": "y", "open": "op", "high": "hi", "low": "lo"]]
    ),
  ]

  @Test("A file and a table give the picture of numbers that are written", arguments: charts.indices)
  func columns(_ index: Int) throws {
    let (inline, data, series) = RangeColumnsTests.charts[index]
    let directory = try TemporaryDirectory()
    try directory.write("x,y,lo,hi,op\n1,3,1,6,4\n2,4,2,5,3\n4,5,3,7,4\n", to: "a.csv")
    let picture = try ChartService.with(inline).svg("plot")
    var spec = inline.objectValue ?? [:]
    (spec["data"], spec["series"]) = (data, series)
    if data["x"] != nil { spec["x"] = nil }
    let source = DataSource(baseDirectory: directory.path)
    #expect(try ChartService.with(.object(spec), data: source).svg("plot") == picture)
    var table: JSON = [
      "columns": ["x": [1, 2, 4], "y": [3, 4, 5], "lo": [1, 2, 3], "hi": [6, 5, 7], "op": [4, 3, 4]]
    ]
    if data["x"] != nil { table = .object((table.objectValue ?? [:]).merging(["x": "x"]) { $1 }) }
    spec["data"] = table
    #expect(try ChartService.with(.object(spec)).svg("plot") == picture)
    // A document keeps them.
    let service = try ChartService.with(.object(spec))
    #expect(try service.exported().svg("plot") == picture)
  }

  @Test("Buffers of the request, and points that are added with their ranges")
  func points() throws {
    let service = try ChartService.with(
      [
        "kind": "line", "x": ["values": [1, 2]],
        "series": [["values": [3, 4], "error": ["low": ["values": ["buffer": 0]], "high": [6, 5]]]],
      ], buffers: [Bytes.float64([1, 2])])
    let before = try service.svg("plot")
    try service.append([["x": 4, "y": 5, "error.low": 3, "error.high": 7]])
    let like: JSON = [
      "kind": "line", "x": ["values": [1, 2, 4]],
      "series": [["values": [3, 4, 5], "error": ["low": [1, 2, 3], "high": [6, 5, 7]]]],
    ]
    #expect(try service.svg("plot") == ChartService.with(like).svg("plot"))
    try service.expectUndo(to: before)
  }

  @Test("A column that there isn't is told at its place")
  func missing() throws {
    let directory = try TemporaryDirectory()
    try directory.write("x,y\n1,3\n", to: "a.csv")
    let source = DataSource(baseDirectory: directory.path)
    let fault = #expect(throws: (any Error).self) {
      try ChartService.with(
        [
          "kind": "line", "data": ["csv": "a.csv", "x": "x"], "series": [["name": "y", "error": ["low": "lo"]]],
        ], data: source)
    }
    #expect("\(fault as Any)".contains("series[0].error.low"))
  }
}
