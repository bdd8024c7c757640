/// A type of ClickHouse, as far as its values are read in binary; all others come as texts.
struct ClickHouseType: Hashable, Sendable {
  enum Base: Hashable, Sendable {
    case int8, int16, int32, int64, uint8, uint16, uint32, uint64
    case float32, float64
    case date, dateTime
    /// So many digits of a second.
    case dateTime64(scale: Int)
    case text
  }

  let base: Base
  /// Whether a byte before each value says whether it is missing.
  let isNullable: Bool
  /// Whether the server keeps its values as numbers that stand for them.
  let isLowCardinality: Bool
  /// Whether its numbers are asked for as doubles: decimals, and whole ones of more than 64 bits.
  let isWide: Bool
  /// Whether it is of texts, and of nothing that is only written as such.
  let isString: Bool
  let name: String

  /// - Parameter name: `Nullable(DateTime('UTC'))`
  init(_ name: String) {
    self.name = name
    var rest = name[...]
    isLowCardinality = rest.hasPrefix("LowCardinality(") && rest.last == ")"
    if isLowCardinality { rest = rest.dropFirst(15).dropLast() }
    var isNullable = false
    if rest.hasPrefix("Nullable("), rest.last == ")" {
      rest = rest.dropFirst(9).dropLast()
      isNullable = true
    }
    let word = rest.prefix { $0 != "(" }
    isString = word == "String"
    isWide = word.hasPrefix("Decimal") || word.hasSuffix("Int128") || word.hasSuffix("Int256")
    switch word {
    case _ where isWide: base = .float64
    case "Int8": base = .int8
    case "Int16": base = .int16
    case "Int32": base = .int32
    case "Int64": base = .int64
    case "UInt8", "Bool": base = .uint8
    case "UInt16": base = .uint16
    case "UInt32": base = .uint32
    case "UInt64": base = .uint64
    case "Float32": base = .float32
    case "Float64": base = .float64
    case "Date": base = .date
    case "DateTime": base = .dateTime
    case "DateTime64":
      let digits = rest.drop { $0 != "(" }.dropFirst().prefix(while: \.isNumber)
      base = .dateTime64(scale: min(Int(digits) ?? 3, 9))
    default: base = .text
    }
    self.isNullable = isNullable
  }

  var kind: ResultKind {
    switch base {
    case .date: return .clockTimes
    case .dateTime, .dateTime64: return .moments
    case .text: return .texts
    default: return .numbers
    }
  }
}
