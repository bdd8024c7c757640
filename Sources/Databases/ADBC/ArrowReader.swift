import CDatabases

/// A type of Arrow, as far as its values are read; all others come as texts.
/// https://arrow.apache.org/docs/format/CDataInterface.html#data-type-description-format-strings
enum ArrowType: Hashable, Sendable {
  case int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64
  /// Days since 1970.
  case date
  /// Since 1970, with so many ticks a second.
  case moment(perSecond: Int64), clockTime(perSecond: Int64)
  /// With lengths of 32 bits, of 64, or beside short texts themselves.
  case text, longText, textView
  /// Numbers that are asked for as doubles.
  case decimal
  case bytes
  case other(String)

  init(_ format: String) {
    switch format {
    case "c": self = .int8
    case "s": self = .int16
    case "i": self = .int32
    case "l": self = .int64
    case "C": self = .uint8
    case "S": self = .uint16
    case "I": self = .uint32
    case "L": self = .uint64
    case "f": self = .float32
    case "g": self = .float64
    case "tdD": self = .date
    case "u": self = .text
    case "U": self = .longText
    case "vu": self = .textView
    case "z", "Z", "vz": self = .bytes
    case _ where format.hasPrefix("d:") || format == "e": self = .decimal
    case _ where format.hasPrefix("w:"): self = .bytes
    case _ where format.hasPrefix("ts") && format.dropFirst(3).first == ":":
      let units: [Character: Int64] = ["s": 1, "m": 1_000, "u": 1_000_000, "n": 1_000_000_000]
      guard let unit = format.dropFirst(2).first.flatMap({ units[$0] }) else {
        self = .other(format)
        return
      }
      self = format.hasSuffix(":") ? .clockTime(perSecond: unit) : .moment(perSecond: unit)
    default: self = .other(format)
    }
  }

  var kind: ResultKind {
    switch self {
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .float32, .float64, .decimal: .numbers
    case .date, .clockTime: .clockTimes
    case .moment: .moments
    case .text, .longText, .textView, .bytes, .other: .texts
    }
  }

  var form: ColumnDescription.Form {
    switch self {
    case .decimal: .number
    case .text, .longText, .textView, .other, .bytes: .text
    default: .itself
    }
  }

  /// What people call it.
  var name: String {
    switch self {
    case .moment: "timestamp with time zone"
    case .clockTime: "timestamp"
    case .text, .longText, .textView: "text"
    case .other(let format): "'\(format)' of Arrow"
    default: "\(self)"
    }
  }
}

/// A column, as a schema has it.
struct ArrowField: Hashable, Sendable {
  var name: String
  var type: ArrowType

  /// Those of a table.
  static func fields(of schema: arrow_schema) -> [ArrowField] {
    (0..<Int(schema.child_count)).compactMap { index in
      guard let child = schema.children?[index]?.pointee, let format = child.format else { return nil }
      var type = ArrowType(String(cString: format))
      if child.dictionary != nil { type = .other("dictionary") }
      // PostgreSQL's driver gives numbers of any length as texts, and says so beside.
      if metadata(child, "ADBC:postgresql:typname") == "numeric" { type = .decimal }
      return ArrowField(name: child.name.map { String(cString: $0) } ?? "", type: type)
    }
  }

  /// A value among what is said of a column: a count, and by their lengths names and values.
  private static func metadata(_ schema: arrow_schema, _ name: String) -> String? {
    guard var place = schema.metadata.map({ UnsafeRawPointer($0) }) else { return nil }
    func takeNumber() -> Int {
      defer { place += 4 }
      return Int(place.loadUnaligned(as: Int32.self))
    }
    func takeText() -> String {
      let length = max(takeNumber(), 0)
      defer { place += length }
      return String(decoding: UnsafeRawBufferPointer(start: place, count: length), as: UTF8.self)
    }
    for _ in 0..<max(takeNumber(), 0) {
      let (key, value) = (takeText(), takeText())
      if key == name { return value }
    }
    return nil
  }
}

/// Makes columns of Arrow's arrays.
struct ArrowReader {
  private let columns: [ColumnDescription]
  private var builder: ResultTableBuilder
  private var types: [ArrowType] = []

  init(_ columns: [ColumnDescription], limits: QueryLimits) {
    self.columns = columns
    builder = ResultTableBuilder(columns, limits: limits)
  }

  var table: ResultTable { builder.table }

  /// What the arrays will hold.
  /// - Throws: ``DatabaseFault/Kind/query`` if it is not what was asked for.
  mutating func take(_ schema: arrow_schema) throws(DatabaseFault) {
    let fields = ArrowField.fields(of: schema)
    guard fields.count == columns.count else {
      throw DatabaseFault(.query, "gives \(fields.count) columns instead of \(columns.count)")
    }
    for (field, column) in zip(fields, columns) {
      let isRead =
        switch field.type {
        case .decimal, .bytes, .other: false
        default: (field.type.kind == .texts) == (column.kind == .texts)
        }
      guard isRead else {
        throw DatabaseFault(.query, "gives the column '\(column.name)' as \(field.type.name), which is not read")
      }
    }
    types = fields.map(\.type)
  }

