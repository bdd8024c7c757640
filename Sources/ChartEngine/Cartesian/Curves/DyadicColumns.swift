/// Columns of equal width into which the points of a very dense line are put, wherever it is looked at: they begin at multiples of their
/// width, which is a power of two of what positions are counted in, or one and a half of it.
///
/// Since they do not depend on where the picture begins, a line that is moved keeps its points, and does not flicker. What lies in
/// a column can be found out once, kept, and shared by all who look at it: in a database, such as a table for each width.
package struct DyadicColumns: Hashable, Sendable {
  /// The width is `2^exponent`, or `3 · 2^exponent` if it is threefold.
  package let exponent: Int
  package let isThreefold: Bool

  /// How many columns share a px, and less than how many. With two, 0.25 % of the px of a random walk of a million points differ by
  /// more than 32/255 from those of the full picture; with three 0.05 %, with four 0.02 % (rsvg-convert, 640 × 360 px, a stroke of 1
  /// px). The points kept grow in proportion.
  static let perPixel = 8.0 / 3..<4.0

  package init(exponent: Int, isThreefold: Bool) { (self.exponent, self.isThreefold) = (exponent, isThreefold) }

  /// The widest of which there are enough for a px.
  /// - Parameter length: How much of the positions a px is.
  /// - Returns: `nil` where there are none, since a px is nothing, or more than doubles tell apart.
  package init?(pixelLength length: Double) {
    let widest = length / DyadicColumns.perPixel.lowerBound
    guard widest.isNormal, widest.exponent > -1_000, widest.exponent < 1_000 else { return nil }
    // Of 1, 1.5, 2, 3, 4, 6 … the greatest that is no greater: 1.5 is 3 times a half.
    isThreefold = widest.significand >= 1.5
    exponent = Int(widest.exponent) - (isThreefold ? 1 : 0)
  }

  private var unit: Double { Double(sign: .plus, exponent: exponent, significand: 1) }

  package var width: Double { isThreefold ? 3 * unit : unit }

  /// The column in which a position lies, a whole number.
  package func index(of position: Double) -> Double {
    let index = (position / unit).rounded(.down)
    // A third is rounded; of whole numbers the floor is the right one all the same.
    return isThreefold ? (index / 3).rounded(.down) : index
  }

  /// Where a column begins.
  package func start(of index: Double) -> Double { index * width }
}
