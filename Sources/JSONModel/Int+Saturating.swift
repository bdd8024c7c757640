extension Int {
  /// The number without its fraction; the nearest integer there is for those beyond all integers, 0 for NaN.
  ///
  /// `Int(_:)` ends the process for these, and what a spec says can come to them: 10³⁰⁰ px, or infinity less infinity.
  @inlinable
  package init(saturating number: Double) {
    // The largest integer is no double, so that the greatest double below it is the last that converts.
    self = number.isNaN ? 0 : number < 0x1p63 ? (number >= -0x1p63 ? Int(number) : .min) : .max
  }
}
