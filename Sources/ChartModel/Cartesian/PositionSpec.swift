public import JSONModel

/// One position: a number, or a moment or name as text.
public enum PositionSpec: Hashable, Sendable {
  case number(Double)
  case text(String)

  /// The number that it is; `nil` for a text.
  package var number: Double? { if case .number(let number) = self { number } else { nil } }

  public static let schema: Schema<PositionSpec> = .either(
    Schema<Double>.number().map(
      decode: { value throws(InvalidValue) in .number(value) },
      encode: { if case .number(let value) = $0 { value } else { 0 } }),
    or: Schema<String>.string().map(
      decode: { text throws(InvalidValue) in .text(text) },
      encode: { if case .text(let text) = $0 { text } else { "" } })
  ) { position in
    switch position {
    case .number(let value): JSON(value)
    case .text(let text): .string(text)
    }
  }
}

extension String {
  /// Whether it begins as moments do, with a year in four digits, perhaps with a sign. Whether it is one only the calendar tells.
  package var mayBeMoment: Bool {
    let digits =
      utf8.first.map { [UInt8(ascii: "+"), UInt8(ascii: "-")].contains($0) } == true ? utf8.dropFirst() : utf8[...]
    return digits.prefix(4).count { $0.isDigit } == 4
  }
}

/// The last days before one, as labels.
public struct LastDaysSpec: Hashable, Sendable {
  public var count = 7
  /// The day after the last: an ISO 8601 date. Today, as the service sees it, if not given.
  public var before: String?

  public init() {}

  /// An object, or the number of days alone.
  static let schema: Schema<LastDaysSpec> = .either(
    .object("LastDays", "The last days before one, as labels.", initial: LastDaysSpec()) {
      Property("count", \.count, .integer(min: 1, max: 1_000), "How many.")
      Property(
        "before", \.before, .optional(.string(minLength: 8)),
        "The day after the last: `2026-08-21`; today if not given.")
    },
    or: .only(\.count, .integer(min: 1, max: 1_000), of: LastDaysSpec()))
}
