/// Makes columns of rows that a server sends in binary.
struct PostgreSQLReader {
  private let types: [PostgreSQLType]
  private var builder: ResultTableBuilder

  init(_ columns: [ColumnDescription], limits: QueryLimits) {
    types = columns.map { PostgreSQLType(named: $0.type) ?? .other }
    builder = ResultTableBuilder(columns, limits: limits)
  }

  /// - Throws: ``DatabaseFault/Kind/tooMuch``
  mutating func append(_ rows: borrowing PostgreSQLRows) throws(DatabaseFault) {
    try builder.expect(rows.rowCount)
    for (column, type) in types.enumerated() {
      for row in 0..<rows.rowCount {
        let bytes = rows.bytes(row: row, column: column)
        switch type {
        case .int8: builder.columns[column].append(whole: bytes.map { Int64(bitPattern: $0.integer(of: UInt64.self)) })
        case .bool, .bytes, .text, .other: builder.columns[column].append(utf8: bytes)
        default: builder.columns[column].append(bytes.map { type.number($0) } ?? .nan)
        }
      }
    }
  }

  var table: ResultTable { builder.table }
}

extension PostgreSQLType {
  /// A number, or the milliseconds since 1970 of a moment; NaN for what is neither.
  fileprivate func number(_ bytes: UnsafeRawBufferPointer) -> Double {
    switch self {
    case .int2: Double(Int16(bitPattern: bytes.integer(of: UInt16.self)))
    case .int4: Double(Int32(bitPattern: bytes.integer(of: UInt32.self)))
    case .float4: Double(Float(bitPattern: bytes.integer(of: UInt32.self)))
    case .float8: Double(bitPattern: bytes.integer(of: UInt64.self))
    case .numeric: PostgreSQLNumeric.number(bytes)
    case .date:
      // Days since 2000; the least and the greatest stand for infinities.
      switch Int32(bitPattern: bytes.integer(of: UInt32.self)) {
      case .min, .max: .nan
      case let days: PostgreSQLType.epoch + Double(days) * 86_400_000
      }
    case .timestamp, .timestamptz:
      switch Int64(bitPattern: bytes.integer(of: UInt64.self)) {
      case .min, .max: .nan
      case let microseconds: PostgreSQLType.epoch + ResultMoment.milliseconds(microseconds, perSecond: 1_000_000)
      }
    case .bool, .int8, .bytes, .text, .other: .nan
    }
  }

  /// 2000-01-01, from which PostgreSQL counts.
  private static let epoch = 946_684_800_000.0
}

/// Numbers of any length, which PostgreSQL sends as digits to the base 10,000.
enum PostgreSQLNumeric {
  /// The nearest double; NaN for what is none.
  static func number(_ bytes: UnsafeRawBufferPointer) -> Double {
    guard bytes.count >= 8 else { return .nan }
    func field(_ index: Int) -> UInt16 {
      UnsafeRawBufferPointer(rebasing: bytes[(2 * index)..<(2 * index + 2)]).integer(of: UInt16.self)
    }
    let count = Int(field(0))
    let weight = Int(Int16(bitPattern: field(1)))
    switch field(2) {
    case 0xD000: return .infinity
    case 0xF000: return -.infinity
    case 0xC000: return .nan
    default: break
    }
    guard count > 0, bytes.count >= 8 + 2 * count else { return 0 }
    let sign: Double = field(2) == 0x4000 ? -1 : 1
    // Up to three digits are less than 2^53, and a power of ten up to 10^22 is a double: one division is rounded once.
    let exponent = weight - count + 1
    if count <= 3, (-5...0).contains(exponent) {
      let whole = (0..<count).reduce(0) { $0 * 10_000 + Int(field(4 + $1)) }
      return sign * Double(whole) / powers[-exponent]
    }
    let digits = (0..<count).map { String(10_000 + Int(field(4 + $0))).dropFirst() }.joined()
    return sign * (Double(digits + "e\(4 * exponent)") ?? .nan)
  }

  private static let powers: [Double] = [1, 1e4, 1e8, 1e12, 1e16, 1e20]
}

extension UnsafeRawBufferPointer {
  /// A number in the order of bytes of networks; 0 if there are too few.
  @inline(__always)
  func integer<Number: FixedWidthInteger>(of type: Number.Type) -> Number {
    guard count >= MemoryLayout<Number>.size else { return 0 }
    return Number(bigEndian: loadUnaligned(as: Number.self))
  }
}
