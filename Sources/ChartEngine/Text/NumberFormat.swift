import ChartModel
import JSONModel

/// Writes numbers as people of a language do, without Foundation's locales: grouping, decimal mark, percent sign.
///
/// Source of the conventions: Unicode CLDR 45, `numbers/symbols`, `decimalFormats` and `percentFormats`.
struct NumberFormat: Hashable, Sendable {
  /// How a language groups digits.
  private enum Grouping: Hashable, Sendable {
    /// By three from the right; `minimum` digits must stand before the first mark.
    case thousands(mark: String, minimum: Int)
    /// By three, then by two: 12,34,567.
    case indian(mark: String)
  }

  private let grouping: Grouping
  private let decimalMark: String
  /// What stands between a number and its percent sign.
  private let percentSpace: String
  /// Turkish writes %25.
  private let isPercentSignFirst: Bool
  private let decimals: Int?
  private let percentDecimals: Int

  init(_ spec: FormatSpec) {
    decimals = spec.decimals.map { min(max($0, 0), 15) }
    percentDecimals = min(max(spec.percentDecimals, 0), 6)
    guard spec.locale != "en" else {
      (grouping, decimalMark, percentSpace, isPercentSignFirst) = (.thousands(mark: ",", minimum: 1), ".", "", false)
      return
    }
    let parts = spec.locale.lowercased().split { $0 == "-" || $0 == "_" }
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
  }

  /// A value: `1,234.5`. Beyond 10¹⁵ and below 10⁻⁹ it is written with an exponent, as `1.5e300`.
  func value(_ value: Double) -> String {
    // Whole numbers, most of what charts show, need no look at their digits.
    if decimals ?? 0 == 0, let whole = Int(exactly: value), whole.magnitude < 1_000_000_000_000_000,
      value != 0 || value.sign == .plus
    {
      // Most of them have no mark either.
      let digits = whole.magnitude < 1_000 ? String(upTo999: whole.magnitude) : grouped(String(whole.magnitude))
      return whole < 0 ? "−" + digits : digits
    }
    guard value.isFinite else { return value.isNaN ? "–" : value > 0 ? "∞" : "−∞" }
    guard let decimal = Decimal(value), abs(value) < 1e15, value == 0 || abs(value) >= 1e-9 else {
      return localizedExponential(value)
    }
    return localized(decimals.map(decimal.rounded(to:)) ?? decimal)
  }

  /// A share given in units of the last digit that is printed: 253 is `25.3%` with one decimal.
  func percent(units: Int) -> String {
    var digits = String(units)
    if digits.count <= percentDecimals {
      digits = String(repeating: "0", count: percentDecimals + 1 - digits.count) + digits
    }
    let whole = digits.dropLast(percentDecimals)
    let fraction = digits.suffix(percentDecimals)
    let number = localized(Decimal(isNegative: false, whole: String(whole), fraction: String(fraction)))
    return isPercentSignFirst ? "%" + percentSpace + number : number + percentSpace + "%"
  }

  /// A share of something: one that is there, but has no whole unit of the last digit, is `<1%`.
  func share(units: Int, of weight: Double) -> String {
    units == 0 && weight > 0 ? "<" + percent(units: 1) : percent(units: units)
  }

  /// How many units of the last printed digit make 100 %.
  var percentUnits: Int { (0..<percentDecimals).reduce(100) { units, _ in units * 10 } }

  private func localized(_ decimal: Decimal) -> String {
    (decimal.isNegative ? "−" : "") + grouped(decimal.whole)
      + (decimal.fraction.isEmpty ? "" : decimalMark + decimal.fraction)
  }

  private func localizedExponential(_ value: Double) -> String {
    var text = value.description
    if !text.contains("e"), let decimal = Decimal(value) {
      // Up to 2⁵⁴ doubles are described without an exponent.
      let digits = decimal.whole + decimal.fraction
      var fraction = digits.dropFirst()
      while fraction.last == "0" { fraction.removeLast() }
      text =
        "\(value < 0 ? "-" : "")\(digits.prefix(1))\(fraction.isEmpty ? "" : "." + fraction)e\(decimal.whole.count - 1)"
    }
    text = text.replacing("-", with: "−").replacing("e+", with: "e")
    return decimalMark == "." ? text : text.replacing(".", with: decimalMark)
  }

