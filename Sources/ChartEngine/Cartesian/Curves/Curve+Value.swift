import ChartModel

extension Curve {
  /// The height of the line at an x, for hit tests and pop-ups; `nil` outside of the run.
  ///
  /// At the x of a point it is the point's own, of several above one another the first's; also where a step jumps there.
  /// Half-way, where `stepMiddle` jumps, the point after counts. A smooth curve may fold back where one segment is far
  /// steeper than its neighbours; then its first way counts.
  /// - Parameter run: Points of ``PointRuns``, which rise, or fall, in x.
  /// - Complexity: O(log *n*)
  func y(at x: Double, in run: ArraySlice<Point>) -> Double? {
    guard let first = run.first, let last = run.last, x.isFinite else { return nil }
    let isRising = first.x <= last.x
    guard isRising ? first.x <= x && x <= last.x : last.x <= x && x <= first.x else { return nil }
    // The first point that is not before x.
    var (low, high) = (run.startIndex, run.endIndex - 1)
    while low < high {
      let middle = low + (high - low) / 2
      if isRising ? run[middle].x >= x : run[middle].x <= x { high = middle } else { low = middle + 1 }
    }
    guard run[low].x != x, low > run.startIndex else { return run[low].y }
    return y(at: x, from: low - 1, of: run)
  }

  /// The height between a point and the next.
  private func y(at x: Double, from index: Int, of run: ArraySlice<Point>) -> Double? {
    let (start, end) = (run[index], run[index + 1])
    switch self {
    case .stepBefore: return end.y
    case .stepAfter: return start.y
    case .stepMiddle:
      let middle = Curve.middle(start.x, end.x)
      return (end.x > start.x ? x < middle : x > middle) ? start.y : end.y
    case .linear, .smooth, .monotone:
      if let bezier = bezier(from: index, of: run), let t = bezier.parameter(atX: x) { return bezier.point(at: t).y }
      return start.y + (end.y - start.y) * ((x - start.x) / (end.x - start.x))
    }
  }
}
