import ServiceTestSupport
import Foundation
import JSONModel
import Synchronization
import TestSupport
import Testing

@testable import ChartData

private final class Counter: Sendable {
  private let count = Atomic(0)
  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

@Suite("Delimited text: records, fields, encodings and limits")
struct DelimitedTableTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func fault(_ bytes: some Sequence<UInt8>, limits: DelimitedLimits = DelimitedLimits()) -> InvalidValue? {
    do {
      _ = try directory.table(bytes, limits: limits).rows()
      return nil
    } catch {
      return error as? InvalidValue
    }
  }

  // MARK: - Fields

  /// What was written is the oracle: cells are drawn first, and written with quotes wherever they need them, and at random.
  @Test("What was written comes back: random cells, quotes, line ends, delimiters, encodings and sizes of pieces")
  func random() throws {
    var random = SplitMix64(seed: 11)
    let pieces = ["a", "1.5", "\"", ",", ";", "\t", "|", "\n", "\r\n", "\r", "ä", "日本", "😀", "x y", "-7", "  "]
    for _ in 0..<300 {
      let delimiter = [",", ";", "\t", "|"].randomElement(using: &random) ?? ","
      let lineEnd = ["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
      let width = random.whole(2...5)
      var cells: [[String]] = (0..<random.whole(0...6)).map { _ in
        (0..<width).map { _ in
          (0..<random.whole(0...4)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        }
      }
      cells.insert((0..<width).map { "c\($0)" }, at: 0)
      let lines = cells.map { row in
        row.map { cell in
          let needs = cell.utf8.contains { "\"\n\r,;\t| ".utf8.contains($0) }
          guard needs || random.chance(0.3) else { return cell }
          let quoted =
            "\"" + cell.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
          return random.chance(0.2) ? " \(quoted) " : quoted
        }.joined(separator: delimiter)
      }
      let text = lines.joined(separator: lineEnd) + (random.chance(0.5) ? lineEnd : "")
      let encoding = Encoded.allCases.randomElement(using: &random) ?? .utf8
      let table = try directory.table(encoding.bytes(of: text), piece: random.whole(1...40))
      #expect(table.columns == cells[0])
      let wanted = cells.dropFirst().enumerated().filter { $0.element.contains { !$0.isEmpty } }.map { index, row in
        ReadRow(number: index, cells: row.map { $0.trimmed.isEmpty ? .missing : .text($0) })
      }
      #expect(try table.rows() == wanted, "\(text.debugDescription)")
    }
  }

  private static let whole =
    "\u{FEFF}näme;\"a\"\"b\";z\r\n1,5;\"x\ny\";😀\r\n\r\n ;\"\";\"\"\"\"\r2;\"q\" ;é\n\n3;;\"last\""

  @Test("It makes no difference where a piece of the file ends", arguments: Encoded.allCases)
  func pieces(encoding: Encoded) throws {
    let bytes = encoding.bytes(of: String(Self.whole.dropFirst(encoding == .utf8 ? 0 : 1)))
    let wanted = try directory.table(bytes).rows()
    #expect(wanted.map(\.number) == [0, 2, 3, 5])
    #expect(
      wanted.map(\.cells) == [
        [.text("1,5"), .text("x\ny"), .text("😀")], [.missing, .missing, .text("\"")],
        [.text("2"), .text("q"), .text("é")], [.text("3"), .missing, .text("last")],
      ])
    for piece in 1...bytes.count + 8 {
      let table = try directory.table(bytes, piece: piece)
      #expect(table.columns == ["näme", "a\"b", "z"])
      #expect(try table.rows() == wanted, "\(piece)")
    }
  }

  @Test("A record that is not whole is said to be so, or is what it is with all bytes: every start, every end")
  func prefixes() {
    let bytes = Array(Self.whole.utf8)
    for start in bytes.indices {
      var scanner = RecordScanner(delimiter: UInt8(ascii: ";"), wanted: .header, limits: DelimitedLimits())
      let whole = scanner.scan(bytes.span, from: start, to: bytes.count, isLast: true)
      for end in start + 1..<bytes.count {
        let part = scanner.scan(bytes.span, from: start, to: end, isLast: false)
        #expect(part == .incomplete || part == whole, "\(start)..<\(end): \(part), \(whole)")
      }
    }
  }

  @Test(
    "The delimiter is the one that every line has as often as the header",
    arguments: [
      ("a,b\n1,2\n", ","), ("a;b\n1,5;2,5\n", ";"), ("a\tb\n1\t2\n", "\t"), ("a|b\n1|2\n", "|"), ("a\n1\n", ","),
      ("a, b;c\n1;2\n3;4\n", ";"), ("a,b\n1\n", ","), ("\"x;y\",b\n1,2\n", ","), ("\"x,y\";b\n1;2", ";"), ("a;b", ";"),
    ])
  func delimiters(text: String, delimiter: String) throws {
    #expect(try directory.table(Array(text.utf8)).dialect.delimiter == delimiter.utf8.first)
  }

  // MARK: - Faults

  @Test(
    "Faults name the row and the column",
    arguments: [
      ("a,b\n1,\"x\"y\n", "row 2, column 'b': a text goes on after its closing quote"),
      ("a,b\n1,2\n3,x\"y\n", "row 3, column 'b': a quote stands in a text"),
      ("a,b\n\"1,2\n3,4\n", "row 2, column 'a': a quote is not closed"),
      ("a,b\n1,2,\"x\"y", "row 2, column 3: a text goes on"), ("a,\"b\"c\n", "row 1, column 2"), ("", "is empty"),
      ("\n\r\n \n", "is empty"), (",\n1,2\n", "is empty"), ("a,b,a\n", "two columns 'a'"),
      ("a,b\n1,\"" + String(repeating: "x", count: 101) + "\"", "a cell of more than 100 bytes, in row 2, column 'b'"),
      ("a,b\n" + String(repeating: "x", count: 101) + ",2", "a cell of more than 100 bytes, in row 2, column 'a'"),
      ("a,b,c,d,e,f\n", "more than 5 columns"),
      ("a\n" + String(repeating: "1\n", count: 4000), "at most 4096 are read"),
    ])
  func faults(text: String, reason: String) {
    let found = fault(Array(text.utf8), limits: DelimitedLimits(bytes: 4096, columns: 5, cell: 100))
    #expect(found?.reason.contains(reason) == true, "\(found?.reason ?? "none")")
  }

  @Test("Blank lines before the header are passed over, and counted", arguments: Encoded.allCases, [1, 4, 1 << 18])
  func blankBeginning(encoding: Encoded, piece: Int) throws {
    let table = try directory.table(encoding.bytes(of: "\r\n\n  \na;b\n1;2\n\n3;4\n"), piece: piece)
    #expect(table.columns == ["a", "b"])
    let rows = try table.rows()
    #expect(rows.map(\.cells) == [[.text("1"), .text("2")], [.text("3"), .text("4")]])
    #expect(rows.map { table.name(ofRow: $0.number) } == ["row 5", "row 7"])
    let found = fault(Array("\n\na,b\n1,\"x\"y\n".utf8))
    #expect(found?.reason.contains("row 4, column 'b'") == true, "\(found?.reason ?? "none")")
    #expect(fault(Array("\n\na,\"b\"c\n".utf8))?.reason.contains("row 3, column 2") == true)
  }

  @Test("Bytes that are no text are refused where they stand")
  func encodings() {
    for bad: [UInt8] in [
      [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF0, 0x9F, 0x98],
      [0xFF],
    ] {
      #expect(fault(Array("a,b\n1,".utf8) + bad)?.reason.contains("not UTF-8 text, at byte 6") == true, "\(bad)")
      #expect(
        fault(Array("a,b\n1,".utf8) + bad + Array("\n2,3\n".utf8))?.reason.contains("at byte 6") == true, "\(bad)")
    }
    for bad: [UInt8] in [[0xFF, 0xFE, 0x61], [0xFF, 0xFE, 0x00, 0xD8, 0x61, 0x00], [0xFE, 0xFF, 0xDC, 0x00]] {
      #expect(fault(bad)?.reason.contains("not UTF-8 text, nor is it UTF-16") == true, "\(bad)")
    }
  }

