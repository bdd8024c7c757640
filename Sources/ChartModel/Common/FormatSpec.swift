import JSONModel

/// How numbers are written.
public struct FormatSpec: Hashable, Sendable {
  /// A language, such as `en`, `de` or `fr-CH`: it decides how digits are grouped and the decimal mark.
  public var locale = "en"
  /// Digits after the decimal mark of values; as many as the value has if not given.
  public var decimals: Int?
  /// Digits after the decimal mark of shares.
  public var percentDecimals = 0

  public init() {}

  static let schema = Schema.object("Format", "How numbers are written.", initial: FormatSpec()) {
    Property("locale", \.locale, .string(minLength: 2), "A language such as `en`, `de` or `fr-CH`.")
    Property(
      "decimals", \.decimals, .optional(.integer(min: 0, max: 15)),
      "Digits after the decimal mark; as many as the value has if not given.")
    Property("percentDecimals", \.percentDecimals, .integer(min: 0, max: 6), "Digits after the decimal mark of shares.")
  }
}
