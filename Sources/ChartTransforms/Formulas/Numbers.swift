import POSIX

/// Functions of numbers: NaN for what they have no result for, never infinity.
enum Numbers {
  static func power(_ base: Double, _ exponent: Double) -> Double {
    // The C library calls some powers of what is missing 1.
    base.isNaN || exponent.isNaN ? .nan : pow(base, exponent).orMissing
  }

  /// The rest of a division, with the sign of the divisor, so that hours before midnight are hours of a day, too.
  static func modulo(_ dividend: Double, _ divisor: Double) -> Double {
    guard divisor != 0, divisor.isFinite, dividend.isFinite else { return .nan }
    let rest = dividend.truncatingRemainder(dividingBy: divisor)
    return rest != 0 && (rest < 0) != (divisor < 0) ? rest + divisor : rest
  }

  /// Rounded to so many digits after the decimal mark, halves away from 0; before it for negative ones.
  static func rounded(_ number: Double, digits: Double) -> Double {
    guard number.isFinite, digits.isFinite else { return .nan }
    let digits = Swift.min(Swift.max(digits.rounded(), -308), 308)
    let power = pow(10, abs(digits))
    let scaled = digits < 0 ? number / power : number * power
    guard scaled.isFinite, abs(scaled) < 0x1p52 else { return digits < 0 ? scaled.rounded() * power : number }
    let whole = scaled.rounded(.toNearestOrAwayFromZero)
    return (digits < 0 ? whole * power : whole / power).orMissing
  }

  /// The number that a text holds, as tables have them: `nan`, `inf` and `0x1F` are none.
  static func decimal(_ text: String) -> Double {
    let isDecimal = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    return isDecimal ? (Double(text) ?? .nan).orMissing : .nan
  }

  static func logarithm(_ number: Double) -> Double { number > 0 ? log(number).orMissing : .nan }
  static func decimalLogarithm(_ number: Double) -> Double { number > 0 ? log10(number).orMissing : .nan }
  static func binaryLogarithm(_ number: Double) -> Double { number > 0 ? log2(number).orMissing : .nan }
  static func exponential(_ number: Double) -> Double { exp(number).orMissing }
  static func sine(_ number: Double) -> Double { sin(number) }
  static func cosine(_ number: Double) -> Double { cos(number) }
}
