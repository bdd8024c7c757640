import ChartData
import ChartService
import Foundation
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

@Suite("Plots: positions and values from files")
struct PlotFileTests {
  let directory: TemporaryDirectory
  let service: ChartService

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(
      """
      date,day,steps,goal,place
      2026-08-17,Mon,812,1000,Bonn
      2026-08-18,Tue,1500,1000,Bonn
      2026-08-19,Wed,,1000,Köln
      2026-08-20,Thu,many,1000,Bonn
      2026-08-21,Fri,2300,1000,Köln
      """, to: "steps.csv")
    service = ChartService(data: DataSource(baseDirectory: directory.path))
  }

  private let data: JSON = ["csv": "steps.csv", "x": "day", "y": "steps"]

  @Test("Without series there is one of the chart's kind, named after its column")
  func noSeries() throws {
    for (kind, type) in [("bar", "bar"), ("line", "line"), ("combined", "line")] {
      try service.make(["kind": .string(kind), "data": data])
      let series = try service.describe()["layout"]?["series"]
      #expect(series?.arrayValue?.count == 1)
      #expect(series?[0]?["type"] == .string(type) && series?[0]?["name"] == "steps")
      #expect(
        try service.marks() == [["Mon", 812], ["Tue", 1500], ["Fri", 2300]], "the missing one and the text are gaps")
      #expect(try service.describe()["spec"] == ["kind": .string(kind), "data": data], "as it was given")
    }
  }

  @Test("Series read the column of their name, the one they name, or keep their own values")
  func severalSeries() throws {
    let made = try service.make([
      "kind": "combined", "data": ["csv": "steps.csv", "x": "date"],
      "series": [
        ["type": "bar", "name": "steps"], ["type": "line", "name": "Goal", "column": "goal"],
        ["type": "line", "name": "Own", "values": [1, 2, 3, 4, 5]],
      ],
    ])
    #expect(made["warnings"]?.arrayValue?.count == 1)
    #expect(made["warnings"]?[0]?.stringValue?.contains("1 text in column 'steps' is no number") == true)
    #expect(made["warnings"]?[0]?.stringValue?.contains("row 5") == true)
    #expect(try service.values(series: 0) == [812, 1500, 2300])
    #expect(try service.values(series: 1) == [1000, 1000, 1000, 1000, 1000])
    #expect(try service.values(series: 2) == [1, 2, 3, 4, 5])
    #expect(try service.marks()[0][0] == "Aug 17, 2026", "texts that are moments make a time axis")
  }

  @Test("The picture is that of the same values written out")
  func samePicture() throws {
    try service.make([
      "kind": "line", "data": ["csv": "steps.csv", "x": "date", "y": "goal", "where": ["place": "Bonn"]],
    ])
    let read = try service.svg("plot")
    try service.make([
      "kind": "line", "x": ["values": ["2026-08-17", "2026-08-18", "2026-08-20"]],
      "series": [["name": "goal", "values": [1000, 1000, 1000]]],
    ])
    #expect(try service.svg("plot") == read)
  }

  @Test("Without `x` values just follow one another; numbers are numbers, but names where the axis says so")
  func positions() throws {
    try service.make(["kind": "line", "data": ["csv": "steps.csv", "y": "goal"]])
    #expect(try service.marks().map { $0[0] } == ["0", "1", "2", "3", "4"])
    try directory.write(#"[{"n": 7, "v": 1}, {"n": 10, "v": 2}, {"v": 9}]"#, to: "n.json")
    let made = try service.make(["kind": "line", "data": ["json": "n.json", "x": "n", "y": "v"]])
    #expect(try service.marks() == [["7", 1], ["10", 2]])
    #expect(made["warnings"]?[0]?.stringValue?.contains("nothing in column 'n'") == true)
    try service.make(["kind": "line", "x": ["scale": "category"], "data": ["json": "n.json", "x": "n", "y": "v"]])
    #expect(try service.marks() == [["7", 1], ["10", 2], ["", 9]])
    try directory.write("year,v\n2024,1\n2025,2\n", to: "years.csv")
    try service.make(["kind": "line", "data": ["csv": "years.csv", "x": "year", "y": "v"]])
    #expect(try service.marks().map { $0[0] } == ["2024", "2025"])
    try service.make(["kind": "line", "x": ["scale": "time"], "data": ["csv": "years.csv", "x": "year", "y": "v"]])
    #expect(try service.marks().map { $0[0] } == ["Jan 1, 2024", "Jan 1, 2025"])
    try directory.write("t,v\n1785542400000,1\n1785628800000,2\n", to: "ms.csv")
    try service.make(["kind": "line", "x": ["scale": "time"], "data": ["csv": "ms.csv", "x": "t", "y": "v"]])
    #expect(try service.marks().map { $0[0] } == ["Aug 1, 2026", "Aug 2, 2026"])
  }

  @Test("No row at all is a warning")
  func empty() throws {
    let made = try service.make([
      "kind": "bar", "data": ["csv": "steps.csv", "y": "steps", "where": ["place": "Rome"]],
    ])
    #expect(made["warnings"]?.arrayValue?.contains("no row of 'steps.csv' is as `where` asks") == true)
  }

  @Test(
    "Faults name the place, and the columns that there are",
    arguments: [
      Fault("", ["data": ["x": "dat"]], "spec.data.x", "there is no column 'dat', only date, day, steps, goal, place"),
      Fault("", ["data": ["y": "step"]], "spec.data.y", "there is no column 'step'"),
      Fault("", ["data": ["y": nil]], "spec.data.y", "one of date, day"),
      Fault("", ["data": ["label": "day"]], "spec.data.label", "pies"),
      Fault("", ["data": ["csv": "none.csv"]], "spec.data.csv", "no file"),
      Fault("", ["data": ["where": ["plce": "Bonn"]]], "spec.data.where.plce", "no column"),
      Fault("", ["series": [["name": "a"], ["name": "goal"]]], "spec.series[0].name", "no column 'a'"),
      Fault("", ["series": [["column": "a"]]], "spec.series[0].column", "no column 'a'"),
      Fault("", ["series": [["name": "goal"], ["color": "red"]]], "spec.series[1].column", "required"),
      Fault("", ["series": [["values": [1]]], "data": ["x": nil]], "spec.data", "nothing is read"),
      Fault("", ["x": ["labels": ["a"]]], "spec.data.x", "either"),
      Fault("", ["x": ["values": [1]]], "spec.data.x", "either"),
      Fault("", ["x": ["lastDays": 3]], "spec.data.x", "either"),
      Fault("", ["kind": "pie", "data": ["x": "day"]], "spec.data.x", "axes"),
    ] as [Fault])
  func faults(fault: Fault) throws {
    let spec = (["kind": "line", "data": data] as JSON).merging(patch: fault.params)
    let found = try service.fault("chart/create", ["spec": spec, "chart": "plot"])
    #expect(found.path == fault.path && found.reason.contains(fault.reason), "\(found)")
    let near = try service.fault(
      "chart/create", ["spec": ["kind": "line", "data": ["csv": "steps.csv", "x": "dat", "y": "steps"]]])
    #expect(near.suggestion == "date")
  }

  @Test("An update reads the file anew; undo and import need no file")
  func update() throws {
    try service.make(["kind": "bar", "data": data])
    let before = try service.svg("plot")
    try directory.write("day,steps\nMon,1\nTue,2\n", to: "steps.csv")
    try service.update(["title": "Fewer"])
    #expect(try service.values() == [1, 2])
    try FileManager.default.removeItem(atPath: directory.path + "/steps.csv")
    let fresh = try service.exported()
    #expect(try fresh.svg("plot") == service.svg("plot"))
    try service.expectUndo(to: before)
    try fresh.expectUndo(to: before)
    let missing = try service.fault("chart/update", ["chart": "plot", "patch": ["title": "None"]])
    #expect(missing.path == "patch.data.csv")
  }

  @Test("A document without the columns is refused")
  func document() throws {
    try service.make(["kind": "bar", "data": data])
    let document = try #require(try service.call("session/export")["document"])
    let spec = try #require(document["specs"]?[0])
    for (patch, path) in [
      (["columns": nil] as JSON, "columns"), (["columns": ["x.values": 7]], "columns.x.values"),
      (["columns": ["y.values": 0]], "columns.y.values"),
    ] {
      let broken = document.merging(patch: ["specs": [spec.merging(patch: patch)]])
      let found = try service.fault("session/import", ["document": broken, "session": "new"])
      #expect(found.path == "document.specs[0].\(path)", "\(found)")
    }
    for column in ["****" as JSON, "AAAA", 3, ["buffer": 0]] {
      let broken = document.merging(patch: ["columns": [column]])
      let found = try service.fault("session/import", ["document": broken, "session": "new"])
      #expect(found.path.hasPrefix("document.columns[0]"), "\(found)")
    }
  }
}
