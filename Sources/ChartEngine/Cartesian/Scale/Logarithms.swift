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
}
