import ChartModel

/// Whether straight lines cross.
enum SegmentCrossing {
  private static func crosses(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
    func side(_ p: Point, _ q: Point, _ r: Point) -> Double { (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) }
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
  }

  /// Whether any piece of one line crosses one of another.
  static func cross(_ one: [Point], _ other: [Point]) -> Bool {
    zip(one, one.dropFirst()).contains { a, b in
      zip(other, other.dropFirst()).contains { c, d in crosses(a, b, c, d) }
    }
  }
}