  /// - Throws: ``DatabaseFault/Kind/tooMuch``
  mutating func append(_ batch: arrow_array) throws(DatabaseFault) {
    try builder.expect(Int(batch.length))
    for (index, type) in types.enumerated() {
      guard index < batch.child_count, let array = batch.children?[index]?.pointee else { continue }
      append(ArrowValues(array, from: Int(batch.offset), count: Int(batch.length)), type, to: index)
    }
  }

  private mutating func append(_ values: ArrowValues, _ type: ArrowType, to column: Int) {
    switch type {
    case .int8: appendNumbers(values, Int8.self, to: column) { Double($0) }
    case .int16: appendNumbers(values, Int16.self, to: column) { Double($0) }
    case .int32: appendNumbers(values, Int32.self, to: column) { Double($0) }
    case .uint8: appendNumbers(values, UInt8.self, to: column) { Double($0) }
    case .uint16: appendNumbers(values, UInt16.self, to: column) { Double($0) }
    case .uint32: appendNumbers(values, UInt32.self, to: column) { Double($0) }
    case .float32: appendNumbers(values, Float.self, to: column) { Double($0) }
    case .float64: appendNumbers(values, Double.self, to: column) { $0 }
    case .date: appendNumbers(values, Int32.self, to: column) { Double($0) * 86_400_000 }
    case .moment(let perSecond), .clockTime(let perSecond):
      appendNumbers(values, Int64.self, to: column) { ResultMoment.milliseconds($0, perSecond: perSecond) }
    case .int64: values.forEach(Int64.self) { builder.columns[column].append(whole: $0) }
    case .uint64: values.forEach(UInt64.self) { builder.columns[column].append(whole: $0) }
    case .text: values.forEachText(Int32.self) { builder.columns[column].append(utf8: $0) }
    case .longText: values.forEachText(Int64.self) { builder.columns[column].append(utf8: $0) }
    case .textView: values.forEachTextView { builder.columns[column].append(utf8: $0) }
    case .decimal, .bytes, .other: break
    }
  }

  private mutating func appendNumbers<Number>(
    _ values: ArrowValues, _ type: Number.Type, to column: Int, _ number: (Number) -> Double
  ) {
    values.forEach(type) { builder.columns[column].append($0.map(number) ?? .nan) }
  }
}

/// The values of an array: where they lie, and which are missing.
private struct ArrowValues {
  private let array: arrow_array
  private let rows: Range<Int>

  init(_ array: arrow_array, from start: Int, count: Int) {
    self.array = array
    rows = (Int(array.offset) + start)..<(Int(array.offset) + start + count)
  }

  private func buffer(_ index: Int) -> UnsafeRawPointer? {
    index < array.buffer_count ? array.buffers?[index] : nil
  }

  /// A bit for each value, from the lowest of the first byte, says whether it is there; without them all are.
  @inline(__always)
  private func isThere(_ row: Int, _ bits: UnsafeRawPointer?) -> Bool {
    guard let bits else { return true }
    return bits.load(fromByteOffset: row >> 3, as: UInt8.self) >> UInt8(row & 7) & 1 == 1
  }

  @inline(__always)
  func forEach<Value>(_ type: Value.Type, _ body: (Value?) -> Void) {
    let (bits, values) = (buffer(0), buffer(1))
    for row in rows {
      body(isThere(row, bits) ? values?.loadUnaligned(fromByteOffset: row * MemoryLayout<Value>.stride, as: type) : nil)
    }
  }

  /// Texts that lie one after the other, with where each begins and the last ends.
  func forEachText<Offset: FixedWidthInteger>(_ type: Offset.Type, _ body: (UnsafeRawBufferPointer?) -> Void) {
    let (bits, offsets, texts) = (buffer(0), buffer(1), buffer(2))
    for row in rows {
      guard isThere(row, bits), let offsets else {
        body(nil)
        continue
      }
      let size = MemoryLayout<Offset>.size
      let start = Int(offsets.loadUnaligned(fromByteOffset: row * size, as: type))
      let end = Int(offsets.loadUnaligned(fromByteOffset: (row + 1) * size, as: type))
      body(UnsafeRawBufferPointer(start: texts.map { $0 + start }, count: texts == nil ? 0 : max(end - start, 0)))
    }
  }

  /// Texts of up to 12 bytes beside their lengths, and longer ones in one of several buffers.
  func forEachTextView(_ body: (UnsafeRawBufferPointer?) -> Void) {
    let (bits, views) = (buffer(0), buffer(1))
    for row in rows {
      guard isThere(row, bits), let views else {
        body(nil)
        continue
      }
      let view = views + row * 16
      let length = max(Int(view.loadUnaligned(as: Int32.self)), 0)
      if length <= 12 {
        body(UnsafeRawBufferPointer(start: view + 4, count: length))
      } else {
        let index = Int(view.loadUnaligned(fromByteOffset: 8, as: Int32.self))
        let offset = Int(view.loadUnaligned(fromByteOffset: 12, as: Int32.self))
        body(buffer(2 + index).map { UnsafeRawBufferPointer(start: $0 + offset, count: length) })
      }
    }
  }
}
