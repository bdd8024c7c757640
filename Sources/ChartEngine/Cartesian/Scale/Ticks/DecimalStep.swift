import JSONModel

/// A distance between ticks: `digits · 10^exponent`, in decimal, so that a multiple of it is the double nearest to that
/// decimal number. Adding up 0.1 would arrive at 0.30000000000000004.
struct DecimalStep: Hashable, Sendable {
  /// Above 0.
  let digits: Int
  /// From −324 to 308.
  let exponent: Int
  /// The double nearest to it; above 0 and finite.
  let size: Double

  /// `nil` if no positive double is near `digits · 10^exponent`.
  init?(_ digits: Int, exponent: Int) {
    guard digits > 0, (-400...400).contains(exponent) else { return nil }
    guard let size = DecimalStep.double(digits, exponent: exponent), size > 0, size.isFinite else { return nil }
    self.digits = digits
    self.exponent = exponent
    self.size = size
  }

  /// A positive number as its shortest decimal text has it: 0.25 is 25 · 10⁻².
  init?(_ value: Double) {
    guard value > 0, let decimal = ShortestDecimal(value) else { return nil }
    self.init(decimal.digits, exponent: decimal.exponent)
  }

  /// How many digits after the decimal mark its multiples need.
  var decimals: Int { max(0, -exponent) }

  /// `index` steps from 0; `nil` if that is beyond all doubles.
  func multiple(_ index: Int) -> Double? {
    let (digits, overflow) = digits.multipliedReportingOverflow(by: index)
    guard !overflow, let value = DecimalStep.double(digits, exponent: exponent), value.isFinite else { return nil }
    return value
  }

  /// `digits · 10^exponent`, rounded once.
  private static func double(_ digits: Int, exponent: Int) -> Double? {
    // Both factors are exact, so the one operation rounds rightly (Clinger, *How to Read Floating Point Numbers
    // Accurately*, 1990); beyond that the digits are read as a text is.
    if digits.magnitude < 1 << 53, abs(exponent) < powers.count {
      return exponent < 0 ? Double(digits) / powers[-exponent] : Double(digits) * powers[exponent]
    }
    return Double("\(digits)e\(exponent)")
  }

  /// 10 to the power of 0 … 22: all that are exact.
  private static let powers = (0...22).reduce(into: []) { powers, _ in powers.append((powers.last ?? 0.1) * 10) }

  /// The first and the last multiple in a domain, as numbers of steps from 0; `nil` if there is none, or if doubles are so
  /// far apart there that the steps can't be counted.
  func indices(in domain: Domain) -> ClosedRange<Int>? {
    guard var first = index(near: domain.lower), var last = index(near: domain.upper) else { return nil }
    // The estimates are right to within a few, as divisions round; more than that is never tried.
    func adjust(_ index: inout Int, by way: Int, while isWrong: (Int) -> Bool) {
      for _ in 0..<32 {
        guard isWrong(index) else { return }
        index += way
      }
    }
    adjust(&first, by: -1) { (multiple($0 - 1) ?? -.infinity) >= domain.lower }
    adjust(&first, by: 1) { (multiple($0) ?? -.infinity) < domain.lower }
    adjust(&last, by: 1) { (multiple($0 + 1) ?? .infinity) <= domain.upper }
    adjust(&last, by: -1) { (multiple($0) ?? .infinity) > domain.upper }
    return first <= last ? first...last : nil
  }

  /// About how many steps a value is from 0.
  private func index(near value: Double) -> Int? {
    // Subnormal steps have few bits: a hundred decades up they have all.
    let quotient =
      exponent < -280
      ? value * 1e100 / (DecimalStep.double(digits, exponent: exponent + 100) ?? .nan) : value / size
    // Beyond this, a step is less than half the distance of doubles.
    return abs(quotient) < 4e16 ? Int(saturating: quotient.rounded()) : nil
  }
}
