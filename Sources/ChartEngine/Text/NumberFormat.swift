import ChartModel
import JSONModel

/// Writes numbers as people of a language do, without Foundation's locales: as digits, as shares, in words, as money.
///
/// It never changes, so that all who write share one: each mark does.
final class NumberFormat: Sendable {
  let spec: FormatSpec
  let conventions: NumberConventions
  /// Digits after the decimal mark; as many as a value needs if not given.
  let decimals: Int?
  private let percentDecimals: Int
  /// Whether values are written in digits and no other way.
  let isPlain: Bool

  convenience init(_ spec: FormatSpec) { self.init(spec, NumberConventions(spec.locale)) }

  private init(_ spec: FormatSpec, _ conventions: NumberConventions) {
    self.spec = spec
    self.conventions = conventions
    decimals = spec.decimals.map { min(max($0, 0), 15) }
    percentDecimals = min(max(spec.percentDecimals, 0), 6)
    isPlain =
      spec.style == .number && spec.currency == nil && spec.sign == .negative && spec.significantDigits == nil
  }

  /// The name of a placeholder without its format, and how its number is written: `value:compact` is the compact value.
  func named(by placeholder: String) -> (name: String, format: NumberFormat) {
    // Most have none, and each mark asks.
    guard placeholder.utf8.contains(UInt8(ascii: ":")), let colon = placeholder.firstIndex(of: ":"),
      let changed = try? spec.applying(placeholder[placeholder.index(after: colon)...])
    else { return (placeholder, self) }
    return (String(placeholder[..<colon]), NumberFormat(changed, conventions))
  }

  /// The same with a plus before what is above 0, unless signs are written in another way already.
  var signed: NumberFormat {
    guard spec.sign == .negative else { return self }
    var signed = spec
    signed.sign = .always
    return NumberFormat(signed, conventions)
  }

  /// A value: `1,234.5`. Beyond 10¹⁵ and below 10⁻⁹ it is written with an exponent, as `1.5e300`.
  ///
  /// Of a mean or a quantile, whose digits go on and on, six are written (``readable(_:)``). The styles are in
  /// NumberFormat+Styles.swift.
  func value(_ value: Double) -> String { text(of: value, isReadable: decimals == nil) }

  /// The same with all digits that a number has, where others are to be told from it.
  func exactValue(_ value: Double) -> String { text(of: value, isReadable: false) }

  private func text(of value: Double, isReadable: Bool) -> String {
    guard isPlain else { return styled(value, as: nil, isReadable: isReadable) }
    // Whole numbers, most of what charts show, need no look at their digits.
    if decimals ?? 0 == 0, let whole = Int(exactly: value), whole.magnitude < 1_000_000_000_000_000,
      value != 0 || value.sign == .plus
    {
      // Most of them have no mark either.
      let size = whole.magnitude
      let digits = size < 1_000 ? String(upTo999: size) : conventions.grouped(String(size), isLoose: spec.isLoose)
      return whole < 0 ? "−" + digits : digits
    }
    guard let exact = ShortestDecimal(value) else { return value.isNaN ? "–" : value > 0 ? "∞" : "−∞" }
    let number = isReadable ? readable(exact) : exact
    guard number.digits == 0 || (-9..<15).contains(number.magnitude) else {
      return localizedExponential(number, isNegative: value < 0)
    }
    let rounded = decimals.map { number.rounded(toPlace: -$0) } ?? number
    return digits(rounded, fraction: decimals ?? 0, sign: value < 0 && rounded.digits > 0 ? "−" : "")
  }

  /// A number as people read it. One with so many digits that nobody has written it was computed: of these the first six are
  /// left, and all before the mark.
  ///
  /// A decimal number of up to 15 digits is the shortest text of its double, so that what authors write stays as it is. One
  /// in 15 of what is computed looks as if it were such a number, too; therefore 12 are the most where numbers are known to
  /// be computed.
  func readable(_ number: ShortestDecimal) -> ShortestDecimal {
    let most = spec.areComputed ? 12 : 15
    guard spec.significantDigits == nil, number.exponent < 0, number.digitCount > most, number.magnitude < 15 else {
      return number
    }
    return number.rounded(toPlace: min(number.magnitude - 5, 0))
  }

  /// Whether a number has so many digits that it was computed, rather than written by somebody.
  func isComputed(_ value: Double) -> Bool {
    guard let number = ShortestDecimal(value) else { return false }
    return readable(number) != number
  }

  func with(decimals: Int) -> NumberFormat {
    var changed = spec
    changed.decimals = decimals
    return NumberFormat(changed, conventions)
  }

  /// A number that is percent itself: 30 is `30%`, whatever else numbers are written as.
  func percent(_ value: Double) -> String {
    guard !isPlain else { return withPercentSign(self.value(value)) }
    var plain = spec
    (plain.style, plain.currency) = (.number, nil)
    return withPercentSign(NumberFormat(plain, conventions).value(value))
  }

  /// A share given in units of the last digit that is printed: 253 is `25.3%` with one decimal.
  func percent(units: Int) -> String {
    withPercentSign(digits(ShortestDecimal(digits: units, exponent: -percentDecimals), fraction: percentDecimals))
  }

  /// A share of something: one that is there, but has no whole unit of the last digit, is `<1%`.
  func share(units: Int, of weight: Double) -> String {
    units == 0 && weight > 0 ? "<" + percent(units: 1) : percent(units: units)
  }

  /// How many units of the last printed digit make 100 %.
  var percentUnits: Int { (0..<percentDecimals).reduce(100) { units, _ in units * 10 } }

  func withPercentSign(_ number: String) -> String {
    let space = conventions.percentSpace
    return conventions.isPercentSignFirst ? "%" + space + number : number + space + "%"
  }

  /// `1.5e300`: as doubles are described, but that up to 2⁵⁴ these have no exponent.
  private func localizedExponential(_ number: ShortestDecimal, isNegative: Bool) -> String {
    let digits = String(number.digits)
    let fraction = digits.dropFirst()
    let power = number.magnitude
    return (isNegative ? "−" : "") + digits.prefix(1) + (fraction.isEmpty ? "" : conventions.decimalMark + fraction)
      + "e\(power < 0 ? "−" : "")\(power.magnitude)"
  }
}

extension NumberFormat: Hashable {
  static func == (first: NumberFormat, second: NumberFormat) -> Bool {
    // All else is made of it.
    first === second || first.spec == second.spec
  }

  func hash(into hasher: inout Hasher) { hasher.combine(spec) }
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
