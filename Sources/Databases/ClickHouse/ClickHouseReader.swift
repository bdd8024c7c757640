/// Makes columns of rows in the format RowBinary: value after value, numbers with their lowest byte first, texts with their lengths. The
/// format Native has the same values column by column, in blocks that say what the columns are.
struct ClickHouseReader {
  private var types: [ClickHouseType]
  private var builder: ResultTableBuilder

  init(_ columns: [ColumnDescription], limits: QueryLimits) {
    types = columns.map { ClickHouseType($0.type) }
    builder = ResultTableBuilder(columns, limits: limits)
  }

  /// - Throws: ``DatabaseFault`` of the kinds tooMuch, timeout, cancelled, and unreachable for what ends within a row.
  mutating func read(_ bytes: [UInt8], _ watch: QueryWatch) throws(DatabaseFault) {
    guard !types.isEmpty else { return }
    var place = 0
    while place < bytes.count {
      if builder.rowCount & 0xFFF == 0 { try watch.check() }
      try builder.expect(1)
      let isWhole = bytes.withUnsafeBytes { bytes in types.indices.allSatisfy { append(from: bytes, &place, to: $0) } }
      guard isWhole else { throw DatabaseFault(.unreachable, "the answer ended in the middle of a row") }
    }
  }

  var table: ResultTable { builder.table }

  /// Reads an answer in the format Native.
  /// - Returns: `nil` if it has columns that are asked for in another way.
  /// - Throws: As ``read(_:_:)``.
  static func table(
    ofBlocks bytes: [UInt8], limits: QueryLimits, _ watch: QueryWatch
  ) throws(DatabaseFault) -> ResultTable? {
    var reader = ClickHouseReader([], limits: limits)
    var place = 0
    while place < bytes.count {
      try watch.check()
      var count = 0
      let isWhole = bytes.withUnsafeBytes { reader.readBlock($0, &place, &count) }
      guard reader.isReadable else { return nil }
      guard isWhole else { throw DatabaseFault(.unreachable, "the answer ended in the middle of a row") }
      try reader.builder.expect(count)
    }
    return reader.table
  }

  /// Whether all columns are of types whose values are read as they are.
  private var isReadable: Bool {
    types.allSatisfy { !$0.isLowCardinality && !$0.isWide && ($0.kind != .texts || $0.isString) }
  }

  /// - Parameter count: Becomes that of its rows.
  /// - Returns: Whether all of it was there.
  private mutating func readBlock(_ bytes: UnsafeRawBufferPointer, _ place: inout Int, _ count: inout Int) -> Bool {
    guard let width = ClickHouseReader.takeLength(from: bytes, &place),
      let rowCount = ClickHouseReader.takeLength(from: bytes, &place), rowCount <= bytes.count
    else { return false }
    let isFirst = types.isEmpty
    guard isFirst || types.count == width else { return false }
    count = rowCount
    for column in 0..<width {
      guard let name = ClickHouseReader.takeText(from: bytes, &place),
        let type = ClickHouseReader.takeText(from: bytes, &place)
      else { return false }
      if isFirst {
        let known = ClickHouseType(type)
        types.append(known)
        builder.add(ColumnDescription(name: name, kind: known.kind, type: type, form: .itself))
      }
      guard isReadable, appendColumn(column, of: rowCount, from: bytes, &place) else { return false }
    }
    return true
  }

  /// Takes the next values of a column.
  /// - Returns: Whether there were so many.
  private mutating func appendColumn(
    _ column: Int, of count: Int, from bytes: UnsafeRawBufferPointer, _ place: inout Int
  ) -> Bool {
    let nulls = place
    if types[column].isNullable {
      guard bytes.count - place >= count else { return false }
      place += count
    }
    for row in 0..<count {
      // What is missing has a value all the same.
      let isMissing = types[column].isNullable && bytes[nulls + row] != 0
      guard appendValue(from: bytes, &place, to: column, isMissing: isMissing) else { return false }
    }
    return true
  }

