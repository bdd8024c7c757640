/// How amounts of money are written.
///
/// Source: Unicode CLDR 48, `currencyFormats/standard`, `currencies` and `supplemental/currencyData`.
enum Currency {
  /// Digits after the decimal mark of amounts that are not whole.
  static func digits(of currency: String) -> Int {
    withoutDecimals.contains(currency) ? 0 : mills.contains(currency) ? 3 : 2
  }

  private static let withoutDecimals: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "HUF", "IDR", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV",
    "XAF",
    "XOF", "XPF",
  ]
  private static let mills: Set<String> = ["BHD", "JOD", "KWD", "LYD", "OMR", "TND"]

  /// What a language calls the currency of those who speak it.
  fileprivate static let own: [String: (currency: String, sign: String)] = [
    "pl": ("PLN", "zł"), "cs": ("CZK", "Kč"), "sv": ("SEK", "kr"), "da": ("DKK", "kr."), "nb": ("NOK", "kr"),
    "nn": ("NOK", "kr"), "no": ("NOK", "kr"), "hu": ("HUF", "Ft"), "ru": ("RUB", "₽"), "be": ("RUB", "₽"),
    "uk": ("UAH", "₴"), "tr": ("TRY", "₺"), "ja": ("JPY", "￥"), "zh": ("CNY", "¥"), "bg": ("BGN", "лв."),
    "is": ("ISK", "kr."), "id": ("IDR", "Rp"), "es-mx": ("MXN", "$"), "en-ca": ("CAD", "$"), "en-au": ("AUD", "$"),
    "en-nz": ("NZD", "$"), "zh-tw": ("TWD", "$"), "zh-hk": ("HKD", "HK$"),
  ]

  fileprivate static let signs = [
    "EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "CNY": "CN¥", "INR": "₹", "KRW": "₩", "BRL": "R$", "ILS": "₪",
    "VND": "₫",
    "CAD": "CA$", "AUD": "A$", "MXN": "MX$", "NZD": "NZ$", "HKD": "HK$", "TWD": "NT$",
  ]

  /// Languages that write the codes of all currencies but their own and the euro, and those that write its code, too.
  fileprivate static let coding: Set<String> = ["es", "it", "sv", "nb", "nn", "no", "pl", "sk", "bg", "hr", "lt"]
  fileprivate static let codingEuros: Set<String> = ["hu", "uk", "ro", "is", "es-mx", "de-ch", "de-li"]
  /// Where a dollar, or a yen, needs to be told from others.
  fileprivate static let otherDollars: Set<String> = [
    "en-gb", "en-ca", "en-au", "en-nz", "es", "pt", "nl", "da", "sv", "cs", "sr", "id", "vi", "zh", "ko", "bn", "gu",
  ]
  fileprivate static let otherYen: Set<String> = [
    "en-gb", "pt", "nl", "da", "cs", "el", "id", "zh", "ko", "hi", "bn", "te", "mr", "gu",
  ]
}

extension NumberConventions {
  /// An amount of money: digits with the sign of the currency before or after them.
  /// - Parameter sign: Plus, minus or nothing.
  func amount(_ digits: String, of currency: String, sign: String) -> String {
    let symbol = symbol(of: currency)
    guard isCurrencyFirst else { return sign + digits + "\u{A0}" + symbol }
    // A letter needs a space before digits.
    let space = hasCurrencySpace || symbol.last?.isLetter == true ? "\u{A0}" : ""
    return isMinusAfterCurrency ? symbol + space + sign + digits : sign + symbol + space + digits
  }

  private func symbol(of currency: String) -> String {
    let place = "\(language)-\(region)"
    let own = Currency.own[place] ?? Currency.own[language]
    if let own, own.currency == currency { return own.sign }
    if language == "fr" {
      switch currency {
      case "USD", "CAD", "AUD", "NZD", "MXN": return "$" + currency.prefix(2)
      case "GBP": return "£GB"
      case "JPY", "CNY", "TWD", "HKD": return currency
      default: break
      }
    }
    func isAmong(_ languages: Set<String>) -> Bool { languages.contains(place) || languages.contains(language) }
    if isAmong(Currency.codingEuros) { return currency }
    if currency == "USD", isAmong(Currency.otherDollars) { return "US$" }
    if currency == "JPY", isAmong(Currency.otherYen) { return "JP¥" }
    if currency != "EUR", isAmong(Currency.coding) { return currency }
    return Currency.signs[currency] ?? currency
  }

  private var isCurrencyFirst: Bool {
    switch (language, region) {
    case ("de", "at"), ("de", "ch"), ("de", "li"), ("it", "ch"), ("es", "mx"), ("es", "us"): true
    case ("pt", ""), ("pt", "br"): true
    case ("en", _), ("nl", _), ("tr", _), ("ja", _), ("zh", _), ("ko", _), ("id", _), ("hi", _), ("ta", _), ("te", _),
      ("mr", _), ("gu", _):
      true
    default: !isKnown
    }
  }

  private var hasCurrencySpace: Bool {
    switch (language, region) {
    case ("de", "at"), ("de", "ch"), ("de", "li"), ("it", "ch"), ("pt", ""), ("pt", "br"), ("nl", _): true
    default: false
    }
  }

  private var isMinusAfterCurrency: Bool { language == "nl" }

  /// Whether it is a language whose words there are; others are written as English is.
  private var isKnown: Bool { DateNames.languages.contains(language) || language == "rm" || language == "bn" }
}
