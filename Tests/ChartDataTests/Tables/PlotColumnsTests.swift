import ServiceTestSupport
import ChartEngine
import ChartModel
import Foundation
import JSONModel
import TestSupport
import Testing

@testable import ChartData

@Suite("Columns of plots: types from all rows, the same however rows come")
struct PlotColumnsTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func columns(
    _ text: String, scale: PositionAxisSpec.Scale? = nil, format: String? = nil, filter: RowFilter = RowFilter(),
    throughCells: Bool = false
  ) throws -> (positions: ColumnSpec, missing: Int, values: [Double], faulty: [Int]) {
    let table = try directory.table(Array(text.utf8))
    let request = PlotColumns.Request(
      positions: 0, scale: scale, pattern: try format.map { try DatePattern($0) }, values: [1], limit: 10_000)
    var columns = PlotColumns(request, of: table, filter: filter)
    if throughCells { try Cells(table: table).read(&columns) } else { try table.read(&columns) }
    let positions = try #require(columns.positions).column(named: "x")
    return (positions.spec, positions.missing, columns.values[0].numbers, columns.values[0].faulty)
  }

  /// The table as a recording has it: nothing but cells.
  private struct Cells: DataTable {
    let table: DelimitedTable
    var columns: [String] { table.columns }
    var style: CellStyle { table.style }
    func name(ofRow row: Int) -> String { table.name(ofRow: row) }
    func forEachRow(_ body: (Int, [DataCell]) throws(InvalidValue) -> Void) throws(InvalidValue) {
      try table.forEachRow(body)
    }
  }

  private func texts(_ texts: String?...) -> ColumnSpec {
    .values(texts.map { $0.map(ColumnSpec.Entry.text) ?? .missing })
  }

  @Test("Random tables give the same columns by their bytes and by their cells")
  func ways() throws {
    var random = SplitMix64(seed: 5)
    let kinds: [[String]] = [
      ["1", "2.5", "-3e2", "", "NA", " 7 "], ["2026-08-17", "2026-08-18T10:00Z", "", "null"],
      ["17.8.2026", "1.12.2026 14:30", "", "-"], ["13/8/2026", "1/2/2026", "30/1/2026"], ["1,5", "2", "-,5", "1.5"],
      ["Wind", "\"a\"\"b\"", "é", "e\u{301}", "NA", "3"], ["2026", "20260817", "1785542400000", "NaN", "x"],
      ["3/4/2026", "4/5/2026"],
    ]
    for _ in sample(0..<3000) {
      let kind = kinds.randomElement(using: &random) ?? []
      var pool = kind
      if random.chance(0.2) { pool += kinds.randomElement(using: &random) ?? [] }
      let rows = (0..<random.whole(0...8)).map { _ in
        "\(pool.randomElement(using: &random) ?? "");\(kinds[random.whole(0...5)].randomElement(using: &random) ?? "");a"
      }
      let text = "x;y;z\n" + rows.joined(separator: "\n")
      let scales: [PositionAxisSpec.Scale?] = [nil, .time, .category, .linear]
      let scale = scales[random.whole(0...3)]
      var filter = RowFilter()
      if random.chance(0.3) {
        let all: [JSON] = [["1", "NA"], 1.5, "é", .null, ["2026-08-17", 2, "a\"b"]]
        let wanted = all[random.whole(0...4)]
        filter.conditions = [RowFilter.Condition(column: random.whole(0...1), wanted: wanted)]
      }
      let (byBytes, byCells) = (
        Result { try columns(text, scale: scale, filter: filter) },
        Result { try columns(text, scale: scale, filter: filter, throughCells: true) }
      )
      switch (byBytes, byCells) {
      case (.success(let left), .success(let right)):
        #expect(left.positions == right.positions && left.missing == right.missing, "\(text)")
        #expect(
          left.values.map(\.bitPattern) == right.values.map(\.bitPattern) && left.faulty == right.faulty, "\(text)")
      case (.failure(let left), .failure(let right)):
        #expect(left as? InvalidValue == right as? InvalidValue, "\(text)")
      default: Issue.record("\(text): \(byBytes), \(byCells)")
      }
    }
  }

  @Test("A column is of numbers if all of its cells are, and of texts if any is a text, be it the last of many")
  func types() throws {
    let numbers = (0..<5000).map { "\($0),1\n" }.joined()
    #expect(try columns("x,y\n" + numbers).positions == .numbers((0..<5000).map(Double.init)))
    let mixed = try columns("x,y\n" + numbers + "last,1\n").positions
    #expect(mixed.count == 5001 && mixed.entries.first == .text("0") && mixed.entries.last == .text("last"))
  }

  @Test("Nothing, NA, NaN, null and the like are missing among numbers and dates, and texts among texts")
  func missing() throws {
    let words = ["NA", "N/A", "n/a", "#N/A", "NaN", "nan", "null", "NULL", "None", "-", "\\N"]
    let rows = words.map { "\($0),\($0)\n" }.joined()
    let read = try columns("x,y\n1,2\n" + rows)
    #expect(read.positions == .numbers([1] + words.map { _ in .nan }) && read.missing == words.count)
    #expect(read.values.count == 12 && read.values[0] == 2 && read.values.dropFirst().allSatisfy(\.isNaN))
    #expect(read.faulty == [])
    #expect(try columns("x,y\n1,\n,2\n").positions == .numbers([1, .nan]))
    #expect(try columns("x,y\n2026-08-17,1\nNA,2\n").positions == texts("2026-08-17", nil))
    #expect(try columns("x,y\n17.8.2026,1\nNA,2\n,3\n").positions == texts("2026-08-17", nil, nil))
    #expect(try columns("x,y\nNA,1\nDE,2\n").positions == texts("NA", "DE"))
    #expect(try columns("x,y\n1,no\n2,many\n").faulty == [0, 1])
  }

  @Test("Decimal commas, where commas separate nothing")
  func commas() throws {
    let read = try columns("x;y\n1,5;-2,25e1\n3;4,0\n1;2.5\n")
    #expect(read.positions == .numbers([1.5, 3, 1]))
    #expect(read.values[0] == -22.5 && read.values[1] == 4 && read.values[2].isNaN && read.faulty == [2])
    #expect(try columns("x,y\n\"1,5\",1\n").positions == texts("1,5"))
  }

  @Test(
    "National dates become ISO's",
    arguments: [
      (["17.8.2026", "1.12.1999"], ["2026-08-17", "1999-12-01"]), (["17. 8. 2026"], ["2026-08-17"]),
      (["13/8/2026", "1/2/2026"], ["2026-08-13", "2026-02-01"]),
      (["8/13/2026", "1/2/2026"], ["2026-08-13", "2026-01-02"]),
      (["31-12-2026"], ["2026-12-31"]), (["2026/8/7", "2026/10/17"], ["2026-08-07", "2026-10-17"]),
      (["2026.08.17."], ["2026-08-17"]), (["3/3/2026", "4/4/2026"], ["2026-03-03", "2026-04-04"]),
      (["17.8.2026 14:30", "18.8.2026"], ["2026-08-17T14:30:00", "2026-08-18T00:00:00"]),
      (["8/17/2026 2:30:05.25 PM", "8/18/2026, 12:00 am"], ["2026-08-17T14:30:05.250", "2026-08-18T00:00:00"]),
      (["29.2.2024"], ["2024-02-29"]),
      // What every reader of moments knows is left as it is, and so is what is no date.
      (["2026/08/07"], ["2026/08/07"]), (["2026-08-17 14:30"], ["2026-08-17 14:30"]), (["29.2.2026"], ["29.2.2026"]),
      (["13/8/2026", "8/13/2026"], ["13/8/2026", "8/13/2026"]), (["1.2.3", "17.8.2026"], ["1.2.3", "17.8.2026"]),
      (["17.8.2026 25:00"], ["17.8.2026 25:00"]), (["17.8/2026"], ["17.8/2026"]), (["17.8.26"], ["17.8.26"]),
    ])
  func dates(cells: [String], wanted: [String]) throws {
    let text = "x;y\n" + cells.map { "\($0);1\n" }.joined()
    #expect(try columns(text).positions == .values(wanted.map { .text($0) }))
    #expect(try columns(text, scale: .category).positions == .values(cells.map { .text($0) }), "names are names")
  }

  @Test("Every day of eleven centuries, against the engine's calendar")
  func days() {
    let axis = PositionAxisSpec()
    for number in stride(from: -200_000, through: 200_000, by: 1) {
      let day = CivilDate(dayNumber: number)
      if day.dayNumber != number || CivilDate(existing: day.year, day.month, day.day) != day {
        Issue.record("\(number): \(day)")
      }
      guard number % 97 == 0 else { continue }
      let text = DateColumn(seconds: [Double(number) * 86_400]).text(at: 0)
      #expect(text.flatMap(axis.milliseconds) == Double(number) * 86_400_000)
    }
  }

  @Test("Dates that can begin with the day or the month are an error that asks, and an answer is heard")
  func ambiguous() throws {
    let text = "x,y\n3/4/2026,1\n12/11/2026,2\n"
    #expect(
      throws: InvalidValue(
        "the dates in column 'x', such as '3/4/2026', can begin with the day or with the month; say which by "
          + "`dateFormat: d/M/yyyy` or `dateFormat: M/d/yyyy` in `data`")
    ) { try columns(text) }
    #expect(try columns(text, format: "d/M/yyyy").positions == texts("2026-04-03", "2026-11-12"))
    #expect(try columns(text, format: "M/d/yyyy").positions == texts("2026-03-04", "2026-12-11"))
    #expect(try columns(text, scale: .category).positions == texts("3/4/2026", "12/11/2026"))
    #expect(throws: InvalidValue("row 3, column 'x': expected a date written as d/M/yyyy, got '12/13/2026'")) {
      try columns("x,y\n3/4/2026,1\n12/13/2026,2\n", format: "d/M/yyyy")
    }
  }

  @Test(
    "Date formats",
    arguments: [
      ("dd.MM.yy", "17.08.26", "2026-08-17"), ("yyyyMMdd", "20260817", "2026-08-17"),
      ("d MMM yyyy", "7 aug 2026", "2026-08-07"), ("MMMM d yyyy", "August 7 2026", "2026-08-07"),
      ("EEE d.M.yyyy", "Mon 17.8.2026", "2026-08-17"), ("d/M/yyyy h:mm a", "7/8/2026 12:05 AM", "2026-08-07T00:05:00"),
      ("yyyy-MM-dd HH:mm:ss.SSS", "2026-08-17 01:02:03.5", "2026-08-17T01:02:03.500"),
      ("d.M.yyyy HH:mm XXX", "17.8.2026 01:00 +02:00", "2026-08-16T23:00:00Z"),
      ("'on' d M yyyy", "on 7 8 2026", "2026-08-07"), ("d0 M yyyy", "70 8 2026", "2026-08-07"),
      ("yyyy", "2026", "2026-01-01"),
    ])
  func formats(format: String, cell: String, wanted: String) throws {
    #expect(try columns("x,y\n\(cell),1\nNA,2\n", format: format).positions == texts(wanted, nil))
    #expect(throws: InvalidValue.self) { try columns("x,y\n\(cell)x,1\n", format: format) }
  }

  @Test("Formats that no date can be read by", arguments: ["QQQ yyyy", "D yyyy", "d/M", "b", "'"])
  func badFormats(format: String) {
    #expect(throws: InvalidValue.self) { try DatePattern(format) }
  }
}
