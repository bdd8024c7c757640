import ChartModel

// Numbers in other ways than plain digits.

extension NumberFormat {
  /// A power of ten with what stands for it: 6 and `M`, after a space where the language has one.
  struct Unit: Hashable, Sendable {
    let exponent: Int
    let text: String

    static let one = Unit(exponent: 0, text: "")
  }

  /// What numbers that are read side by side have in common.
  struct Agreement: Hashable, Sendable {
    let unit: Unit
    let decimals: Int
  }

  /// A number in the format's style; `–` and `∞` for what is none.
  /// - Parameters:
  ///   - agreement: With its neighbours; on its own it has the unit and the digits that suit it best.
  ///   - isReadable: Whether one that was computed has no more digits than people read.
  func styled(_ value: Double, as agreement: Agreement?, isReadable: Bool = false) -> String {
    guard let exact = ShortestDecimal(value) else { return value.isNaN ? "–" : value > 0 ? "∞" : "−∞" }
    let number = isReadable ? readable(exact) : exact
    let isNegative = value < 0
    if spec.style == .scientific { return signed(number, isNegative, scientific(rounded(number))) }
    var unit = agreement?.unit ?? self.unit(of: number)
    var (scaled, fraction) = scaled(number, in: unit, agreement)
    if agreement == nil, unit.exponent != self.unit(of: scaled.times(unit.exponent)).exponent, scaled.digits > 0 {
      // 999,999 has become a thousand thousands.
      unit = self.unit(of: scaled.times(unit.exponent))
      (scaled, fraction) = self.scaled(number, in: unit, nil)
    }
    let size = scaled.magnitude
    guard scaled.digits == 0 || size < 15 && (number.magnitude >= -9 || spec.style == .si && size >= -9) else {
      // Neither zeros nor digits without end.
      return signed(number, isNegative, scientific(rounded(number.times(spec.style == .percent ? 2 : 0))))
    }
    // Beside $0.5M and $1.0M nothing is $0, as it has no unit either.
    if scaled.digits == 0, unit != .one { fraction = 0 }
    let digits = digits(scaled, fraction: fraction)
    return signed(scaled, isNegative, scaled.digits == 0 ? digits : digits + unit.text)
  }

  /// How a number is written in a unit: rounded, and with how many digits after the mark at least.
  private func scaled(
    _ number: ShortestDecimal, in unit: Unit, _ agreement: Agreement?
  ) -> (number: ShortestDecimal, fraction: Int) {
    let scaled = number.times(spec.style == .percent ? 2 : -unit.exponent)
    if let decimals = agreement?.decimals ?? decimals { return (scaled.rounded(toPlace: -decimals), decimals) }
    let rounded = rounded(scaled)
    guard let currency = spec.currency, spec.style == .number, spec.significantDigits == nil else {
      return (rounded, 0)
    }
    let digits = Currency.digits(of: currency)
    let amount = rounded.rounded(toPlace: -digits)
    // Whole amounts need no zeros; what is less than the least coin keeps its digits.
    return amount.digits == 0 ? (rounded, 0) : (amount, amount.exponent < 0 ? digits : 0)
  }

  /// As many digits as the author wants, or as the style needs; those before the mark always.
  private func rounded(_ number: ShortestDecimal) -> ShortestDecimal {
    if let significant = spec.significantDigits {
      return number.rounded(toPlace: number.magnitude - min(max(significant, 1), 15) + 1)
    }
    switch spec.style {
    case .number: return number
    case .scientific: return decimals.map { number.rounded(toPlace: number.magnitude - $0) } ?? number
    case .compact: return number.rounded(toPlace: min(0, number.magnitude - 1))
    case .percent, .si: return number.rounded(toPlace: min(0, number.magnitude - 2))
    }
  }

