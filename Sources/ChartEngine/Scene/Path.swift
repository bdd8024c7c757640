public import ChartModel

/// An outline of lines, circular arcs and cubic Bézier curves.
public struct Path: Hashable, Sendable {
  public enum Element: Hashable, Sendable {
    case move(Point)
    case line(Point)
    /// A circular arc of at most half a turn to `end`.
    case arc(radius: Double, clockwise: Bool, end: Point)
    case curve(control1: Point, control2: Point, end: Point)
    case close
  }

  public private(set) var elements: [Element] = []

  public init() {}

  public mutating func move(to point: Point) { elements.append(.move(point)) }
  public mutating func line(to point: Point) { elements.append(.line(point)) }
  public mutating func arc(radius: Double, clockwise: Bool, to end: Point) {
    elements.append(.arc(radius: radius, clockwise: clockwise, end: end))
  }
  public mutating func curve(control1: Point, control2: Point, to end: Point) {
    elements.append(.curve(control1: control1, control2: control2, end: end))
  }
  public mutating func close() { elements.append(.close) }

  /// Adds another outline.
  mutating func append(_ other: Path) { elements += other.elements }

  /// Adds a rectangle.
  mutating func append(_ rect: Rect) {
    move(to: Point(x: rect.minX, y: rect.minY))
    line(to: Point(x: rect.maxX, y: rect.minY))
    line(to: Point(x: rect.maxX, y: rect.maxY))
    line(to: Point(x: rect.minX, y: rect.maxY))
    close()
  }

  /// Makes room, so that long paths grow in one step.
  mutating func reserve(_ count: Int) { elements.reserveCapacity(count) }
}
