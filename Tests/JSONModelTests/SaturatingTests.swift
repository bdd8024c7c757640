import JSONModel
import Testing

@Suite("Doubles become integers without a trap")
struct SaturatingTests {
  @Test("What an integer can hold keeps its whole part, what is beyond becomes the nearest integer, NaN becomes 0")
  func values() {
    let expected: [(Double, Int)] = [
      (0, 0), (-0.0, 0), (0.9, 0), (-0.9, 0), (2.5, 2), (-2.5, -2), (.leastNonzeroMagnitude, 0),
      (0x1p53, 1 << 53), (-0x1p53, -(1 << 53)), (0x1p63, .max), ((0x1p63).nextDown, 9_223_372_036_854_774_784),
      (-0x1p63, .min), ((-0x1p63).nextDown, .min), (1e308, .max), (-1e308, .min), (.infinity, .max),
      (-.infinity, .min), (.nan, 0), (-.nan, 0),
    ]
    for (double, integer) in expected { #expect(Int(saturating: double) == integer, "\(double)") }
  }
}