  // MARK: - gzip

  @Test("A gzip file is unpacked, also one of several members; a damaged one and one cut short are refused")
  func packed() throws {
    let members = try #require(
      Data(base64Encoded: "H4sIAAAAAAACA8vTKeNy1DHkAgAFpuILCAAAAB+LCAAAAAAAAgNz0jHiAgBBTassBAAAAA=="))
    let rows = try directory.table(members).rows()
    #expect(rows.map(\.cells) == [[.text("A"), .text("1")], [.text("B"), .text("2")]])
    #expect(try directory.table(members + [0, 0, 0, 0]).rows() == rows)
    for piece in 1...20 { #expect(try directory.table(members, piece: piece).rows() == rows) }
    #expect(fault(members.dropLast(3))?.reason.contains("ends too early") == true)
    #expect(fault(members + [7, 7])?.reason.contains("damaged") == true)
    var damaged = members
    damaged[14] ^= 0xFF
    #expect(fault(damaged) != nil)
  }

  /// A packed file with 100,000 rows, in 432 bytes.
  private static func packedRows() throws -> Data {
    let text = """
      H4sIAAAAAAACA+3DIQ0AAAgAME8WDJEogCQ/KXD/9smNzlJVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV
      VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV
      VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV
      VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV
      VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV
      VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVdX3B6w3ikCEGgYA
      """
    return try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
  }

