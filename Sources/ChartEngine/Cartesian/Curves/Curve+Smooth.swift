import ChartModel

extension Curve {
  /// The rounding of R4, a method that Maxim Shemanarev published as "Interpolation with Bezier Curves" (Anti-Grain
  /// Geometry, 2005): the middles of a point's two segments are joined; the point that divides the join as the lengths
  /// of the segments do is laid upon the point itself, and the join, made shorter by the factor, gives its two controls.
  ///
  /// The ends have one segment only, and are their own neighbours.
  static func smoothBezier(from index: Int, of points: ArraySlice<Point>, factor: Double) -> CubicBezier? {
    let (start, end) = (points[index], points[index + 1])
    let before = index > points.startIndex ? points[index - 1] : start
    let after = index + 2 < points.endIndex ? points[index + 2] : end
    let factor = factor.isNaN ? Curve.standardSmoothing : min(max(factor, 0), 1)
    let lengths = ((start - before).length, (end - start).length, (after - end).length)
    // Between two points in the same place there is nothing to round (L6: no 0 / 0).
    guard factor > 0, lengths.1 > 0 else { return nil }
    let early = lengths.1 / (lengths.0 + lengths.1) * factor / 2
    let late = lengths.1 / (lengths.1 + lengths.2) * factor / 2
    return CubicBezier(
      start: start,
      control1: Point(x: start.x + (end.x - before.x) * early, y: start.y + (end.y - before.y) * early),
      control2: Point(x: end.x - (after.x - start.x) * late, y: end.y - (after.y - start.y) * late),
      end: end)
  }
}