  private static func takeText(from bytes: UnsafeRawBufferPointer, _ place: inout Int) -> String? {
    guard let length = takeLength(from: bytes, &place), length <= bytes.count - place else { return nil }
    defer { place += length }
    return String(decoding: bytes[place..<place + length], as: UTF8.self)
  }

  /// Takes the next value.
  /// - Returns: Whether there was one.
  private mutating func append(from bytes: UnsafeRawBufferPointer, _ place: inout Int, to column: Int) -> Bool {
    if types[column].isNullable {
      guard let isMissing = ClickHouseReader.take(UInt8.self, from: bytes, &place) else { return false }
      if isMissing != 0 {
        appendNothing(to: column)
        return true
      }
    }
    return appendValue(from: bytes, &place, to: column, isMissing: false)
  }

  private mutating func appendNothing(to column: Int) {
    if types[column].kind == .texts {
      builder.columns[column].append(utf8: nil)
    } else {
      builder.columns[column].append(.nan)
    }
  }

  /// - Parameter isMissing: Whether the value stands for none.
  private mutating func appendValue(
    from bytes: UnsafeRawBufferPointer, _ place: inout Int, to column: Int, isMissing: Bool
  ) -> Bool {
    let type = types[column]
    func append<Number: FixedWidthInteger>(_ type: Number.Type, _ number: (Number) -> Double) -> Bool {
      guard let value = ClickHouseReader.take(type, from: bytes, &place) else { return false }
      if isMissing { appendNothing(to: column) } else { builder.columns[column].append(number(value)) }
      return true
    }
    func append<Whole: FixedWidthInteger>(whole type: Whole.Type) -> Bool {
      guard let value = ClickHouseReader.take(type, from: bytes, &place) else { return false }
      if isMissing { appendNothing(to: column) } else { builder.columns[column].append(whole: value) }
      return true
    }
    switch type.base {
    case .int8: return append(Int8.self) { Double($0) }
    case .int16: return append(Int16.self) { Double($0) }
    case .int32: return append(Int32.self) { Double($0) }
    case .uint8: return append(UInt8.self) { Double($0) }
    case .uint16: return append(UInt16.self) { Double($0) }
    case .uint32: return append(UInt32.self) { Double($0) }
    case .int64: return append(whole: Int64.self)
    case .uint64: return append(whole: UInt64.self)
    case .float32: return append(UInt32.self) { Double(Float(bitPattern: $0)) }
    case .float64: return append(UInt64.self) { Double(bitPattern: $0) }
    case .date: return append(UInt16.self) { Double($0) * 86_400_000 }
    case .dateTime: return append(UInt32.self) { Double($0) * 1_000 }
    case .dateTime64(let scale):
      var perSecond: Int64 = 1
      for _ in 0..<scale { perSecond *= 10 }
      return append(UInt64.self) { ResultMoment.milliseconds(Int64(bitPattern: $0), perSecond: perSecond) }
    case .text:
      guard let length = ClickHouseReader.takeLength(from: bytes, &place), length <= bytes.count - place else {
        return false
      }
      builder.columns[column].append(
        utf8: isMissing ? nil : UnsafeRawBufferPointer(rebasing: bytes[place..<place + length]))
      place += length
      return true
    }
  }

  private static func take<Number: FixedWidthInteger>(
    _ type: Number.Type, from bytes: UnsafeRawBufferPointer, _ place: inout Int
  ) -> Number? {
    let size = MemoryLayout<Number>.size
    guard bytes.count - place >= size else { return nil }
    defer { place += size }
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Number.self))
  }

  /// LEB128
  private static func takeLength(from bytes: UnsafeRawBufferPointer, _ place: inout Int) -> Int? {
    var (length, shift) = (0, 0)
    while place < bytes.count, shift < 56 {
      let byte = Int(bytes[place])
      place += 1
      length |= (byte & 0x7F) << shift
      if byte < 0x80 { return length }
      shift += 7
    }
    return nil
  }
}
