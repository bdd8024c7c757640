import ChartModel
import JSONModel
import Synchronization
import Testing

@testable import ChartData

/// Counts from 1.
private final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

@Suite("Tables in JSON files", .timeLimit(.minutes(2)))
struct JSONTableTests {
  private static let cancelled = InvalidValue("'a.json' was not read to its end: the request was cancelled")

  /// A list of objects of 20 bytes each.
  private static func text(rows: Int) -> [UInt8] {
    Array("[{\"n\":123456,\"v\":1}".utf8) + Array(String(repeating: ",{\"n\":123456,\"v\":1}", count: rows - 1).utf8)
      + Array("]".utf8)
  }

  @Test("Parsing ends in the middle when nobody waits any more")
  func parsing() throws {
    let bytes = Self.text(rows: 100_000)
    let all = Counter()
    _ = try JSONTable(
      bytes, named: "a.json",
      watch: ReadingWatch(limit: .seconds(600)) {
        _ = all.next()
        return false
      })
    // Once in the beginning, then for each 64 KiB, then for each 1,024 rows.
    #expect(all.value >= 1 + bytes.count >> 17 + 100_000 / 1024)
    for last in [1, 2, 3, 10, 40, 100] {
      let asked = Counter()
      #expect(throws: Self.cancelled) {
        try JSONTable(
          bytes, named: "a.json", watch: ReadingWatch(limit: .seconds(600)) { asked.next() >= last })
      }
      // Once more to say why.
      #expect(asked.value - last <= 1)
    }
  }

  @Test("So does going through the rows")
  func rows() throws {
    let calls = Counter()
    let isOver = Mutex(false)
    let table = try JSONTable(
      Self.text(rows: 10_000), named: "a.json",
      watch: ReadingWatch(limit: .seconds(600)) { isOver.withLock { $0 } })
    #expect(throws: Self.cancelled) {
      try table.forEachRow { _, _ in
        if calls.next() == 100 { isOver.withLock { $0 = true } }
      }
    }
    #expect(calls.value == 1024)
  }

  @Test("The wider the rows are, the fewer of them it takes until it is asked again")
  func wideRows() throws {
    let wide = (0..<5_000).map { "\"c\($0)\":1" }.joined(separator: ",")
    let text = "[{\(wide)}" + String(repeating: ",{}", count: 999) + "]"
    let calls = Counter()
    let isOver = Mutex(false)
    let table = try JSONTable(
      Array(text.utf8), named: "a.json", watch: ReadingWatch(limit: .seconds(600)) { isOver.withLock { $0 } })
    #expect(throws: Self.cancelled) {
      try table.forEachRow { _, _ in
        if calls.next() == 1 { isOver.withLock { $0 = true } }
      }
    }
    #expect(calls.value <= 20)
  }

  @Test("A plot gets the rows that are as `where` asks; what a row does not have is missing")
  func plots() throws {
    let text =
      #"[{"x":1,"g":"a","y":4},{},{"y":5,"x":2,"g":"b"},{"x":3,"g":"a"},{"g":null,"x":4,"y":"6"},{"y":7,"g":true}]"#
    let table = try JSONTable(Array(text.utf8), named: "a.json", watch: ReadingWatch(limit: .seconds(600)))
    #expect(table.columns == ["x", "g", "y"])
    func read(where wanted: JSON?) throws -> [String] {
      var filter = RowFilter()
      if let wanted { filter.conditions = [RowFilter.Condition(column: 1, wanted: wanted)] }
      var columns = PlotColumns(
        PlotColumns.Request(positions: 0, scale: .linear, pattern: nil, values: [2, 0, 2], limit: 100), of: table,
        filter: filter)
      try table.read(&columns)
      return columns.values.map { "\($0.numbers)" }
    }
    let y = "[4.0, nan, 5.0, nan, 6.0, 7.0]"
    #expect(try read(where: nil) == [y, "[1.0, nan, 2.0, 3.0, 4.0, nan]", y])
    #expect(try read(where: "a") == ["[4.0, nan]", "[1.0, 3.0]", "[4.0, nan]"])
    #expect(try read(where: JSON.null) == ["[nan, 6.0]", "[nan, 4.0]", "[nan, 6.0]"])
    #expect(try read(where: ["b", true]) == ["[5.0, 7.0]", "[2.0, nan]", "[5.0, 7.0]"])
  }

  @Test("A time limit ends it, too")
  func limit() {
    #expect(throws: InvalidValue("'a.json' takes longer than -1 s to read; make it smaller")) {
      try JSONTable(Self.text(rows: 10), named: "a.json", watch: ReadingWatch(limit: .seconds(-1)))
    }
  }
}
