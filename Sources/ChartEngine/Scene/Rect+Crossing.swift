import ChartModel

extension Rect {
  /// Whether a straight line between two points passes through it (Liang and Barsky, "A New Concept and Method for Line
  /// Clipping", ACM Transactions on Graphics 3(1), 1984).
  func isCrossed(from start: Point, to end: Point) -> Bool {
    var (first, last) = (0.0, 1.0)
    let way = end - start
    for (step, room) in [
      (-way.x, start.x - minX), (way.x, maxX - start.x), (-way.y, start.y - minY), (way.y, maxY - start.y),
    ] {
      guard step != 0 else {
        if room < 0 { return false }
        continue
      }
      let share = room / step
      if step < 0 { first = max(first, share) } else { last = min(last, share) }
      if first > last { return false }
    }
    return true
  }

  /// How far a point lies outside of it, in px; 0 inside.
  func distance(to point: Point) -> Double {
    Point(x: max(minX - point.x, 0, point.x - maxX), y: max(minY - point.y, 0, point.y - maxY)).length
  }
}
