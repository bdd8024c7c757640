/// A JSON value that is not what was declared: where it is, what is wrong, and what was probably meant.
public struct InvalidValue: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, for programs; more may come.
  public struct Kind: Hashable, Sendable {
    private enum Value { case unknownKey, missing, mismatch, textExpected, other }
    private let value: Value
    /// The object has a key that is not declared.
    public static let unknownKey = Kind(value: .unknownKey)
    /// The object lacks a key that it must have.
    public static let missing = Kind(value: .missing)
    /// The value is another than the one expected.
    public static let mismatch = Kind(value: .mismatch)
    /// A text was expected, and the value is none.
    public static let textExpected = Kind(value: .textExpected)
    /// Anything else.
    public static let other = Kind(value: .other)
  }

  /// Where, seen from the value that was decoded.
  public var path: JSONPath
  /// What is wrong: `expected a number of at least 0, got -3`.
  public var reason: String
  /// The valid word nearest to the one that was found, where one is near.
  public var suggestion: String?
  /// What kind of fault the reason describes. It does not count when faults are compared.
  public var kind: Kind

  public init(
    _ reason: String, at path: JSONPath = JSONPath(), suggestion: String? = nil, kind: Kind = .other
  ) {
    self.kind = kind
    self.path = path
    self.reason = reason
    self.suggestion = suggestion
  }

  public init(expected: String, got value: JSON, kind: Kind = .mismatch) {
    self.init("expected \(expected), got \(value.excerpt)", kind: kind)
  }

  public static func == (left: InvalidValue, right: InvalidValue) -> Bool {
    left.path == right.path && left.reason == right.reason && left.suggestion == right.suggestion
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(reason)
  }

  /// The same fault as seen from one level further out.
  public func prefixed(by component: JSONPath.Component) -> InvalidValue {
    var copy = self
    copy.path = path.prefixed(by: component)
    return copy
  }

  /// `slices[2].value: expected a number of at least 0, got -3`
  public var description: String {
    let place = path.isEmpty ? "" : "\(path): "
    let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
    return place + reason + hint
  }
}

extension JSON {
  /// The value in at most 40 characters, for messages.
  var excerpt: String {
    switch self {
    case .number(let value) where !value.isFinite: return value.isNaN ? "NaN" : value > 0 ? "infinity" : "-infinity"
    case .array(let elements): return "a list of \(elements.count)"
    case .object: return "an object"
    case .string(let text) where text.unicodeScalars.count > 40: return JSON.string(text.beginning(39) + "…").text
    case .literal(let text) where text.utf8.count > 40: return text.beginning(39) + "…"
    default: return text
    }
  }
}

extension String {
  /// A name as messages repeat it: whole, or its beginning if it is longer than any name that somebody meant.
  /// - Complexity: O(1) in the length of the text.
  package var excerpt: String {
    guard utf8.count > 200, unicodeScalars.dropFirst(200).first != nil else { return self }
    return beginning(199) + "…"
  }

  fileprivate func beginning(_ count: Int) -> String { String(unicodeScalars.prefix(count)) }
}
