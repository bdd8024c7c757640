import ChartData
import ChartService
import JSONModel
import ServiceTestSupport
import TestSupport
import Testing

@Suite("M1 Moments along the values come from everywhere that values come from")
struct ValueMomentServiceTests {
  private static let tasks: JSON = [
    "kind": "bar", "orientation": "horizontal", "x": ["labels": ["Design", "Build", "Test"]],
    "series": [
      [
        "name": "end", "base": ["2026-01-05", "2026-01-26", "2026-03-02"],
        "values": ["2026-02-06", "2026-03-20", "2026-04-10"],
      ]
    ],
  ]

  private static func bound(_ data: JSON) -> JSON {
    ["kind": "bar", "orientation": "horizontal", "data": data, "series": [["name": "end", "base": "start"]]]
  }

  @Test("Files, tables, steps and dates as people write them give the picture of those that are written")
  func columns() throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      "task,start,end\nDesign,2026-01-05,2026-02-06\nBuild,2026-01-26,2026-03-20\nTest,2026-03-02,2026-04-10\n",
      to: "a.csv")
    try directory.write(
      "task;start;end\nDesign;5.1.2026;6.2.2026\nBuild;26.1.2026;20.3.2026\nTest;2.3.2026;10.4.2026\n", to: "b.csv")
    let picture = try ChartService.with(ValueMomentServiceTests.tasks).svg("plot")
    let source = DataSource(baseDirectory: directory.path)
    let columns: JSON = [
      "task": ["Design", "Build", "Test"], "start": ["2026-01-05", "2026-01-26", "2026-03-02"],
      "end": ["2026-02-06", "2026-03-20", "2026-04-10"],
    ]
    let all: [JSON] = [
      ["csv": "a.csv", "x": "task"], ["csv": "b.csv", "x": "task"],
      ["columns": columns, "x": "task"],
      ["csv": "a.csv", "x": "task", "transform": [["filter": "task != 'none'"]]],
    ]
    for data in all {
      let service = try ChartService.with(ValueMomentServiceTests.bound(data), data: source)
      #expect(try service.svg("plot") == picture, "\(data.text)")
      #expect(try service.exported().svg("plot") == picture, "\(data.text)")
    }
  }

  @Test("Numbers of moments in buffers, alone and as a table")
  func buffers() throws {
    let ends = ["2026-02-06", "2026-03-20"].map { PositionMoments.milliseconds($0) }
    let bytes = ends.flatMap { moment in withUnsafeBytes(of: Int64(moment).littleEndian) { Array($0) } }
    let buffer: JSON = ["buffer": 0, "type": "timestamp_ms"]
    let picture = try ChartService.with(["kind": "scatter", "series": [["values": ["2026-02-06", "2026-03-20"]]]]).svg(
      "plot")
    let alone = try ChartService.with(["kind": "scatter", "series": [["values": buffer]]], buffers: [bytes])
    #expect(try alone.svg("plot") == picture)
    #expect(try alone.exported().svg("plot") == picture)
    let table = try ChartService.with(
      ["kind": "scatter", "data": ["columns": ["end": buffer], "y": "end"], "series": [["column": "end"]]],
      buffers: [bytes])
    #expect(try table.svg("plot") == picture)
    #expect(try table.exported().svg("plot") == picture)
    // Names where these are asked for.
    let named = try ChartService.with(
      ["kind": "scatter", "y": ["scale": "category"], "data": ["columns": ["end": buffer], "y": "end"]],
      buffers: [bytes])
    #expect(try named.svg("plot").contains("2026-02-06"))
  }

  @Test("A column of moments where these can't be is told with its name and the place")
  func refused() throws {
    let columns: JSON = ["task": ["a", "b"], "end": ["2026-02-06", "2026-03-20"]]
    let data: JSON = ["columns": columns, "x": "task", "y": "end"]
    let fault = try #require(throws: (any Error).self) {
      try ChartService.with(["kind": "bar", "data": data, "series": [["color": "red", "column": "end"]]])
    }
    #expect("\(fault)".contains("'end' holds moments: is required: where each bar begins"))
  }

  @Test(
    "The same of the only series of a chart, however it is made, and nothing of what is along the other axis",
    arguments: [[:], ["facet": "task"]] as [JSON])
  func refusedAlone(more: JSON) throws {
    let columns: JSON = ["task": ["a", "b"], "end": ["2026-02-06", "2026-03-20"], "n": [1, 2]]
    let data: JSON = ["columns": columns, "x": "task", "y": "end"]
    let fault = try #require(throws: (any Error).self) {
      try ChartService.with((["kind": "bar", "data": data] as JSON).merging(fully: more))
    }
    #expect("\(fault)".contains("'end' holds moments: is required: where each bar begins"))
    // Without a kind they are points; beside bars of numbers, on the other axis, they are drawn.
    let points = try ChartService.with(["data": data])
    #expect(try points.describe()["spec"]?["kind"] == "scatter")
    let both = try ChartService.with([
      "kind": "combined", "data": ["columns": columns, "x": "n"],
      "series": [["type": "scatter", "column": "end"], ["type": "bar", "column": "n", "axis": "right"]],
    ])
    #expect(try both.svg("plot").contains("Mar 20, 2026"))
  }

  @Test("Empty cells say nothing of a column, and a miswritten one is told, as of those that are written in a spec")
  func sparse() throws {
    let directory = try TemporaryDirectory()
    try directory.write("task,start,end\na,2026-01-05,\nb,2026-01-26,2026-03-20\nc,,\n", to: "a.csv")
    try directory.write("x,due\n1,2026-01-05\n2,TBD\n3,2026-03-20\n", to: "b.csv")
    let source = DataSource(baseDirectory: directory.path)
    let tasks = try ChartService.with(
      ["kind": "bar", "data": ["csv": "a.csv", "x": "task"], "series": [["name": "end", "base": "start"]]], data: source
    )
    #expect(try tasks.svg("plot").contains("b, end: Jan 26, 2026 to Mar 20, 2026"))
    let points = try ChartService.with(
      ["kind": "scatter", "data": ["csv": "b.csv", "x": "x", "y": "due"]], data: source)
    #expect(try points.svg("plot").contains("Mar 20, 2026"))
    #expect(
      try points.describe()["warnings"]?.arrayValue?.contains(
        "1 text in column 'due' is no moment, and is left out: 'TBD'")
        == true)
  }

  @Test("A series for each value of a column, and charts beside one another with one scale")
  func split() throws {
    let columns: JSON = [
      "who": ["Ann", "Bob", "Ann", "Bob"], "start": ["2026-01-05", "2026-01-26", "2026-03-02", "2026-02-01"],
      "end": ["2026-02-06", "2026-03-20", "2026-04-10", "2026-09-01"],
    ]
    let data: JSON = ["columns": columns, "x": "start", "y": "end"]
    let service = try ChartService.with(["kind": "scatter", "data": data, "series": ["by": "who"]])
    #expect(try service.svg("plot").contains("Ann, 2 series") == false)
    #expect(try service.svg("plot").contains("Sep 1, 2026"))
    #expect(try service.exported().svg("plot") == service.svg("plot"))
    let facets = try ChartService.with(["kind": "scatter", "data": data, "facet": "who"])
    #expect(try facets.svg("plot").contains("Sep 1, 2026"))
    #expect(try facets.exported().svg("plot") == facets.svg("plot"))
  }

  @Test("Points are added with their moments, which stay as they were written; undo takes them away")
  func append() throws {
    let service = try ChartService.with(["kind": "scatter", "series": [["values": ["2026-01-05", "2026-01-26"]]]])
    let before = try service.svg("plot")
    try service.append(["2026-03-20", nil, ["y": "2026-04-01T12:00Z"]])
    #expect(
      try service.describe()["spec"]?["series"]?[0]?["values"]
        == ["2026-01-05", "2026-01-26", "2026-03-20", nil, "2026-04-01T12:00Z"])
    #expect(try service.svg("plot") == service.svgMadeAnew())
    try service.expectUndo(to: before)
    let fault = try #require(throws: (any Error).self) { try service.append(["2026-02-30"]) }
    #expect("\(fault)".contains("a moment such as 2026-08-21"))
    // The first one says what values are.
    try service.make(["kind": "scatter", "series": [["values": []]]])
    try service.append(["2026-01-05", "2026-01-26"])
    #expect(try service.svg("plot") == service.svgMadeAnew())
    #expect(try service.svg("plot").contains("Jan 26, 2026"))
  }

  @Test("Tasks are added with where they begin")
  func appendTasks() throws {
    let service = try ChartService.with(ValueMomentServiceTests.tasks)
    try service.append([["x": "Release", "y": "2026-05-01", "base": "2026-04-20"]])
    #expect(try service.svg("plot").contains("Release, end: Apr 20, 2026 to May 1, 2026"))
    #expect(try service.svg("plot") == service.svgMadeAnew())
  }

  @Test("A mark is chosen by its moment, which must be one")
  func highlight() throws {
    let service = try ChartService.with(
      ["kind": "scatter", "series": [["x": [1, 1], "values": ["2026-01-05", "2026-04-26"]]]])
    let result = try service.call(
      "chart/highlight", params: ["chart": "plot", "x": 1, "y": "2026-04-01", "render": false])
    #expect(result["selection"]?["index"] == 1)
    #expect(throws: (any Error).self) {
      try service.call("chart/highlight", params: ["chart": "plot", "x": 1, "y": "soon", "render": false])
    }
  }
}

private enum PositionMoments {
  /// Of a day of 2026.
  static func milliseconds(_ text: String) -> Double { text == "2026-02-06" ? 1_770_336_000_000 : 1_773_964_800_000 }
}
