/// Reads decimal numbers from the bytes of a cell: the nearest double, ties to even, as `strtod` does.
///
/// What most files hold, up to 19 digits and a power of ten within ±19 (with up to 15 digits ±22), takes a few
/// nanoseconds: the exact product or quotient of two whole numbers is rounded once. The rest goes through `Double.init`.
struct NumberText {
  /// Whether `1,5` may be a number.
  let allowsComma: Bool
  /// The decimal mark of the numbers so far, 0 before there was one: `1.234` and `1,234` in one column are no numbers
  /// of one kind.
  private(set) var mark: UInt8 = 0

  init(allowsComma: Bool) { self.allowsComma = allowsComma }

  /// - Parameter text: Without spaces around it.
  /// - Returns: `nil` if it is no decimal number (`nan`, `inf` and `0x1F` are none), or too large for a double.
  mutating func number(in text: Span<UInt8>) -> Double? {
    let count = text.count
    var index = 0
    var isNegative = false
    if count > 0, text[unchecked: 0] == Byte.minus || text[unchecked: 0] == Byte.plus {
      isNegative = text[unchecked: 0] == Byte.minus
      index = 1
    }
    var mantissa: UInt64 = 0
    let first = index
    while index < count {
      let digit = text[unchecked: index] &- Byte.zero
      guard digit < 10 else { break }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      index += 1
    }
    var digits = index - first
    var exponent = 0
    if index < count, isMark(text[unchecked: index]) {
      let found = text[unchecked: index]
      guard mark == 0 || found == mark else { return nil }
      let point = index
      index += 1
      while index < count {
        let digit = text[unchecked: index] &- Byte.zero
        guard digit < 10 else { break }
        mantissa = mantissa &* 10 &+ UInt64(digit)
        index += 1
      }
      exponent = point + 1 - index
      digits -= exponent
      guard digits > 0 else { return nil }
      // Only of what is a number.
      if index == count { mark = found }
    }
    guard digits > 0 else { return nil }
    guard index == count, digits <= 19 else { return uncommon(text) }
    guard let value = Double(mantissa, power: exponent) else { return uncommon(text) }
    return isNegative ? -value : value
  }

  @inline(__always)
  private func isMark(_ byte: UInt8) -> Bool { byte == Byte.point || (allowsComma && byte == Byte.comma) }

  /// Numbers with exponents or very many digits, and what is no number.
  private mutating func uncommon(_ text: Span<UInt8>) -> Double? {
    var bytes: [UInt8] = []
    var found: UInt8 = 0
    for index in text.indices {
      switch text[index] {
      case Byte.zero...Byte.zero + 9, Byte.plus, Byte.minus, UInt8(ascii: "e"), UInt8(ascii: "E"):
        bytes.append(text[index])
      case let byte where isMark(byte) && found == 0:
        found = byte
        bytes.append(Byte.point)
      default: return nil
      }
    }
    guard found == 0 || mark == 0 || found == mark, let value = Double(String(decoding: bytes, as: UTF8.self)),
      value.isFinite
    else { return nil }
    if found != 0 { mark = found }
    return value
  }
}

extension Double {
  /// A whole number times a power of ten, rounded once.
  /// - Returns: `nil` if the power is beyond what can be told without long arithmetic.
  init?(_ mantissa: UInt64, power: Int) {
    if power == 0 {
      self = Double(mantissa)
    } else if mantissa <= 1 << 53, -22...22 ~= power {
      // Both are exact (Clinger, "How to read floating point numbers accurately", 1990).
      let scale = Double.powersOfTen[Int(power.magnitude)]
      self = power < 0 ? Double(mantissa) / scale : Double(mantissa) * scale
    } else if mantissa == 0 {
      self = 0
    } else if -19...19 ~= power {
      let scale = UInt64.powersOfTen[Int(power.magnitude)]
      self = power < 0 ? Double(mantissa, over: scale) : Double(mantissa, times: scale)
    } else {
      return nil
    }
  }

  private init(_ mantissa: UInt64, times scale: UInt64) {
    let (high, low) = mantissa.multipliedFullWidth(by: scale)
    guard high > 0 else {
      self = Double(low)
      return
    }
    let shift = high.leadingZeroBitCount
    let top = shift == 0 ? high : high << UInt64(shift) | low >> UInt64(64 - shift)
    self.init(top: top, hasMore: low << UInt64(shift) != 0, exponent: 64 - shift)
  }

  private init(_ mantissa: UInt64, over scale: UInt64) {
    let (left, right) = (mantissa.leadingZeroBitCount, scale.leadingZeroBitCount)
    let (dividend, divisor) = (mantissa << UInt64(left), scale << UInt64(right))
    // Half of it where it would not be below the divisor, so that the quotient has 64 bits in both cases.
    let isHalf = dividend >= divisor
    let (quotient, rest) = divisor.dividingFullWidth(
      isHalf ? (dividend >> 1, dividend << 63) : (dividend, 0))
    self.init(top: quotient, hasMore: rest != 0, exponent: right - left - (isHalf ? 63 : 64))
  }

  /// - Parameters:
  ///   - top: The number's first 64 bits, the highest one set.
  ///   - hasMore: Whether a bit is set after them.
  ///   - exponent: The power of two that belongs to the lowest of the 64 bits; far from the ends of what a double holds.
  private init(top: UInt64, hasMore: Bool, exponent: Int) {
    let half: UInt64 = 1 << 10
    let rest = top & (half << 1 - 1)
    var significand = top >> 11
    if rest > half || (rest == half && (hasMore || significand & 1 == 1)) { significand += 1 }
    self = Double(significand) * Double(sign: .plus, exponent: exponent + 11, significand: 1)
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}

extension UInt64 {
  fileprivate static let powersOfTen: [UInt64] = (0...19).map { power in
    (0..<power).reduce(into: 1) { value, _ in value *= 10 }
  }
}

/// The bytes that delimited texts and numbers are made of.
enum Byte {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")
  static let point = UInt8(ascii: ".")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let zero = UInt8(ascii: "0")
}
