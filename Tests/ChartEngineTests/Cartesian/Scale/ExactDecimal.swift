/// A decimal number as its text has it, in whole numbers: an oracle that has nothing in common with the engine's doubles.
struct ExactDecimal: Hashable {
  /// The number is `digits · 10^exponent`; the digits don't end with 0.
  let digits: Int128
  let exponent: Int

  /// The shortest decimal number that is read as this double.
  init?(_ value: Double) { self.init(text: value.description) }

  /// A label: grouped by commas, with a real minus, perhaps times a power of ten.
  init?(label: String) {
    self.init(text: String(label.map { $0 == "−" ? "-" : $0 }.filter { $0 != "," }))
  }

  private init?(text: String) {
    var digits: Int128 = 0
    var exponent = 0
    var isNegative = false
    var isFraction = false
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where index == 0: isNegative = true
      case UInt8(ascii: ".") where !isFraction: isFraction = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let (shifted, overflow) = digits.multipliedReportingOverflow(by: 10)
        guard !overflow else { return nil }
        digits = shifted + Int128(byte - UInt8(ascii: "0"))
        exponent -= isFraction ? 1 : 0
      case UInt8(ascii: "e"):
        guard let power = Int(String(decoding: text.utf8.dropFirst(index + 1), as: UTF8.self)) else { return nil }
        self.init(isNegative ? -digits : digits, exponent + power)
        return
      default: return nil
      }
    }
    self.init(isNegative ? -digits : digits, exponent)
  }

  private init(_ digits: Int128, _ exponent: Int) {
    var (digits, exponent) = (digits, digits == 0 ? 0 : exponent)
    while digits != 0, digits % 10 == 0 { (digits, exponent) = (digits / 10, exponent + 1) }
    (self.digits, self.exponent) = (digits, exponent)
  }

  /// Several numbers as multiples of one power of ten; `nil` if they are too many decades apart.
  static func common(_ numbers: [ExactDecimal]) -> [Int128]? {
    let least = numbers.map(\.exponent).min() ?? 0
    var multiples: [Int128] = []
    for number in numbers {
      var digits = number.digits
      for _ in least..<max(least, number.exponent) {
        let (shifted, overflow) = digits.multipliedReportingOverflow(by: 10)
        guard !overflow else { return nil }
        digits = shifted
      }
      multiples.append(digits)
    }
    return multiples
  }

  /// A number without its trailing zeros: 1, 2 or 5 for round steps.
  static func leadingDigits(_ number: Int128) -> Int128 { ExactDecimal(number, 0).digits }

  static func greatestCommonDivisor(_ first: Int128, _ second: Int128) -> Int128 {
    second == 0 ? abs(first) : greatestCommonDivisor(second, first % second)
  }
}
