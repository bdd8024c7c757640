import ChartModel

/// How people of a language write numbers: digits in groups, the decimal mark, where percent and currency signs stand.
///
/// Source: Unicode CLDR, `numbers/symbols`, `decimalFormats`, `percentFormats` and `currencyFormats`, version 45 and, for
/// what is compact and for currencies, 48.
struct NumberConventions: Hashable, Sendable {
  /// How a language groups digits.
  enum Grouping: Hashable, Sendable {
    /// By three from the right; `minimum` digits must stand before the first mark.
    case thousands(mark: String, minimum: Int)
    /// By three, then by two: 12,34,567.
    case indian(mark: String)
  }

  let language: String
  let region: String
  let grouping: Grouping
  let decimalMark: String
  /// What stands between a number and its percent sign.
  let percentSpace: String
  /// Turkish writes %25.
  let isPercentSignFirst: Bool

  init(_ locale: String) {
    guard locale != "en" else {
      (language, region) = ("en", "")
      (grouping, decimalMark, percentSpace, isPercentSignFirst) = (.thousands(mark: ",", minimum: 1), ".", "", false)
      return
    }
    let parts = locale.lowercased().split { $0 == "-" || $0 == "_" }
    let language = parts.first.map(String.init) ?? "en"
    let region = parts.dropFirst().first { $0.count == 2 }.map(String.init) ?? ""
    let space = "\u{A0}"
    let narrowSpace = "\u{202F}"
    switch (language, region) {
    case ("de", "ch"), ("de", "li"), ("it", "ch"), ("rm", _):
      (grouping, decimalMark, percentSpace) = (.thousands(mark: "’", minimum: language == "it" ? 2 : 1), ".", "")
    case ("de", "at"): (grouping, decimalMark, percentSpace) = (.thousands(mark: space, minimum: 1), ",", space)
    case ("de", _), ("da", _), ("ca", _), ("hr", _), ("ro", _):
      (grouping, decimalMark, percentSpace) = (.thousands(mark: ".", minimum: 1), ",", space)
    case ("nl", _), ("id", _), ("tr", _), ("vi", _), ("sr", _), ("el", _), ("is", _), ("pt", "br"):
      (grouping, decimalMark, percentSpace) = (.thousands(mark: ".", minimum: 1), ",", "")
    case ("es", "mx"), ("es", "us"):
      (grouping, decimalMark, percentSpace) = (.thousands(mark: ",", minimum: 1), ".", "")
    case ("es", _), ("sl", _): (grouping, decimalMark, percentSpace) = (.thousands(mark: ".", minimum: 2), ",", space)
    case ("it", _): (grouping, decimalMark, percentSpace) = (.thousands(mark: ".", minimum: 2), ",", "")
    // Brazil is meant where only the language is given.
    case ("pt", ""): (grouping, decimalMark, percentSpace) = (.thousands(mark: ".", minimum: 1), ",", "")
    case ("pt", _), ("pl", _), ("hu", _), ("bg", _), ("et", _), ("lv", _):
      (grouping, decimalMark, percentSpace) = (.thousands(mark: space, minimum: 2), ",", "")
    case ("fr", _):
      (grouping, decimalMark) = (.thousands(mark: narrowSpace, minimum: 1), ",")
      percentSpace = region == "ch" ? "" : space
    case ("be", _): (grouping, decimalMark, percentSpace) = (.thousands(mark: space, minimum: 2), ",", space)
    case ("sv", _), ("nb", _), ("nn", _), ("no", _), ("fi", _), ("cs", _), ("sk", _), ("ru", _), ("uk", _), ("lt", _):
      (grouping, decimalMark, percentSpace) = (.thousands(mark: space, minimum: 1), ",", language == "uk" ? "" : space)
    case ("hi", _), ("bn", _), ("ta", _), ("te", _), ("mr", _), ("gu", _), ("en", "in"):
      (grouping, decimalMark, percentSpace) = (.indian(mark: ","), ".", "")
    default: (grouping, decimalMark, percentSpace) = (.thousands(mark: ",", minimum: 1), ".", "")
    }
    isPercentSignFirst = language == "tr"
    // Traditional characters are told by the region, or by the script.
    (self.language, self.region) = (language, language == "zh" && parts.contains("hant") ? "tw" : region)
  }
}

// MARK: - Digits

extension NumberConventions {
  /// Digits with the language's marks between groups.
  /// - Parameter isLoose: Whether four digits stand together in any language, as they do before words: `1234 M`.
  func grouped(_ digits: String, isLoose: Bool = false) -> String {
    let count = digits.utf8.count
    switch grouping {
    case .thousands(let mark, let minimum):
      guard count >= 3 + (isLoose ? 2 : minimum) else { return digits }
      return marked(digits, mark) { $0.isMultiple(of: 3) }
    case .indian(let mark):
      guard count > (isLoose ? 4 : 3) else { return digits }
      return marked(digits, mark) { $0 == 3 || $0 > 3 && !$0.isMultiple(of: 2) }
    }
  }

  /// Digits with a mark wherever so many of them follow.
  private func marked(_ digits: String, _ mark: String, where follows: (Int) -> Bool) -> String {
    let count = digits.utf8.count
    // At most a mark behind each digit.
    return String(unsafeUninitializedCapacity: count * (1 + mark.utf8.count)) { text in
      var length = 0
      for (index, digit) in digits.utf8.enumerated() {
        if index > 0, follows(count - index) {
          for byte in mark.utf8 {
            text[length] = byte
            length += 1
          }
        }
        text[length] = digit
        length += 1
      }
      return length
    }
  }
}
