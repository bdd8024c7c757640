import ChartModel

extension LineMark {
  /// A line of which only what decides about dots is asked.
  init(styleOf series: PlotSeries, _ layout: CartesianLayout) {
    self.init(series, layout, LineMark.reduction(of: series, layout), runs: PointRuns())
  }

  /// The part of a line that is around a point: all that a hit test needs, however many points there are.
  init(_ series: PlotSeries, near point: Point, _ layout: CartesianLayout) {
    let reduction = LineMark.reduction(of: series, layout)
    let reach = series.spec.line.width / 2 + 1
    self.init(
      series, layout, reduction, runs: reduction.runs(within: (point.x - reach)...(point.x + reach)))
  }
}

extension [Subpath] {
  /// Whether a stroke so wide to each side covers a point.
  func pass(_ point: Point, within distance: Double) -> Bool {
    contains { $0.distance(to: point, below: distance) <= distance }
  }
}

extension Subpath {
  /// How far a point is from the line, in px; exact where that is less than `limit`, else at least that.
  func distance(to point: Point, below limit: Double) -> Double {
    var start = start
    var nearest = segments.isEmpty ? (start - point).length : .infinity
    for segment in segments {
      nearest = min(nearest, segment.distance(from: start, to: point, below: limit))
      start = segment.end
    }
    return nearest
  }
}

extension Subpath.Segment {
  fileprivate func distance(from start: Point, to point: Point, below limit: Double) -> Double {
    switch self {
    case .line(let end): return Subpath.Segment.distance(start, end, to: point)
    case .curve(let control1, let control2, let end):
      let xs = [start.x, control1.x, control2.x, end.x]
      let ys = [start.y, control1.y, control2.y, end.y]
      guard let minX = xs.min(), let maxX = xs.max(), let minY = ys.min(), let maxY = ys.max(),
        point.x >= minX - limit, point.x <= maxX + limit, point.y >= minY - limit, point.y <= maxY + limit
      else { return .infinity }
      let curve = CubicBezier(start: start, control1: control1, control2: control2, end: end)
      let pieces = 32
      var last = start
      return (1...pieces).reduce(Double.infinity) { nearest, piece in
        let next = piece == pieces ? end : curve.point(at: Double(piece) / Double(pieces))
        defer { last = next }
        return min(nearest, Subpath.Segment.distance(last, next, to: point))
      }
    }
  }

  /// How far a point is from a straight line between two others.
  private static func distance(_ start: Point, _ end: Point, to point: Point) -> Double {
    let (way, toPoint) = (end - start, point - start)
    let square = way.x * way.x + way.y * way.y
    let share = square > 0 ? min(max((toPoint.x * way.x + toPoint.y * way.y) / square, 0), 1) : 0
    return (toPoint - Point(x: way.x * share, y: way.y * share)).length
  }
}