  private func grouped(_ digits: String) -> String {
    let count = digits.utf8.count
    switch grouping {
    case .thousands(let mark, let minimum):
      guard count >= 3 + minimum else { return digits }
      return marked(digits, mark) { $0.isMultiple(of: 3) }
    case .indian(let mark):
      guard count > 3 else { return digits }
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

extension String {
  /// A number below 1,000 in digits.
  fileprivate init(upTo999 number: UInt) {
    self.init(unsafeUninitializedCapacity: 3) { text in
      var length = 0
      for power in [100, 10, 1] as [UInt] where number >= power || power == 1 {
        text[length] = UInt8(ascii: "0") + UInt8(number / power % 10)
        length += 1
      }
      return length
    }
  }
}

/// A number in decimal digits, as the shortest text that stands for a double has them.
private struct Decimal {
  var isNegative: Bool
  /// At least one digit.
  var whole: String
  var fraction: String

  init(isNegative: Bool, whole: String, fraction: String) {
    self.isNegative = isNegative
    self.whole = whole
    self.fraction = fraction
  }

  /// The shortest decimal number that is read as this double; `nil` if it is not finite or has very many digits.
  init?(_ value: Double) {
    guard abs(value) < 1e18, let decimal = ShortestDecimal(value) else { return nil }
    let digits = String(decimal.digits)
    let wholeCount = digits.utf8.count + decimal.exponent
    let (whole, fraction): (String, String) =
      if decimal.exponent >= 0 {
        (digits + String(repeating: "0", count: decimal.exponent), "")
      } else if wholeCount > 0 {
        (String(digits.prefix(wholeCount)), String(digits.suffix(-decimal.exponent)))
      } else {
        ("0", String(repeating: "0", count: -wholeCount) + digits)
      }
    self.init(isNegative: value < 0, whole: whole, fraction: fraction)
  }

  /// The number with so many digits after the decimal mark, halves rounded away from zero.
  func rounded(to places: Int) -> Decimal {
    guard fraction.count > places else {
      let padding = String(repeating: "0", count: places - fraction.count)
      return Decimal(isNegative: isNegative, whole: whole, fraction: fraction + padding)
    }
    var digits = (whole + fraction.prefix(places)).utf8.map { $0 - UInt8(ascii: "0") }
    if let next = fraction.dropFirst(places).first, next >= "5" {
      var index = digits.count - 1
      while index >= 0, digits[index] == 9 {
        digits[index] = 0
        index -= 1
      }
      if index >= 0 { digits[index] += 1 } else { digits.insert(1, at: 0) }
    }
    let text = digits.map(String.init).joined()
    let isZero = digits.allSatisfy { $0 == 0 }
    return Decimal(
      isNegative: isNegative && !isZero, whole: String(text.dropLast(places)), fraction: String(text.suffix(places)))
  }
}

/// Shares out `total` units among weights so that they add up to it: the largest remainders get what rounding down leaves.
///
/// Of equal remainders the larger weight comes first, then the earlier one.
/// - Complexity: O(*n* log *n*).
func apportion(_ total: Int, among weights: [Double]) -> [Int] {
  let largest = weights.max() ?? 0
  guard largest > 0, largest.isFinite, total > 0 else { return weights.map { _ in 0 } }
  // Dividing by the largest keeps the sum finite.
  let scaled = weights.map { $0 / largest }
  let sum = scaled.reduce(0, +)
  let exact = scaled.map { $0 / sum * Double(total) }
  var units = exact.map { Int(saturating: $0.rounded(.down)) }
  let order = exact.indices.sorted { first, second in
    let (left, right) = (exact[first] - Double(units[first]), exact[second] - Double(units[second]))
    if left != right { return left > right }
    return weights[first] != weights[second] ? weights[first] > weights[second] : first < second
  }
  let missing = total - units.reduce(0, +)
  for index in order.prefix(max(0, missing)) where weights[index] > 0 { units[index] += 1 }
  return units
}
