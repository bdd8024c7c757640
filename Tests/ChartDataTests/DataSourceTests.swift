import ChartData
import ChartService
import Foundation
import ChartModel
import JSONModel
import JSONRPC
import ServiceTestSupport
import Synchronization
import Testing

@testable import ChartService

@Suite("Data: read from files below the allowed directories, and from nowhere else")
struct DataSourceTests {
  let directory: TemporaryDirectory
  let service: ChartService

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(
      #"""
      year,source,amount,color
      2016,Wind,20,#4477aa
      2017,"Fossil, fuels",29.5,
      2017,Wind,21,#66ccee
      2017,"Say ""hi""",,
      """#, to: "inside/energy.csv")
    try directory.write("name,amount\nA,1\n", to: "outside/secret.csv")
    try directory.write("name,amount\nA,1\n", to: "inside-too/secret.csv")
    service = ChartService(
      data: DataSource(allowedDirectories: ["inside"], baseDirectory: directory.path + "/."))
  }

  private func slices(_ data: JSON) throws -> (slices: JSON?, warnings: [JSON]) {
    let made = try service.call(
      "chart/create", params: ["spec": ["kind": "pie", "data": data], "chart": "a", "render": false])
    let document = try service.call("session/export")["document"]
    return (document?["specs"]?.arrayValue?.last?["slices"], made["warnings"]?.arrayValue ?? [])
  }

  private func fault(_ data: JSON) throws -> RPCError {
    try service.error("chart/create", ["spec": ["kind": "pie", "data": data]])
  }

  // MARK: - Reading

  @Test("Columns by name, rows by `where`; rows without a number are left out with a warning")
  func csv() throws {
    let read = try slices([
      "csv": "inside/energy.csv", "label": "source", "value": "amount", "color": "color", "where": ["year": 2017],
    ])
    #expect(
      read.slices == [
        ["label": "Fossil, fuels", "value": 29.5], ["label": "Wind", "value": 21, "color": "#66ccee"],
      ])
    #expect(read.warnings.first?.stringValue?.contains("row 5") == true)
    #expect(try service.call("chart/get", params: ["chart": "a"])["spec"]?["data"]?["csv"] == "inside/energy.csv")
  }

  @Test("The first column of texts and the first of numbers, if none are named")
  func defaults() throws {
    let read = try slices(["csv": "inside/energy.csv", "where": ["year": "2017", "source": ["Wind", "Sun"]]])
    // `source` chooses rows, so it is not what tells them apart: the colours are what is left.
    #expect(read.slices == [["label": "#66ccee", "value": 21]])
    let all = try slices(["csv": "inside/energy.csv", "where": ["year": [2016]]])
    #expect(all.slices == [["label": "Wind", "value": 20]])
  }

  @Test("JSON lists of objects; a byte order mark, semicolons and Windows line ends in CSV")
  func formats() throws {
    try directory.write(#"[{"n": "A", "v": 1}, {"v": "2.5", "n": "B"}, {"n": "C"}]"#, to: "inside/a.json")
    #expect(
      try slices(["json": "inside/a.json"]).slices == [["label": "A", "value": 1], ["label": "B", "value": 2.5]])
    try directory.write("\u{FEFF}n;v\r\nA;1\r\n\r\nB;2\r\n", to: "inside/b.csv")
    #expect(try slices(["csv": "inside/b.csv"]).slices == [["label": "A", "value": 1], ["label": "B", "value": 2]])
    try directory.write("\u{FEFF}" + #"[{"n": "A", "v": 1}]"#, to: "inside/c.json")
    #expect(try slices(["json": "inside/c.json"]).slices == [["label": "A", "value": 1]])
  }

  @Test("Rows with the same label stay apart, and no row at all is a warning")
  func rows() throws {
    try directory.write("n,v\nA,1\nA,2\n", to: "inside/c.csv")
    #expect(try slices(["csv": "inside/c.csv"]).slices?.arrayValue?.count == 2)
    let none = try slices(["csv": "inside/c.csv", "where": ["n": "Z"]])
    #expect(none.slices == [] && none.warnings.count >= 1)
  }

  @Test("An update reads the file anew; undo needs no file")
  func updates() throws {
    try directory.write("n,v\nA,1\n", to: "inside/d.csv")
    _ = try slices(["csv": "inside/d.csv"])
    let first = try service.svg("a")
    try directory.write("n,v\nA,1\nB,2\n", to: "inside/d.csv")
    #expect(try service.call("chart/update", params: ["chart": "a", "patch": [:]])["revision"] == 2)
    #expect(try service.svg("a") != first)
    try FileManager.default.removeItem(atPath: directory.path + "/inside/d.csv")
    _ = try service.call("chart/undo", params: ["chart": "a"])
    #expect(try service.svg("a") == first)
    let document = try #require(try service.call("session/export")["document"])
    let fresh = ChartService(data: DataSource(allowedDirectories: []))
    _ = try fresh.call("session/import", params: ["document": document])
    #expect(try fresh.svg("a") == first)
  }

  @Test("Tabs, bars, decimal commas, UTF-16, NA and national dates, as spreadsheets and statistics write them")
  func dialects() throws {
    try directory.write("n\tv\nA\t1,5\nNA\tNA\nB\t2\n", to: "inside/f.tsv")
    let read = try slices(["csv": "inside/f.tsv"])
    #expect(read.slices == [["label": "A", "value": 1.5], ["label": "B", "value": 2]])
    #expect(read.warnings.first?.stringValue?.contains("row 3") == true)
    let text = "Datum|Wert\n17.8.2026|1,5\n18.8.2026|2\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    try Data([0xFF, 0xFE] + text).write(to: URL(fileURLWithPath: directory.path + "/inside/g.csv"))
    _ = try service.call(
      "chart/create",
      params: ["spec": ["kind": "line", "data": ["csv": "inside/g.csv", "x": "Datum", "y": "Wert"]], "chart": "b"])
    let first = try service.svg("b")
    try directory.write("Datum,Wert\n2026-08-17,1.5\n2026-08-18,2\n", to: "inside/h.csv")
    _ = try service.call(
      "chart/create",
      params: ["spec": ["kind": "line", "data": ["csv": "inside/h.csv", "x": "Datum", "y": "Wert"]], "chart": "b"])
    #expect(try service.svg("b") == first)
  }

  @Test("Dates in any of two orders are asked about where the column is named, and read as `dateFormat` says")
  func dateFormats() throws {
    try directory.write("d,v\n3/4/2026,1\n5/6/2026,2\n", to: "inside/i.csv")
    func spec(_ format: JSON) -> JSON {
      ["kind": "line", "data": ["csv": "inside/i.csv", "x": "d", "y": "v", "dateFormat": format]]
    }
    let asked = try service.error("chart/create", ["spec": spec(nil)])
    #expect(asked.data?["path"] == "spec.data.x" && asked.message.contains("`dateFormat: d/M/yyyy`"))
    let wrong = try service.error("chart/create", ["spec": spec("Q")])
    #expect(wrong.data?["path"] == "spec.data.dateFormat" && wrong.message.contains("quarter"), "\(wrong.message)")
    let other = try service.error("chart/create", ["spec": spec("d.M.yyyy")])
    #expect(other.data?["path"] == "spec.data.csv" && other.message.contains("row 2, column 'd'"), "\(other.message)")
    _ = try service.call("chart/create", params: ["spec": spec("d/M/yyyy"), "chart": "c"])
    let first = try service.svg("c")
    try directory.write("d,v\n2026-04-03,1\n2026-06-05,2\n", to: "inside/i.csv")
    _ = try service.call("chart/create", params: ["spec": spec(nil), "chart": "c"])
    #expect(try service.svg("c") == first)
    #expect(
      try service.error("chart/create", ["spec": ["kind": "pie", "data": ["csv": "inside/i.csv", "dateFormat": "d"]]])
        .data?["path"] == "spec.data.dateFormat")
  }

  @Test("A request that is cancelled while its file is read ends as cancelled")
  func cancellation() throws {
    try directory.write("n,v\n" + String(repeating: "1,2\n", count: 300_000), to: "inside/j.csv")
    let cancellation = Cancellation()
    let source = DataSource(allowedDirectories: ["inside"], baseDirectory: directory.path)
    let reader = SpecReader(kinds: .standard, data: source, timeZones: TimeZoneFiles(), now: { 0 })
      .unless { cancellation.isCancelled }
    let spec: JSON = ["kind": "line", "data": ["csv": "inside/j.csv", "x": "n", "y": "v"]]
    #expect(throws: Never.self) { try reader.source(of: spec) }
    cancellation.cancel()
    #expect(throws: InvalidValue.self) { try reader.source(of: spec) }
    try directory.write(
      "[{\"n\":1,\"v\":2}" + String(repeating: ",{\"n\":1,\"v\":2}", count: 300_000) + "]", to: "inside/k.json")
    let asked = Mutex(0)
    let counting = SpecReader(kinds: .standard, data: source, timeZones: TimeZoneFiles(), now: { 0 })
      .unless {
        asked.withLock {
          $0 += 1
          return $0 > 10
        }
      }
    #expect(throws: InvalidValue.self) {
      try counting.source(of: ["kind": "line", "data": ["json": "inside/k.json", "x": "n", "y": "v"]])
    }
    // It was read to the eleventh piece, and once more it was asked why.
    #expect(asked.withLock { $0 } <= 12)
  }

  // MARK: - Refusing

  @Test(
    "Nothing outside can be read, nor be found out about",
    arguments: [
      "outside/secret.csv", "inside/../outside/secret.csv", "inside-too/secret.csv", "/etc/passwd", "inside/link.csv",
      "inside/linked/secret.csv", "outside/missing.csv", "../nothing.csv", "inside/../../../../etc/passwd",
    ])
  func escapes(path: String) throws {
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: directory.path + "/inside/link.csv", withDestinationPath: directory.path + "/outside/secret.csv")
    try manager.createSymbolicLink(
      atPath: directory.path + "/inside/linked", withDestinationPath: directory.path + "/outside")
    let error = try fault(["csv": .string(path)])
    #expect(error.code == .invalidParams && error.data?["path"] == "spec.data.csv")
    #expect(error.message.contains("may not be read") && error.message.contains("/inside"), "\(error.message)")
  }

  @Test("A link that stays inside is followed")
  func innerLink() throws {
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/inside/alias.csv", withDestinationPath: "energy.csv")
    #expect(try slices(["csv": "inside/alias.csv", "where": ["year": 2016]]).slices?.arrayValue?.count == 1)
  }

  @Test(
    "Faults name the column or the row",
    arguments: [
      Fault("n,v\nA,1\n", ["csv": "inside/e.csv", "value": "vv"], "spec.data.value", "there is no column 'vv'"),
      Fault("n,v\nA,1\n", ["csv": "inside/e.csv", "label": "x"], "spec.data.label", "only n, v"),
      Fault("n,v\nA,1\n", ["csv": "inside/e.csv", "where": ["m": 1]], "spec.data.where.m", "there is no column 'm'"),
      Fault(
        "n,v\nA,1\nB,-3\n", ["csv": "inside/e.csv"], "spec.data.value",
        "row 3, column 'v': expected a number of at least 0, got -3"),
      Fault(
        "n,v\nA,1\nB,much\n", ["csv": "inside/e.csv", "value": "v"], "spec.data.value",
        "row 3, column 'v': expected a number, got 'much'"),
      Fault("n,v\nA,nan\n", ["csv": "inside/e.csv", "value": "v"], "spec.data.value", "row 2"),
      Fault("n,v\nA,1e999\n", ["csv": "inside/e.csv", "value": "v"], "spec.data.value", "row 2"),
      Fault("n,v\nA,x\n", ["csv": "inside/e.csv"], "spec.data.value", "no column holds only numbers"),
      Fault("n,v,c\nA,1,bleu\n", ["csv": "inside/e.csv", "color": "c"], "spec.data.color", "row 2"),
      Fault("n,n\nA,1\n", ["csv": "inside/e.csv"], "spec.data.csv", "two columns 'n'"),
      Fault("", ["csv": "inside/e.csv"], "spec.data.csv", "is empty"),
      Fault("n,v\n\"A\"x,1\n", ["csv": "inside/e.csv"], "spec.data.csv", "row 2"),
      Fault("[1]", ["json": "inside/e.csv"], "spec.data.json", "[0]"),
      Fault("{}", ["json": "inside/e.csv"], "spec.data.json", "a list"),
      Fault("[", ["json": "inside/e.csv"], "spec.data.json", "byte 1"),
      Fault("n,v\nA,1\n", ["csv": "inside"], "spec.data.csv", "may not be read"),
      Fault("n,v\nA,1\n", ["csv": "inside/missing.csv"], "spec.data.csv", "there is no file"),
      Fault("n,v\nA,1\n", ["csv": "inside/e.csv", "json": "inside/e.csv"], "spec.data.json", "either `csv` or `json`"),
    ] as [Fault])
  func faults(fault: Fault) throws {
    try directory.write(fault.subject, to: "inside/e.csv")
    let error = try self.fault(fault.params)
    #expect(error.code == .invalidParams && error.data?["path"] == .string(fault.path), "\(error.message)")
    #expect(error.message.contains(fault.reason), "\(error.message)")
  }

  @Test("Files that are too large, too many rows, directories, pipes and other bytes are refused")
  func oddFiles() throws {
    let small = ChartService(
      data: DataSource(allowedDirectories: ["inside"], baseDirectory: directory.path, sizeLimit: 20))
    let large = try small.error("chart/create", ["spec": ["kind": "pie", "data": ["csv": "inside/energy.csv"]]])
    #expect(large.message.contains("at most 20"))
    try directory.write("n,v\n" + String(repeating: "A,1\n", count: 10_001), to: "inside/many.csv")
    #expect(try fault(["csv": "inside/many.csv"]).message.contains("10000 rows"))
    try FileManager.default.createDirectory(
      atPath: directory.path + "/inside/folder", withIntermediateDirectories: false)
    #expect(try fault(["csv": "inside/folder"]).message.contains("is not a file"))
    #expect(mkfifo(directory.path + "/inside/pipe", 0o600) == 0)
    #expect(try fault(["csv": "inside/pipe"]).message.contains("is not a file"))
    try Data([0xFF, 0xFE, 0x00]).write(to: URL(fileURLWithPath: directory.path + "/inside/binary"))
    #expect(try fault(["csv": "inside/binary"]).message.contains("not UTF-8"))
    #expect(try fault(["csv": "inside/energy.csv\u{0}.txt"]).code == .invalidParams)
  }

  /// 1,000 columns, and rows that are empty but for the last ones.
  private func writeWide(rows: Int) throws {
    let names = (0..<1_000).map { "c\($0)" }
    let rest = rows - 3
    let first = names.map { "\"\($0)\":null" }.joined(separator: ",")
    try directory.write(
      "[{\(first)}" + String(repeating: ",{}", count: rest)
        + #",{"c7": "A", "c900": 2, "c3": "x"},{"c3": "y", "c900": 3, "c7": "B", "c8": "red"}]"#,
      to: "inside/wide.json")
    try directory.write(
      names.joined(separator: ",") + "\n" + String(repeating: "-\n", count: rest + 1)
        + "-,,,x,,,,A" + String(repeating: ",", count: 893) + "2\n"
        + "-,,,y,,,,B,red" + String(repeating: ",", count: 892) + "3\n", to: "inside/wide.csv")
  }

  @Test(
    "Of many columns those are kept that are named; they are looked for where they are few", arguments: ["csv", "json"])
  func wideFiles(key: String) throws {
    try writeWide(rows: 2_000)
    let file: JSON = .string("inside/wide.\(key)")
    let named = try slices([key: file, "label": "c7", "value": "c900"])
    #expect(named.slices == [["label": "A", "value": 2], ["label": "B", "value": 3]])
    let colored = try slices([key: file, "label": "c7", "value": "c900", "color": "c8", "where": ["c3": "y"]])
    #expect(colored.slices == [["label": "B", "value": 3, "color": "red"]])
    for data in [[key: file], [key: file, "label": "c7"], [key: file, "value": "c900"]] as [JSON] {
      let error = try fault(data)
      #expect(error.code == .invalidParams && error.message.contains("name `label` and `value`"), "\(error.message)")
    }
    try writeWide(rows: 900)
    #expect(try slices([key: file, "where": ["c8": "red"]]).slices == [["label": "y", "value": 3]])
    #expect(try slices([key: file, "value": "c900", "where": ["c3": "x"]]).slices == [["label": "A", "value": 2]])
  }

  @Test("A spec with other faults is refused before a file is touched")
  func order() throws {
    let error = try service.error(
      "chart/create", ["spec": ["kind": "pie", "hole": 2, "data": ["csv": "inside/missing.csv"]]])
    #expect(error.data?["path"] == "spec.hole")
  }
}
