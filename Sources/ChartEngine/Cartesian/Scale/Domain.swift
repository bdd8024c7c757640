/// The values from which a scale is made: finite bounds with something between them.
///
/// Whatever is asked for becomes such an interval, since users of other libraries report crashes for bounds that are
/// swapped (fault 17), equal (fault 21) or no numbers (fault 19).
struct Domain: Hashable, Sendable {
  let lower: Double
  let upper: Double

  /// An interval between two values, in either order.
  ///
  /// Of a bound that is NaN or infinite the other one is taken; of two, 0 to 1. Around a single value there are
  /// `halfWidth` to each side; if that isn't given, half the value itself, and for 0 it is 0 to 1 (as ECharts has it,
  /// `intervalScaleCalcNiceExtent`).
  init(_ first: Double, _ second: Double, halfWidth: Double? = nil) {
    let start = first.isFinite ? first : second.isFinite ? second : 0
    let end = second.isFinite ? second : first.isFinite ? first : halfWidth == nil ? 1 : 0
    guard start == end else {
      // Adding 0 makes −0 a 0.
      (lower, upper) = (min(start, end) + 0, max(start, end) + 0)
      return
    }
    guard start != 0 || halfWidth != nil else {
      (lower, upper) = (0, 1)
      return
    }
    // At least the next double: half of the least number there is is 0, and small steps vanish beside large values.
    let half = halfWidth ?? abs(start) / 2
    lower = min(start - half, start.nextDown).madeFinite
    upper = max(start + half, start.nextUp).madeFinite
  }

  /// `upper − lower`, which is infinite for the largest bounds.
  var span: Double { upper - lower }

  /// How far a value is from the lower bound to the upper one, in [0, 1]; 0 for NaN.
  func share(of value: Double) -> Double {
    // Halves, since the difference of the largest doubles is none.
    let share = (value / 2 - lower / 2) / (upper / 2 - lower / 2)
    return share.isNaN ? 0 : min(max(share, 0), 1)
  }

  func contains(_ value: Double) -> Bool { value >= lower && value <= upper }

  /// The part of it within bounds; `nil` if nothing, or no more than a point, is left.
  func clamped(from lowest: Double, to highest: Double) -> Domain? {
    let (start, end) = (max(lower, lowest), min(upper, highest))
    return start < end ? Domain(start, end) : nil
  }
}
