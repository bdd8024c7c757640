package import JSONModel

/// How numbers are written.
public struct FormatSpec: Hashable, Sendable {
  public enum Style: String, CaseIterable, Hashable, Sendable {
    /// In digits: `20,000,000`.
    case number
    /// As so many hundredths: 0.25 is `25%`.
    case percent
    /// With the language's words for thousands and millions: `20M`, `20 Mio.`, `2000万`.
    case compact
    /// With the prefixes of units: `20M`, `1.5k`, `3µ`.
    case si
    /// As digits times a power of ten: `2e7`.
    case scientific
  }

  public enum Sign: String, CaseIterable, Hashable, Sendable {
    /// A minus before what is below 0.
    case negative
    /// Also a plus before what is above 0.
    case always
    /// What is below 0 stands in parentheses, as in accounts.
    case parentheses
  }

  /// A language, such as `en`, `de` or `fr-CH`: it decides how digits are grouped, the decimal mark, the names of months.
  public var locale = "en"
  public var style = Style.number
  /// The three letters of a currency as ISO 4217 has them, whose sign is written where the language writes it.
  public var currency: String?
  public var sign = Sign.negative
  /// Digits after the decimal mark of values; as many as the value and the style need if not given.
  public var decimals: Int?
  /// How many digits are written besides leading zeros; the others are rounded away. `decimals` counts more.
  public var significantDigits: Int?
  /// Digits after the decimal mark of shares.
  public var percentDecimals = 0
  /// Whether four digits stand together in any language, as those of years do. Nobody writes it: ``ofPositions(as:mayBeYears:)`` has it.
  package private(set) var isLoose = false
  /// Whether the numbers were computed rather than written by somebody: steps and bins make such. Nobody writes it.
  package var areComputed = false

  public init() {}

  /// How numbers are written that say where on an axis something is: in the same language, but it is values that are money or
  /// shares, and 1880 may be a year.
  /// - Parameters:
  ///   - own: What the axis says itself.
  ///   - mayBeYears: Whether four digits stand together. Nobody writes years on a logarithmic axis.
  package func ofPositions(as own: FormatSpec? = nil, mayBeYears: Bool = true) -> FormatSpec {
    var format = own ?? FormatSpec()
    // The language of the chart, unless the axis has another one.
    if format.locale == FormatSpec().locale { format.locale = locale }
    format.isLoose = mayBeYears && format.isPlain
    return format
  }

  /// How values are written along an axis that has a format of its own.
  package func ofValues(as own: FormatSpec?) -> FormatSpec {
    guard let own else { return self }
    var format = ofPositions(as: own, mayBeYears: false)
    format.areComputed = areComputed
    return format
  }

  /// Whether numbers are written in digits alone, without a currency.
  private var isPlain: Bool { style == .number && currency == nil }

  /// How many entries there are, where the author's format is that of what is counted: in the same language, but entries are
  /// neither money nor shares.
  /// - Parameter areWhole: Whether they are counted one by one, so that there is nothing after the decimal mark.
  package func ofCounts(areWhole: Bool) -> FormatSpec {
    var format = FormatSpec()
    (format.locale, format.percentDecimals) = (locale, percentDecimals)
    if !areWhole, isPlain { (format.decimals, format.significantDigits) = (decimals, significantDigits) }
    return format
  }

  /// How numbers are written that are percent of values: in the same language, but they are neither money nor shares themselves.
  package var ofPercent: FormatSpec {
    var format = FormatSpec()
    format.locale = locale
    return format
  }

  /// An object, or the words that placeholders take, too: `format: compact`, `format: EUR .2`.
  static let schema: Schema<FormatSpec> = .either(
    .object("Format", "How numbers are written.", initial: FormatSpec()) {
      Property("locale", \.locale, .string(minLength: 2), "A language such as `en`, `de` or `fr-CH`.")
      Property(
        "style", \.style, .word(),
        "`percent`: 0.25 is 25%; `compact`: 20M in the language's words; `si`: 1.5k, 3µ; `scientific`: 2e7.")
      Property(
        "currency", \.currency, .optional(currencySchema),
        "A currency such as `EUR`: its sign is written where the language writes it.")
      Property(
        "sign", \.sign, .word(), "`always`: also + before what is above 0; `parentheses`: (5) for what is below it.")
      Property(
        "decimals", \.decimals, .optional(.integer(min: 0, max: 15)),
        "Digits after the decimal mark; as many as the value has if not given.")
      Property(
        "significantDigits", \.significantDigits, .optional(.integer(min: 1, max: 15)),
        "Digits besides leading zeros, of which axes write more where labels would be the same.")
      Property(
        "percentDecimals", \.percentDecimals, .integer(min: 0, max: 6), "Digits after the decimal mark of shares.")
    },
    or: Schema<String>.string(minLength: 1).map(
      decode: { words throws(InvalidValue) in try FormatSpec().applying(words) }, encode: { $0.style.rawValue })
  ).validated { format throws(InvalidValue) in
    if format.style == .percent, let currency = format.currency {
      throw InvalidValue("a share is no amount of \(currency): give either", at: .key("currency"))
    }
  }

  private static let currencySchema = Schema<String>.string().map(
    expectation: "three letters of a currency, such as EUR",
    decode: { text throws(InvalidValue) in
      guard isCurrency(text) else {
        var fault = InvalidValue(expected: "three letters of a currency, such as EUR", got: .string(text))
        if isCurrency(text.uppercased()) { fault.suggestion = text.uppercased() }
        throw fault
      }
      return text
    }, encode: { $0 })

  private static func isCurrency(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }
}

// MARK: - In words

extension FormatSpec {
  /// The format with what words change, as they stand in a placeholder (`{value:compact .1}`) or instead of the object: a
  /// style, a currency (`EUR`), digits after the decimal mark (`.1`), `+` for ``Sign/always``, `()` for
  /// ``Sign/parentheses``.
  ///
  /// Digits that were meant for another style are forgotten.
  /// - Throws: ``InvalidValue`` for a word that says nothing.
  package func applying(_ words: some StringProtocol) throws(InvalidValue) -> FormatSpec {
    var format = self
    let words = words.split(separator: " " as Character).map { String($0) }
    for word in words {
      if let style = Style(rawValue: word) {
        format.style = style
        if style == .percent { format.currency = nil }
        (format.decimals, format.significantDigits) = (nil, nil)
      } else if FormatSpec.isCurrency(word) {
        format.currency = word
        if format.style == .percent { format.style = .number }
        (format.decimals, format.significantDigits) = (nil, nil)
      }
    }
    for word in words where Style(rawValue: word) == nil && !FormatSpec.isCurrency(word) {
      switch word {
      case "+": format.sign = .always
      case "()": format.sign = .parentheses
      default:
        guard word.first == ".", let decimals = Int(word.dropFirst()), (0...15).contains(decimals) else {
          let names = Style.allCases.map(\.rawValue)
          var fault = InvalidValue(
            "there is no number format '\(word.prefix(40))': expected \(names.joined(separator: ", ")), a currency such as "
              + "EUR, decimals such as .1, + or ()", kind: .mismatch)
          fault.suggestion = nearestWord(to: word, among: names)
          throw fault
        }
        format.decimals = decimals
      }
    }
    // What is written in a style of its own is no year.
    if !format.isPlain { format.isLoose = false }
    return format
  }
}
