/// What is known of a line's table before a pyramid is made of it, by which its widths are chosen.
package struct PyramidEstimate: Hashable, Sendable {
  package var rowCount: Double
  package var lineCount: Double
  /// From the lowest position to the highest.
  package var extent: ClosedRange<Double>

  /// How many rows a bucket of the finest width should have: with fewer the pyramid comes near to its table in size,
  /// with more it is of no use for what is looked at closely.
  package static let rowsPerBucket = 16.0

  package init(rowCount: Double, lineCount: Double = 1, extent: ClosedRange<Double>) {
    (self.rowCount, self.lineCount, self.extent) = (rowCount, lineCount, extent)
  }

  /// The exponents of a pyramid of which a finest bucket has about so many rows of a line, and two or three buckets of
  /// the top width have all of them.
  /// - Parameter bounds: Which the finest may be.
  /// - Returns: `nil` if there are none, since the positions go farther than doubles tell apart.
  package func exponents(
    rowsPerBucket: Double = PyramidEstimate.rowsPerBucket,
    finestIn bounds: ClosedRange<Int> = PyramidTable.possibleExponents
  ) -> ClosedRange<Int>? {
    let span = extent.upperBound - extent.lowerBound
    let rows = rowCount / max(lineCount, 1) / rowsPerBucket
    guard span.isFinite, rows.isFinite, rowsPerBucket > 0 else { return nil }
    // Where all rows are at one place any width does.
    let ideal = span / max(rows, 1)
    var finest = ideal.isNormal ? Int(ideal.exponent) + (ideal.significand >= 2.0.squareRoot() ? 1 : 0) : 0
    // Buckets have numbers that doubles hold.
    let farthest = max(extent.lowerBound.magnitude, extent.upperBound.magnitude)
    if farthest.isNormal { finest = max(finest, Int(farthest.exponent) - 52) }
    finest = min(max(finest, bounds.lowerBound), bounds.upperBound)
    let whole = span.isNormal ? Int(span.exponent) + (span.significand > 1 ? 1 : 0) : finest
    let top = max(finest, whole)
    // Between the finest and the top there is a count of 64 bits.
    guard top - finest <= 61, PyramidTable.possibleExponents.contains(finest),
      PyramidTable.possibleExponents.contains(top)
    else { return nil }
    return finest...top
  }

  /// About how many rows of a line a bucket of a width has, where it has any.
  package func rowsPerBucket(exponent: Int) -> Double {
    let span = extent.upperBound - extent.lowerBound
    let rows = rowCount / max(lineCount, 1)
    guard span > 0, rows.isFinite else { return max(rows, 1) }
    return min(max(rows * (PyramidTable.width(exponent) / span), 1), max(rows, 1))
  }
}
