import ChartModel

/// How the points of a line are joined.
enum Curve: Hashable, Sendable {
  case linear
  /// First up or down, then along: the y of a point holds before it.
  case stepBefore
  /// Along, up or down half-way, along.
  case stepMiddle
  /// First along, then up or down: the y of a point holds after it.
  case stepAfter
  /// Rounded at each point by a factor from 0, not at all, to 1 (L6; R4 has ``standardSmoothing``).
  case smooth(Double)
  /// As smooth as can be without a rise or fall that the points don't have: it never overshoots (fault 23).
  case monotone

  static let standardSmoothing = 0.6

  /// On how many points to either side the shape of a segment depends, its own ends among them: so many of those out of
  /// view must be known.
  var neighbors: Int {
    switch self {
    case .linear, .stepBefore, .stepMiddle, .stepAfter: 1
    case .smooth, .monotone: 2
    }
  }

  /// The pieces of a line.
  func subpaths(_ runs: PointRuns) -> [Subpath] { runs.compactMap { subpath($0) } }

  /// The line through the points of a run, which rise or fall in x; `nil` without any. Points that are no place are passed
  /// over. One point is a line of no length, which a round cap makes a dot (L13).
  /// - Complexity: O(*n*)
  func subpath(_ run: ArraySlice<Point>) -> Subpath? {
    let points = Curve.bounded(run)
    guard let first = points.first else { return nil }
    var path = Subpath(start: first)
    guard points.count > 1 else {
      path.line(to: first)
      return path
    }
    path.segments.reserveCapacity(points.count * (isStepped ? 2 : 1))
    for index in points.startIndex..<points.endIndex - 1 { append(from: index, of: points, to: &path) }
    return path
  }

  var isStepped: Bool {
    switch self {
    case .stepBefore, .stepMiddle, .stepAfter: true
    case .linear, .smooth, .monotone: false
    }
  }

  /// Where steps turn between two points; nowhere unless they are steps.
  func corners(from start: Point, to end: Point) -> [Point] {
    switch self {
    case .stepBefore: return [Point(x: start.x, y: end.y)]
    case .stepAfter: return [Point(x: end.x, y: start.y)]
    case .stepMiddle:
      let middle = Curve.middle(start.x, end.x)
      return [Point(x: middle, y: start.y), Point(x: middle, y: end.y)]
    case .linear, .smooth, .monotone: return []
    }
  }

  /// The points that are places, where things are drawn; those of a run are already.
  static func bounded(_ run: ArraySlice<Point>) -> ArraySlice<Point> {
    let limit = PixelMap.limit
    let isBounded = run.allSatisfy { abs($0.x) <= limit && abs($0.y) <= limit }
    return isBounded ? run : run.compactMap(\.bounded)[...]
  }

  /// Adds the way from a point to the next.
  private func append(from index: Int, of points: ArraySlice<Point>, to path: inout Subpath) {
    let (start, end) = (points[index], points[index + 1])
    switch self {
    case .linear: path.line(to: end)
    case .stepBefore, .stepMiddle, .stepAfter:
      for corner in corners(from: start, to: end) { path.line(to: corner) }
      path.line(to: end)
    case .smooth, .monotone:
      guard let bezier = bezier(from: index, of: points) else { return path.line(to: end) }
      path.curve(bezier.control1, bezier.control2, to: bezier.end)
    }
  }

  /// The way from a point to the next where it is no straight one.
  func bezier(from index: Int, of points: ArraySlice<Point>) -> CubicBezier? {
    switch self {
    case .smooth(let factor): Curve.smoothBezier(from: index, of: points, factor: factor)
    case .monotone: Curve.monotoneBezier(from: index, of: points)
    case .linear, .stepBefore, .stepMiddle, .stepAfter: nil
    }
  }

  static func middle(_ first: Double, _ second: Double) -> Double { first + (second - first) / 2 }
}
