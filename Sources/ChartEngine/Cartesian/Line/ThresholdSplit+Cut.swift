import ChartModel

extension ThresholdSplit {
  /// A part of a segment between two levels.
  struct Piece {
    var segment: Subpath.Segment
    /// How many levels are not above it.
    var band: Int
  }

  /// The pieces of a segment between the levels it crosses, in their order.
  func pieces(of segment: Subpath.Segment, from start: Point) -> [Piece] {
    switch segment {
    case .line(let end): pieces(from: start, to: end)
    case .curve(let control1, let control2, let end):
      pieces(of: CubicBezier(start: start, control1: control1, control2: control2, end: end))
    }
  }

  private func pieces(from start: Point, to end: Point) -> [Piece] {
    var pieces: [Piece] = []
    var last = start.y
    // The ends of a piece may lie on levels, its middle doesn't.
    for y in levels(between: start.y, and: end.y) {
      // Steps go straight up: their x is exact.
      let x = start.x == end.x ? start.x : start.x + (end.x - start.x) * ((y - start.y) / (end.y - start.y))
      pieces.append(Piece(segment: .line(to: Point(x: x, y: y)), band: band(at: Curve.middle(last, y))))
      last = y
    }
    pieces.append(Piece(segment: .line(to: end), band: band(at: Curve.middle(last, end.y))))
    return pieces
  }

  private func pieces(of curve: CubicBezier) -> [Piece] {
    let heights = [curve.start.y, curve.control1.y, curve.control2.y, curve.end.y]
    let cuts = levels(between: heights.min() ?? 0, and: heights.max() ?? 0)
      .flatMap { y in curve.parameters(crossing: y).map { (t: $0, y: y) } }
      .sorted { $0.t < $1.t }
    var pieces: [Piece] = []
    var (rest, done) = (curve, 0.0)
    for cut in cuts {
      let share = (cut.t - done) / (1 - done)
      // Two levels a rounding error apart have the same parameter.
      guard share > 0, share < 1 else { continue }
      var (head, tail) = rest.split(at: share)
      head.end.y = cut.y
      tail.start.y = cut.y
      pieces.append(piece(head))
      (rest, done) = (tail, cut.t)
    }
    return pieces + [piece(rest)]
  }

  private func piece(_ curve: CubicBezier) -> Piece {
    // It may touch a level from below, but not at both places.
    let band = min(band(at: curve.point(at: 0.375).y), band(at: curve.point(at: 0.625).y))
    return Piece(segment: .curve(control1: curve.control1, control2: curve.control2, to: curve.end), band: band)
  }

  /// The levels strictly between two heights, in the order in which one who goes from the first to the second meets them.
  private func levels(between start: Double, and end: Double) -> [Double] {
    let bands = (band(at: start), band(at: end))
    guard bands.0 != bands.1 else { return [] }
    let (low, high) = (min(start, end), max(start, end))
    // Of several thresholds in the same place one is met.
    var met: [Double] = []
    for level in levels[min(bands.0, bands.1)..<max(bands.0, bands.1)] where low < level && level < high {
      if met.last != level { met.append(level) }
    }
    return isInverted == (start < end) ? met : met.reversed()
  }
}
