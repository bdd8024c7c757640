// Logarithms, which Math.swift has no use for.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

func decimalLogarithm(_ x: Double) -> Double { log10(x) }

extension Double {
  /// The nearest finite number, 0 for what is no number.
  var madeFinite: Double {
    isNaN ? 0 : min(max(self, -Double.greatestFiniteMagnitude), Double.greatestFiniteMagnitude)
  }

  /// The nearest multiple of a power of ten.
  func rounded(toTenTo exponent: Double) -> Double {
    guard exponent.isFinite, abs(exponent) < 300 else { return self }
    // Divided by a whole number, what has decimals is as it is written.
    let unit = power(10, abs(exponent)).rounded()
    let rounded = exponent < 0 ? (self * unit).rounded() / unit : (self / unit).rounded() * unit
    return rounded.isFinite ? rounded : self
  }
}