  private func unit(of number: ShortestDecimal) -> Unit {
    guard number.digits > 0 else { return .one }
    switch spec.style {
    case .number, .percent, .scientific: return .one
    case .compact: return conventions.compactUnits.last { $0.exponent <= number.magnitude } ?? .one
    case .si: return Unit.si.last { $0.exponent <= number.magnitude } ?? Unit.si[0]
    }
  }

  /// Digits in groups, with the decimal mark.
  /// - Parameters:
  ///   - places: How many digits are behind the mark at least.
  ///   - sign: What stands before them.
  func digits(_ number: ShortestDecimal, fraction places: Int, sign: String = "") -> String {
    let isLoose = spec.isLoose || spec.style == .compact
    guard let (whole, fraction) = number.parts else {
      // Most of it is zeros.
      let (whole, fraction) = number.text
      let zeros = String(repeating: "0", count: max(places - fraction.utf8.count, 0))
      let digits = sign + conventions.grouped(whole, isLoose: isLoose)
      return fraction.isEmpty && zeros.isEmpty ? digits : digits + conventions.decimalMark + fraction + zeros
    }
    let before = sign + conventions.grouped(String(whole), isLoose: isLoose)
    let (own, count) = (-number.exponent, max(-number.exponent, places))
    guard count > 0 else { return before }
    // Written at once, since labels and sentences of a picture have hundreds of them.
    let mark = conventions.decimalMark
    return String(unsafeUninitializedCapacity: before.utf8.count + mark.utf8.count + count) { text in
      var end = 0
      for byte in before.utf8 { (text[end], end) = (byte, end + 1) }
      for byte in mark.utf8 { (text[end], end) = (byte, end + 1) }
      var rest = fraction
      for place in stride(from: own - 1, through: 0, by: -1) {
        text[end + place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      for place in max(own, 0)..<count { text[end + place] = UInt8(ascii: "0") }
      return end + count
    }
  }

  /// `2.5e6`: the first digit, the others, and the power of ten.
  private func scientific(_ number: ShortestDecimal) -> String {
    guard number.digits > 0 else { return "0" }
    let digits = String(number.digits)
    var fraction = String(digits.dropFirst())
    let places = spec.style == .scientific ? decimals ?? 0 : 0
    if fraction.count < places { fraction += String(repeating: "0", count: places - fraction.count) }
    let power = number.magnitude
    return
      "\(digits.prefix(1))\(fraction.isEmpty ? "" : conventions.decimalMark + fraction)e\(power < 0 ? "−" : "")\(power.magnitude)"
  }

  /// A number with its sign, and with those of percents and currencies.
  private func signed(_ number: ShortestDecimal, _ isNegative: Bool, _ digits: String) -> String {
    let sign = number.digits == 0 ? "" : isNegative ? "−" : spec.sign == .always ? "+" : ""
    let isInParentheses = sign == "−" && spec.sign == .parentheses
    let minus = isInParentheses ? "" : sign
    var text: String
    if let currency = spec.currency {
      text = conventions.amount(digits, of: currency, sign: minus)
    } else {
      text = minus + (spec.style == .percent ? withPercentSign(digits) : digits)
    }
    if isInParentheses { text = "(\(text))" }
    return text
  }
}

// MARK: - Side by side

extension NumberFormat {
  /// Numbers that are read side by side, as those of an axis: all in one unit, with as many digits after the mark as tell
  /// them apart (0, 0.5M, 1.0M), and each for itself where that would be a row of zeros. Those that no style of few digits
  /// tells apart are written in digits.
  func labels(of values: [Double]) -> [String] {
    func isRight(_ labels: [String]) -> Bool { Set(labels).count == labels.count }
    if let labels = agreeing(on: values).first(where: isRight) { return labels }
    let labels = values.map(value)
    if isRight(labels) { return labels }
    var exact = spec
    (exact.decimals, exact.significantDigits) = (nil, nil)
    let digits = values.map(NumberFormat(exact).exactValue)
    if isRight(digits) { return digits }
    var plain = FormatSpec()
    plain.locale = spec.locale
    return values.map(NumberFormat(plain).exactValue)
  }

  /// In the unit of the largest: with as many digits as the author wants, and as many as are needed.
  private func agreeing(on values: [Double]) -> [[String]] {
    let numbers = values.compactMap { ShortestDecimal($0) }
    let largest = numbers.filter { $0.digits > 0 }.max { $0.magnitude < $1.magnitude }
    guard spec.style != .scientific, let largest, largest.magnitude < 18 || spec.style == .si else { return [] }
    let unit = unit(of: largest)
    let shift = spec.style == .percent ? 2 : -unit.exponent
    var needed = numbers.map { $0.digits == 0 ? 0 : max(0, -($0.exponent + shift)) }.max() ?? 0
    if needed > 0, spec.style == .number, let currency = spec.currency {
      needed = max(needed, Currency.digits(of: currency))
    }
    return [decimals, needed].compactMap { decimals in
      guard let decimals, decimals <= (unit == .one ? 15 : 3) else { return nil }
      return values.map { styled($0, as: Agreement(unit: unit, decimals: decimals)) }
    }
  }
}

extension NumberFormat.Unit {
  /// The prefixes of the International System of Units.
  static let si = zip(
    stride(from: -30, through: 30, by: 3),
    [
      "q", "r", "y", "z", "a", "f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E", "Z", "Y", "R", "Q",
    ]
  ).map { NumberFormat.Unit(exponent: $0, text: $1) }
}

// MARK: - Decimal arithmetic

extension ShortestDecimal {
  init(digits: Int, exponent: Int) {
    guard digits > 0 else {
      (self.digits, self.exponent) = (0, 0)
      return
    }
    var (digits, exponent) = (digits, exponent)
    while digits % 10 == 0 { (digits, exponent) = (digits / 10, exponent + 1) }
    (self.digits, self.exponent) = (digits, exponent)
  }

  /// How many digits it has between zeros: 4 of 1,234,000.
  var digitCount: Int {
    var (count, limit) = (1, 10)
    while digits >= limit {
      count += 1
      let (next, isTooLarge) = limit.multipliedReportingOverflow(by: 10)
      if isTooLarge { break }
      limit = next
    }
    return count
  }

  /// The power of ten of its first digit: 3 of 1,234.
  var magnitude: Int { exponent + digitCount - 1 }

  func times(_ power: Int) -> ShortestDecimal { ShortestDecimal(digits: digits, exponent: exponent + power) }

  /// The nearest multiple of a power of ten, of two as near ones the greater.
  func rounded(toPlace place: Int) -> ShortestDecimal {
    guard exponent < place else { return self }
    // Of what is less than a tenth of the place nothing is left.
    guard place - exponent <= 18 else { return ShortestDecimal(digits: 0, exponent: 0) }
    let unit = (0..<(place - exponent)).reduce(1) { unit, _ in unit * 10 }
    let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: unit)
    return ShortestDecimal(digits: quotient + (remainder >= unit - remainder ? 1 : 0), exponent: place)
  }

  /// Its digits before and after the mark as numbers, of these as many as its exponent is below 0; `nil` where there is no room
  /// for all of them.
  var parts: (whole: Int, fraction: Int)? {
    guard exponent <= 0, exponent > -18 else { return nil }
    let unit = (0..<(-exponent)).reduce(1) { unit, _ in unit * 10 }
    let (whole, fraction) = digits.quotientAndRemainder(dividingBy: unit)
    return (whole, fraction)
  }

  /// Its digits before and after the mark, at least one before it.
  var text: (whole: String, fraction: String) {
    let text = String(digits)
    guard exponent < 0 else { return (text + String(repeating: "0", count: exponent), "") }
    let count = text.utf8.count + exponent
    guard count > 0 else { return ("0", String(repeating: "0", count: -count) + text) }
    // Where a byte is need not be looked for, as where a character is.
    let mark = text.utf8.index(text.startIndex, offsetBy: count)
    return (String(text[..<mark]), String(text[mark...]))
  }
}
