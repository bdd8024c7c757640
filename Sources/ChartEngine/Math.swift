import ChartModel

// The few functions of the C library that the standard library lacks, so that the engine needs no Foundation.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Sine and cosine of an angle in degrees, exact at multiples of 90 so that vertical and horizontal edges are.
func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
  switch normalizedDegrees(degrees) {
  case 0: return (0, 1)
  case 90: return (1, 0)
  case 180: return (0, -1)
  case 270: return (-1, 0)
  case let angle:
    let radians = angle * .pi / 180
    return (sin(radians), cos(radians))
  }
}

/// The angle of a vector, clockwise from east since y grows downwards, in [0, 360); `nil` if it has no length.
func degrees(of vector: Point) -> Double? {
  guard vector.x != 0 || vector.y != 0, vector.x.isFinite, vector.y.isFinite else { return nil }
  return normalizedDegrees(atan2(vector.y, vector.x) * 180 / .pi)
}

extension Point {
  /// Whether it is a place at all.
  var isFinite: Bool { x.isFinite && y.isFinite }
}

/// The angle in degrees whose sine is `value`; 90 beyond 1.
func arcSineDegrees(_ value: Double) -> Double { asin(min(max(value, -1), 1)) * 180 / .pi }

func naturalLogarithm(_ x: Double) -> Double { log(x) }
/// eˣ − 1 and ln(1 + x), exact where x is so small that adding 1 would lose it.
func exponentialMinusOne(_ x: Double) -> Double { expm1(x) }
func naturalLogarithm(onePlus x: Double) -> Double { log1p(x) }
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// An angle brought into [0, 360); 0 for what is no number.
func normalizedDegrees(_ angle: Double) -> Double {
  guard angle.isFinite else { return 0 }
  let remainder = angle.truncatingRemainder(dividingBy: 360)
  // A tiny negative remainder plus 360 rounds to 360 itself.
  let positive = remainder < 0 ? remainder + 360 : remainder
  return positive >= 360 ? 0 : positive + 0
}
