import ChartModel
import Foundation

@testable import ChartEngine

/// A path as chords of its curves, found by formulas that the engine doesn't use: arcs by their middles and angles, Bézier
/// curves by Bernstein polynomials, and the inside by a ray upwards.
struct FlattenedPath {
  private(set) var starts: [Point] = []
  private(set) var ends: [Point] = []
  /// Which of the chords only close what is filled: no stroke goes along them.
  private(set) var implied: Set<Int> = []

  /// How far a chord may be from its curve, in px.
  private static let tolerance = 0.002

  init(_ path: Path) {
    var (start, place) = (Point.zero, Point.zero)
    func append(_ points: [Point]) {
      for point in points {
        starts.append(place)
        ends.append(point)
        place = point
      }
    }
    for element in path.elements {
      switch element {
      case .move(let point):
        implied.insert(starts.count)
        append([start])
        (start, place) = (point, point)
      case .line(let end): append([end])
      case .arc(let radius, let clockwise, let end):
        append(FlattenedPath.arc(from: place, to: end, radius: radius, clockwise: clockwise))
      case .curve(let control1, let control2, let end):
        let curve = CubicBezier(start: place, control1: control1, control2: control2, end: end)
        let (bend1X, bend2X) = (place.x - 2 * control1.x + control2.x, control1.x - 2 * control2.x + end.x)
        let (bend1Y, bend2Y) = (place.y - 2 * control1.y + control2.y, control1.y - 2 * control2.y + end.y)
        let bend = 0.75 * max(hypot(bend1X, bend1Y), hypot(bend2X, bend2Y))
        let steps = max(1, Int(sqrt(bend / FlattenedPath.tolerance).rounded(.up)))
        append((1...steps).map { $0 == steps ? end : curve.bernstein(Double($0) / Double(steps)) })
      case .close: append([start])
      }
    }
    implied.insert(starts.count)
    append([start])
  }

  private static func arc(
    from start: Point, to end: Point, radius: Double, clockwise: Bool
  ) -> [Point] {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let chord = hypot(dx, dy)
    guard chord > 0, radius > 0 else { return [end] }
    let radius = max(radius, chord / 2)
    let height = sqrt(max(0, radius * radius - chord * chord / 4)) * (clockwise ? 1 : -1)
    let center = Point(x: (start.x + end.x) / 2 - dy / chord * height, y: (start.y + end.y) / 2 + dx / chord * height)
    let first = atan2(start.y - center.y, start.x - center.x)
    var turn = atan2(end.y - center.y, end.x - center.x) - first
    if clockwise, turn < 0 { turn += 2 * .pi }
    if !clockwise, turn > 0 { turn -= 2 * .pi }
    let step = 2 * acos(max(0, 1 - tolerance / radius))
    let steps = max(1, Int((abs(turn) / step).rounded(.up)))
    return (1...steps).map { step in
      guard step < steps else { return end }
      let angle = first + turn * Double(step) / Double(steps)
      return Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    }
  }

  /// How often it goes round a point, by the chords above it.
  func winding(around point: Point) -> Int {
    var turns = 0
    for index in starts.indices {
      let (start, end) = (starts[index], ends[index])
      guard (start.x <= point.x) != (end.x <= point.x) else { continue }
      let y = start.y + (point.x - start.x) * (end.y - start.y) / (end.x - start.x)
      if y <= point.y { turns += start.x < end.x ? 1 : -1 }
    }
    return turns
  }

  /// The distance from a point to the outline.
  func distance(to point: Point) -> Double {
    starts.indices.reduce(Double.infinity) { nearest, index in
      let (start, end) = (starts[index], ends[index])
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let square = dx * dx + dy * dy
      let along = square > 0 ? ((point.x - start.x) * dx + (point.y - start.y) * dy) / square : 0
      let t = min(max(along, 0), 1)
      return min(nearest, hypot(start.x + t * dx - point.x, start.y + t * dy - point.y))
    }
  }
}

extension Path {
  init(_ elements: [Element]) {
    self.init()
    for element in elements {
      switch element {
      case .move(let point): move(to: point)
      case .line(let end): line(to: end)
      case .arc(let radius, let clockwise, let end): arc(radius: radius, clockwise: clockwise, to: end)
      case .curve(let control1, let control2, let end): curve(control1: control1, control2: control2, to: end)
      case .close: close()
      }
    }
  }

  /// The outline of a rectangle with round corners, as SVG draws it.
  init(_ rect: Rect, cornerRadius radius: Double) {
    let (left, right, top, bottom) = (rect.minX, rect.maxX, rect.minY, rect.maxY)
    func corner(_ x: Double, _ y: Double) -> Element { .arc(radius: radius, clockwise: true, end: Point(x: x, y: y)) }
    self.init([
      .move(Point(x: left + radius, y: top)), .line(Point(x: right - radius, y: top)), corner(right, top + radius),
      .line(Point(x: right, y: bottom - radius)), corner(right - radius, bottom),
      .line(Point(x: left + radius, y: bottom)), corner(left, bottom - radius), .line(Point(x: left, y: top + radius)),
      corner(left + radius, top), .close,
    ])
  }
}
