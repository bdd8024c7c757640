public import OrderedCollections

/// A JSON value as it was written: objects keep the order of their keys, integers stay integers.
///
/// JSON has one type of number, but its users do not: a client that sends the request id `1` must not get `1.0` back
/// (jsonrpc.el compares ids with `eq`). So whole numbers without fraction or exponent are ``integer(_:)``, all others
/// ``number(_:)``; what neither holds exactly, such as a 30-digit id, is kept as it was spelt.
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A double. Parsed text never yields NaN or infinity, but YAML can: they are written as `null`.
  case number(Double)
  /// A number that neither `Int` nor `Double` holds exactly, as it was spelt.
  case literal(String)
  case string(String)
  case array([JSON])
  case object(OrderedDictionary<String, JSON>)
}

// MARK: - Reading

extension JSON {
  /// The number as a double, if this is a number that a double can stand for.
  public var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .literal(let text): Double(text)
    default: nil
    }
  }

  /// The number as an integer, if it is whole: `3` and `3.0` are, `3.5` is not.
  public var integerValue: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  public var arrayValue: [JSON]? {
    if case .array(let value) = self { value } else { nil }
  }

  public var objectValue: OrderedDictionary<String, JSON>? {
    if case .object(let value) = self { value } else { nil }
  }

  public var isNull: Bool { self == .null }

  /// The member of an object; `nil` if this is no object or has no such key.
  public subscript(key: String) -> JSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The element of an array; `nil` if this is no array or is shorter.
  public subscript(index: Int) -> JSON? {
    if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
  }
}

// MARK: - Literals

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(OrderedDictionary(elements, uniquingKeysWith: { $1 }))
  }
}

extension JSON {
  /// A number in its plainest form: `90`, not `90.0`, where a double is whole.
  public init(_ value: Double) {
    if let whole = Int(exactly: value), abs(value) < 1e15 {
      self = .integer(whole)
    } else {
      self = .number(value)
    }
  }

  public init(_ value: Int) { self = .integer(value) }
  public init(_ value: String) { self = .string(value) }
  public init(_ value: Bool) { self = .bool(value) }
}
