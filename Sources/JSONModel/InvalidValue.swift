/// A JSON value that is not what was declared: where it is, what is wrong, and what was probably meant.
public struct InvalidValue: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, for programs; more may come.
  public struct Kind: Hashable, Sendable {
    private enum Value { case unknownKey, missing, mismatch, textExpected, unavailable, other }
    private let value: Value
    /// The object has a key that is not declared.
    public static let unknownKey = Kind(value: .unknownKey)
    /// The object lacks a key that it must have.
    public static let missing = Kind(value: .missing)
    /// The value is another than the one expected.
    public static let mismatch = Kind(value: .mismatch)
    /// A text was expected, and the value is none.
    public static let textExpected = Kind(value: .textExpected)
    /// What it names cannot be had now, and may be later.
    public static let unavailable = Kind(value: .unavailable)
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
  /// What else is wrong with the value, in its order: all is told at once. They have none of their own, and don't count when
  /// faults are compared.
  public private(set) var others: [InvalidValue] = []

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

  /// A key that an object can't have: what was probably meant, or else all that there are.
  /// - Parameters:
  ///   - names: The keys that the object can have.
  ///   - synonym: What the key is another word for. It is meant, however near the name of something else is.
  package init(unknownKey key: String, among names: [String], synonym: String? = nil) {
    let near = synonym ?? nearestWord(to: key, among: names)
    let all = names.isEmpty ? "none" : names.joined(separator: ", ")
    self.init(
      near == nil ? "unknown key; there are \(all)" : "unknown key", at: .key(key), suggestion: near, kind: .unknownKey)
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
    for index in others.indices { copy.others[index].path = others[index].path.prefixed(by: component) }
    return copy
  }

  /// The fault and all others, each by itself.
  public var all: [InvalidValue] {
    var first = self
    first.others = []
    return [first] + others
  }

  /// The most faults of a value that are told.
  public static let mostTold = 20

  /// `slices[2].value: expected a number of at least 0, got -3`
  public var description: String {
    let place = path.isEmpty ? "" : "\(path): "
    let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
    return place + reason + hint
  }
}

/// The faults that were found in a value so far.
@usableFromInline
package struct FaultList {
  @usableFromInline var faults: [InvalidValue] = []

  @inlinable package init() {}

  /// Does one of several things that may each find a fault.
  /// - Returns: `nil` if it did.
  package mutating func collect<Result>(_ body: () throws(InvalidValue) -> Result) throws(InvalidValue) -> Result? {
    do throws(InvalidValue) {
      return try body()
    } catch {
      try add(error)
      return nil
    }
  }

  /// Does one of several things that may each find a fault, at a path from here.
  package mutating func check(
    at path: JSONPath.Component..., body: () throws(InvalidValue) -> Void
  ) throws(InvalidValue) {
    do throws(InvalidValue) {
      try body()
    } catch {
      try add(path.reversed().reduce(error) { $0.prefixed(by: $1) })
    }
  }

  /// Takes a fault; throws all if there are as many as anybody reads.
  @usableFromInline
  package mutating func add(_ fault: InvalidValue) throws(InvalidValue) {
    faults += fault.all
    if faults.count >= InvalidValue.mostTold { try check() }
  }

  /// - Throws: The first fault, with the others, if there is any.
  @usableFromInline
  package func check() throws(InvalidValue) {
    guard let first = faults.first else { return }
    throw first.with(others: faults[1...].prefix(InvalidValue.mostTold - 1))
  }
}

extension InvalidValue {
  fileprivate func with(others: some Sequence<InvalidValue>) -> InvalidValue {
    var copy = self
    copy.others = Array(others)
    return copy
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