  @Test("What a small gzip file unpacks to is limited")
  func bomb() throws {
    let packed = try Self.packedRows()
    let found = fault(packed, limits: DelimitedLimits(bytes: 100_000))
    #expect(found?.reason.contains("once it is unpacked") == true)
    #expect(try directory.table(packed).rows().count == 100_000)
  }

  // MARK: - Limits

  @Test("A hundred thousand columns are read, a million refused")
  func columns() throws {
    let names = (0..<100_000).map { "c\($0)" }.joined(separator: ",")
    let values = (0..<100_000).map(String.init).joined(separator: ",")
    let table = try directory.table(Array((names + "\n" + values + "\n" + values).utf8))
    #expect(table.columns.count == 100_000)
    let rows = try table.rows()
    #expect(rows.count == 2 && rows[1].cells.last == .text("99999"))
    let many = Array(repeating: UInt8(ascii: ","), count: 1_000_000)
    #expect(fault(many)?.reason.contains("more than 200000 columns") == true)
  }

  @Test("Reading ends when nobody waits any more, and when it takes too long")
  func watch() throws {
    let text = Array(("a,b\n" + String(repeating: "1,2\n", count: 1000)).utf8)
    let asked = Counter()
    let table = try directory.table(
      text, piece: 64,
      watch: ReadingWatch(limit: .seconds(600)) {
        asked.next() > 5
      })
    var rows = 0
    #expect(throws: InvalidValue("'a.csv' was not read to its end: the request was cancelled")) {
      try table.forEachRow { _, _ in rows += 1 }
    }
    #expect(rows > 0 && rows < 200)
    let late = try directory.table(text, piece: 64, watch: ReadingWatch(limit: .seconds(-1)))
    #expect(throws: InvalidValue("'a.csv' takes longer than -1 s to read; make it smaller")) { try late.rows() }
  }

  @Test("So does reading of what is packed or in UTF-16")
  func watchOfEncodings() throws {
    let text = "a,b\n" + String(repeating: "1,2\n", count: 100_000)
    let packed = Array(try Self.packedRows())
    for bytes in Encoded.allCases.map({ $0.bytes(of: text) }) + [packed] {
      let asked = Counter()
      let table = try directory.table(
        bytes, piece: 4096, watch: ReadingWatch(limit: .seconds(600)) { asked.next() > 20 })
      var rows = 0
      #expect(throws: InvalidValue("'a.csv' was not read to its end: the request was cancelled")) {
        try table.forEachRow { _, _ in rows += 1 }
      }
      #expect(rows > 0 && rows < 50_000)
    }
  }

  @Test("The first fault ends the reading")
  func firstFault() throws {
    let table = try directory.table(Array(("a\n" + String(repeating: "1\n", count: 10_000)).utf8), piece: 64)
    var calls = 0
    #expect(throws: InvalidValue("enough")) {
      try table.forEachRow { _, _ throws(InvalidValue) in
        calls += 1
        if calls == 3 { throw InvalidValue("enough") }
      }
    }
    #expect(calls == 3)
  }

  @Test("A file that becomes shorter while it is read just ends")
  func shrinking() throws {
    let file = directory.path + "/shrinking.csv"
    try Data(("a\n" + String(repeating: "1\n", count: 200_000)).utf8).write(to: URL(fileURLWithPath: file))
    let table = try DelimitedTable(
      OpenFile(file, named: "a.csv", limit: 1 << 20), piece: 4096, watch: ReadingWatch(limit: .seconds(600)))
    var rows = 0
    try table.forEachRow { _, _ in
      rows += 1
      if rows == 10 { truncate(file, 8192) }
    }
    #expect(rows == 4095)
  }
}
