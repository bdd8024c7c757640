@testable import Databases
import OrderedCollections
import Testing

@Suite("Columns of results") struct ResultTests {
  @Test("Whole numbers are numbers until one comes that no double holds; then all are names")
  func wholes() {
    var builder = ResultColumnBuilder(.numbers)
    for whole in [1, -5, nil] as [Int64?] { builder.append(whole: whole) }
    guard case .numbers(let numbers) = builder.column else { return #expect(Bool(false), "no numbers") }
    #expect(numbers.prefix(2) == [1, -5] && numbers.count == 3 && numbers[2].isNaN)
    builder.append(whole: 9_007_199_254_740_993 as Int64)
    builder.append(whole: UInt64.max)
    builder.append(whole: nil as Int64?)
    #expect(
      builder.column
        == .texts(
          ResultColumn.TextCodes(
            codes: [0, 1, -1, 2, 3, -1], texts: ["1", "-5", "9007199254740993", "18446744073709551615"])))
  }

  @Test("Moments that are whole milliseconds stay whole, those before 1970 as well")
  func moments() {
    #expect(ResultMoment.milliseconds(1_700_000_000_123_456, perSecond: 1_000_000) == 1_700_000_000_123.456)
    #expect(ResultMoment.milliseconds(-1, perSecond: 1_000_000) == -0.001)
    #expect(ResultMoment.milliseconds(5, perSecond: 1) == 5_000 && ResultMoment.milliseconds(7, perSecond: 100) == 70)
    #expect(
      ResultMoment.milliseconds(.max, perSecond: 1_000_000_000).isFinite
        && ResultMoment.milliseconds(.min, perSecond: 1).isFinite)
  }

  @Test("More rows or bytes than may be are refused")
  func limits() throws {
    let column = ColumnDescription(name: "a", kind: .texts, type: "text")
    var builder = ResultTableBuilder([column], limits: QueryLimits(rows: 2, bytes: 1_000))
    try builder.expect(2)
    #expect(throws: DatabaseFault.self) { try builder.expect(1) }
    builder = ResultTableBuilder([column], limits: QueryLimits(rows: 10, bytes: 200))
    for text in ["a", "b", "c"] {
      let bytes = Array(text.utf8)
      bytes.withUnsafeBytes { builder.columns[0].append(utf8: $0) }
    }
    #expect(throws: DatabaseFault.self) { try builder.expect(1) }
  }

  @Test("PostgreSQL's numbers of any length are the nearest doubles")
  func numeric() {
    // Number of digits to the base 10,000, weight of the first, sign, digits after the point, digits.
    func number(_ fields: [UInt16]) -> Double {
      let bytes = fields.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      return bytes.withUnsafeBytes { PostgreSQLNumeric.number($0) }
    }
    #expect(number([2, 0, 0, 4, 12, 3_400]) == 12.34 && number([1, 1, 0x4000, 0, 5]) == -50_000)
    #expect(number([0, 0, 0, 0]) == 0 && number([0, 0, 0xC000, 0]).isNaN && number([0, 0, 0xD000, 0]) == .infinity)
    #expect(number([0, 0, 0xF000, 0]) == -.infinity && number([1, 2]).isNaN)
    #expect(number([5, 4, 0, 0, 1, 2_345, 6_789, 123, 4_567]) == 12_345_678_901_234_568)
    #expect(number([1, UInt16(bitPattern: -3), 0, 12, 7]) == 7e-12)
  }

  @Test("A row that ends in its middle is a fault")
  func rowBinary() throws {
    let columns = [
      ColumnDescription(name: "a", kind: .numbers, type: "Nullable(Int32)"),
      ColumnDescription(name: "b", kind: .texts, type: "String"),
    ]
    let row: [UInt8] = [0, 1, 0, 0, 0, 3, 97, 98, 99]
    var reader = ClickHouseReader(columns, limits: QueryLimits())
    try reader.read(row + [1, 0], QueryWatch(limit: .seconds(60)))
    let table = reader.table
    #expect(
      table.rowCount == 2 && table.columns["b"] == .texts(ResultColumn.TextCodes(codes: [0, -1], texts: ["abc"])))
    for length in 1..<row.count {
      var reader = ClickHouseReader(columns, limits: QueryLimits())
      #expect(throws: DatabaseFault.self) {
        try reader.read(Array(row.prefix(length)), QueryWatch(limit: .seconds(60)))
      }
    }
  }

  @Test("Blocks of columns say what these are; what ends within one is a fault, and what is read otherwise is told")
  func native() throws {
    func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + Array(text.utf8) }
    func read(_ bytes: [UInt8]) throws -> ResultTable? {
      try ClickHouseReader.table(ofBlocks: bytes, limits: QueryLimits(), QueryWatch(limit: .seconds(60)))
    }
    func block(_ numbers: [UInt8?], _ texts: [String]) -> [UInt8] {
      [2, UInt8(numbers.count)] + text("a") + text("Nullable(UInt8)") + numbers.map { $0 == nil ? 1 : 0 }
        + numbers.map { $0 ?? 0 } + text("b") + text("String") + texts.flatMap(text)
    }
    let bytes = block([], []) + block([7, nil], ["abc", ""]) + block([9], ["abc"])
    let table = try #require(try read(bytes))
    #expect(table.rowCount == 3 && table.columns.keys == ["a", "b"])
    #expect(table.columns["b"] == .texts(ResultColumn.TextCodes(codes: [0, -1, 0], texts: ["abc"])))
    guard case .numbers(let values)? = table.columns["a"] else { throw DatabaseFault(.query, "no numbers") }
    #expect(values[0] == 7 && values[1].isNaN && values[2] == 9)
    let ends = [0, block([], []).count, block([], []).count + block([7, nil], ["abc", ""]).count, bytes.count]
    for length in 0..<bytes.count where !ends.contains(length) {
      #expect(throws: DatabaseFault.self, "after \(length) bytes") { try read(Array(bytes.prefix(length))) }
    }
    // More rows or columns than there are bytes.
    for lie: [UInt8] in [
      [1, 0xFF, 0xFF, 0x7F], [0xFF, 0xFF, 0x7F, 1], [0xFF], [1, 3] + text("a") + text("Nullable(UInt8)"),
    ] {
      #expect(throws: DatabaseFault.self) { try read(lie) }
    }
    for type in ["LowCardinality(String)", "Array(UInt8)", "Decimal(9, 2)", "FixedString(3)", "Enum8('a' = 1)"] {
      #expect(try read([1, 1] + text("a") + text(type) + [1, 2, 3]) == nil)
    }
  }

  @Test(
    "A type of ClickHouse",
    arguments: [
      ("Nullable(DateTime('UTC'))", ResultKind.moments), ("LowCardinality(Nullable(String))", .texts),
      ("Decimal(18, 4)", .numbers), ("UInt256", .numbers),
      ("DateTime64(6, 'Europe/Berlin')", .moments), ("Date", .clockTimes), ("Array(Int8)", .texts),
      ("Enum8('a' = 1)", .texts), ("", .texts),
    ])
  func clickHouseTypes(_ name: String, _ kind: ResultKind) { #expect(ClickHouseType(name).kind == kind) }

  @Test(
    "A type of Arrow",
    arguments: [
      ("l", ResultKind.numbers), ("tsu:UTC", .moments), ("tsn:", .clockTimes), ("tdD", .clockTimes),
      ("d:38,10", .numbers), ("vu", .texts), ("+s", .texts),
      ("ts", .texts), ("tsx:", .texts), ("", .texts),
    ])
  func arrowTypes(_ format: String, _ kind: ResultKind) { #expect(ArrowType(format).kind == kind) }
}
