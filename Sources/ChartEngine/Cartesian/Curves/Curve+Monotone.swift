import ChartModel

extension Curve {
  /// Nearer in x than this, two points are above one another: slopes stay finite, and a hundredth of a px is the least that
  /// is drawn.
  private static let leastStep = 1e-9

  /// A cubic with the slopes of M. Steffen ("A simple method for monotonic interpolation in one dimension", Astronomy and
  /// Astrophysics 239, 1990), as d3's `curveMonotoneX` has it. It rises where the points rise and falls where they fall.
  ///
  /// A jump straight up or down is a line, and the curves before and after it end and begin there.
  static func monotoneBezier(from index: Int, of points: ArraySlice<Point>) -> CubicBezier? {
    let (start, end) = (points[index], points[index + 1])
    guard let slope = slope(from: index, of: points) else { return nil }
    let before = self.slope(from: index - 1, of: points)
    let after = self.slope(from: index + 1, of: points)
    let step = end.x - start.x
    let inner = (
      before.map { innerSlope($0, start.x - points[index - 1].x, slope, step) },
      after.map { innerSlope(slope, step, $0, points[index + 2].x - end.x) }
    )
    // Without a neighbour the curve has the least bend there is with the slope at the other end.
    let startSlope = inner.0 ?? (3 * slope - (inner.1 ?? slope)) / 2
    let endSlope = inner.1 ?? (3 * slope - (inner.0 ?? slope)) / 2
    let third = step / 3
    // In exact arithmetic no control leaves the two heights; rounding must not let it either.
    let heights = min(start.y, end.y)...max(start.y, end.y)
    return CubicBezier(
      start: start, control1: Point(x: start.x + third, y: clamp(start.y + third * startSlope, heights)),
      control2: Point(x: end.x - third, y: clamp(end.y - third * endSlope, heights)), end: end)
  }

  /// The slope from a point to the next; `nil` if there is none or they are above one another.
  private static func slope(from index: Int, of points: ArraySlice<Point>) -> Double? {
    guard index >= points.startIndex, index + 1 < points.endIndex else { return nil }
    let (start, end) = (points[index], points[index + 1])
    guard abs(end.x - start.x) >= leastStep else { return nil }
    return (end.y - start.y) / (end.x - start.x)
  }

  /// The slope at a point between two segments, from their slopes and widths.
  private static func innerSlope(_ first: Double, _ firstWidth: Double, _ second: Double, _ secondWidth: Double)
    -> Double
  {
    // At a peak or a foot it is level.
    guard (first < 0) == (second < 0), first != 0, second != 0 else { return 0 }
    let width = firstWidth + secondWidth
    // Points that go back in x have no common width; such a place is level as well.
    guard abs(width) >= leastStep, (firstWidth < 0) == (secondWidth < 0) else { return 0 }
    let parabola = (first * secondWidth + second * firstWidth) / width
    let least = min(abs(first), abs(second), abs(parabola) / 2)
    return first < 0 ? -2 * least : 2 * least
  }

  private static func clamp(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    min(max(value, range.lowerBound), range.upperBound)
  }
}
