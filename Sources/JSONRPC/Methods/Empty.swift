public import JSONModel

/// No value: the parameters of a method that takes none, or the result of one that has nothing to say.
public struct Empty: Hashable, Sendable {
  public init() {}
}

extension Schema where Value == Empty {
  /// An object without members.
  public static let empty = Schema<Empty>.object("Empty", "Nothing.", initial: Empty()) {}

  /// `null`.
  public static let null = Schema<JSON>.json().map(
    expectation: "null",
    decode: { json throws(InvalidValue) in
      guard json.isNull else { throw InvalidValue(expected: "null", got: json) }
      return Empty()
    },
    encode: { _ in .null }
  ).annotated(["type": "null"])
}
