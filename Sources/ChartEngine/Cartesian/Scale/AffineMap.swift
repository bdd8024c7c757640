/// Values to px in a straight line: `(value · prescale − origin) · scale + offset`.
///
/// The origin is taken off first, since a million points a minute apart lie at 1.7 · 10¹² ms and would lose their
/// difference (fault 24). `prescale` is a power of two, hence exact: it keeps domains such as −10³⁰⁸ … 10³⁰⁸ and
/// 0 … 5 · 10⁻³²⁴ within what doubles can subtract and divide, and is 1 for all others.
struct AffineMap: Hashable, Sendable {
  let prescale: Double
  /// The domain's lower bound, times `prescale`.
  let origin: Double
  /// In px per prescaled value; 0 if all values have the same place.
  let scale: Double
  /// In px.
  let offset: Double

  init(_ domain: Domain, _ range: PixelRange) {
    offset = range.start
    guard abs(range.length) > 1e-9 else {
      // An infinite difference times a scale of 0 would be no number; so there are no differences.
      (prescale, origin, scale) = (0, 0, 0)
      return
    }
    let largest = max(abs(domain.lower), abs(domain.upper))
    prescale = largest > 0x1p1000 ? 0x1p-8 : largest < 0x1p-900 ? 0x1p900 : 1
    origin = domain.lower * prescale
    scale = range.length / (domain.upper * prescale - origin)
  }

  /// Where a value is, in px, at most `PixelRange.farthest` from 0; not a number if the value is none or infinite.
  func position(of value: Double) -> Double {
    // 0 · ∞ is no number. In this order of arguments `min` and `max` keep it.
    let position = unbounded(value) + 0 * value
    return min(max(position, -PixelRange.farthest), PixelRange.farthest)
  }

  /// The same without bounds, for loops over values that are known to be finite and near the domain: what is far outside
  /// may be infinitely far away.
  func unbounded(_ value: Double) -> Double { (value * prescale - origin) * scale + offset }

  /// The value at a position in px; `nil` if all values have the same place.
  func value(at position: Double) -> Double? {
    guard scale != 0, position.isFinite else { return nil }
    return (((position - offset) / scale + origin) / prescale).madeFinite
  }

  /// The same as `value · scale + offset`, for code that knows no origin; `nil` if the domain is so far from 0, for its
  /// width, that this would be wrong by a thousandth of a px.
  var plain: (scale: Double, offset: Double)? {
    let (factor, constant) = (scale * prescale, offset - origin * scale)
    return factor.isFinite && abs(constant) < 0x1p40 ? (factor, constant) : nil
  }
}
