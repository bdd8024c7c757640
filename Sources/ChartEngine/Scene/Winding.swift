import ChartModel

/// How often an outline goes round a point: the sum of the edges that a ray from the point to the left meets, 1 for each
/// that leads down and -1 for each that leads up.
///
/// An edge that begins at the height of the point begins above it, and one that passes through the point is met: so a
/// point on a straight edge is right of it or below it, and of shapes side by side exactly one has it.
struct Winding {
  let point: Point
  /// Without the line that closes the last piece.
  private var sum = 0
  private var start = Point.zero
  private var place = Point.zero

  init(around point: Point) { self.point = point }

  /// The number of turns, clockwise ones negative.
  var total: Int {
    var closed = self
    closed.close()
    return closed.sum
  }

  mutating func move(to point: Point) {
    close()
    (start, place) = (point, point)
  }

  mutating func close() { line(to: start) }

  mutating func line(to end: Point) {
    addLine(from: place, to: end)
    place = end
  }

  mutating func curve(_ control1: Point, _ control2: Point, to end: Point) {
    add(CubicBezier(start: place, control1: control1, control2: control2, end: end), depth: Winding.depthLimit)
    place = end
  }

  /// - Parameter radius: At least 0; made larger where it is less than half the distance of the ends.
  mutating func arc(radius: Double, clockwise: Bool, to end: Point) {
    if radius > 0 {
      addArc(from: place, to: end, radius: radius, clockwise: clockwise, depth: Winding.depthLimit)
    } else {
      addLine(from: place, to: end)
    }
    place = end
  }

  /// How far a chord may be from its curve, in px, and how often a curve is halved at most: enough for one of 1e12 px.
  private static let flatness = 1e-6
  private static let depthLimit = 40
}

// MARK: - Edges

extension Winding {
  private func isBelow(_ place: Point) -> Bool { place.y > point.y }

  /// What an edge adds that is met if it crosses the point's height at all.
  private mutating func addCrossing(from start: Point, to end: Point) {
    sum += (isBelow(end) ? 1 : 0) - (isBelow(start) ? 1 : 0)
  }

  private mutating func addLine(from start: Point, to end: Point) {
    guard isBelow(start) != isBelow(end) else { return }
    // From top to bottom whatever its direction, so that an edge that two shapes share is rounded alike.
    let (top, bottom) = isBelow(end) ? (start, end) : (end, start)
    let x = top.x + (bottom.x - top.x) * ((point.y - top.y) / (bottom.y - top.y))
    if x <= point.x { addCrossing(from: start, to: end) }
  }

  /// Adds an edge of which nothing is known but its ends and a box around it, if that is enough.
  /// - Returns: Whether it was.
  private mutating func add(
    from start: Point, to end: Point, left: Double, right: Double, top: Double, bottom: Double
  ) -> Bool {
    if top > point.y || bottom <= point.y || left > point.x { return true }
    guard right <= point.x else { return false }
    addCrossing(from: start, to: end)
    return true
  }

  /// A curve is halved until its halves are beside the point or straight.
  private mutating func add(_ curve: CubicBezier, depth: Int) {
    let (start, control1, control2, end) = (curve.start, curve.control1, curve.control2, curve.end)
    let isAdded = add(
      from: start, to: end,
      left: min(start.x, control1.x, control2.x, end.x), right: max(start.x, control1.x, control2.x, end.x),
      top: min(start.y, control1.y, control2.y, end.y), bottom: max(start.y, control1.y, control2.y, end.y))
    if isAdded { return }
    // The curve is nowhere farther from its chord than an eighth of the greatest second derivative.
    let bend = max((start - control1 - control1 + control2).length, (control1 - control2 - control2 + end).length)
    guard depth > 0, 0.75 * bend > Winding.flatness else { return addLine(from: start, to: end) }
    let (head, tail) = curve.split(at: 0.5)
    add(head, depth: depth - 1)
    add(tail, depth: depth - 1)
  }

  private mutating func addArc(
    from start: Point, to end: Point, radius: Double, clockwise: Bool, depth: Int
  ) {
    let half = Point(x: (end.x - start.x) / 2, y: (end.y - start.y) / 2)
    let length = half.length
    guard length > 0 else { return }
    let radius = max(radius, length)
    // How far the arc rises above its chord, without the difference of two nearly equal numbers.
    let rise = length / (radius + (radius * radius - length * length).squareRoot()) * length
    let isAdded = add(
      from: start, to: end, left: min(start.x, end.x) - rise, right: max(start.x, end.x) + rise,
      top: min(start.y, end.y) - rise, bottom: max(start.y, end.y) + rise)
    if isAdded { return }
    guard depth > 0, rise > Winding.flatness else { return addLine(from: start, to: end) }
    let slope = (clockwise ? rise : -rise) / length
    let middle = Point(x: start.x + half.x + half.y * slope, y: start.y + half.y - half.x * slope)
    addArc(from: start, to: middle, radius: radius, clockwise: clockwise, depth: depth - 1)
    addArc(from: middle, to: end, radius: radius, clockwise: clockwise, depth: depth - 1)
  }
}
