import JSONModel

/// Steps that people count in, from fine to coarse.
///
/// 1, 2 and 5 times a power of ten, as d3 has them (Mike Bostock, d3-array, `ticks`), which also taught that ticks are
/// whole multiples of the step rather than sums. Unlike there, a finer or coarser step is tried until the count is right.
enum StepLadder {
  /// Steps that leave at most about `count` intervals in a span, beginning with one that surely is too fine.
  /// - Parameters:
  ///   - span: Above 0; may be infinite.
  ///   - finest: No step is less than this.
  static func steps(over span: Double, count: Int, finest: Double) -> some Sequence<DecimalStep> {
    let limited = min(span, .greatestFiniteMagnitude)
    let wanted = decimalLogarithm(limited) - decimalLogarithm(Double(max(1, count)))
    let lowest = decimalLogarithm(max(finest, .leastNonzeroMagnitude))
    let start = max(wanted, lowest)
    let exponent = start.isFinite ? Int(saturating: start.rounded(.down)) - 1 : 0
    // Four decades are enough to get from `count` intervals to less than one, wherever the bounds lie in theirs.
    return (exponent...(exponent + 4 + String(max(1, count)).utf8.count)).lazy.flatMap { exponent in
      [1, 2, 5].lazy.compactMap { DecimalStep($0, exponent: exponent) }
    }.filter { $0.size >= finest }
  }

  /// The least of 1, 2, 2.5, 5 and 10 times a power of ten that is not below a value: what an axis ends at that begins at
  /// 0 (B6). Negative values are rounded away from 0, too; 0 and what is no finite number stay.
  static func niceMaximum(_ value: Double) -> Double {
    let size = abs(value)
    guard value.isFinite, size > 0 else { return value }
    let exponent = Int(saturating: decimalLogarithm(size).rounded(.down))
    for exponent in (exponent - 1)...(exponent + 1) {
      for digits in [10, 20, 25, 50] {
        guard let step = DecimalStep(digits, exponent: exponent - 1), step.size >= size else { continue }
        return value < 0 ? -step.size : step.size
      }
    }
    return value
  }
}
