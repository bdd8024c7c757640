public import JSONModel

/// A place in px: the origin is the top left corner, y grows downwards.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  public static let zero = Point(x: 0, y: 0)

  public static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }
  public static func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }

  /// The distance from the origin, in px; right also where the squares would overflow.
  public var length: Double {
    let largest = max(abs(x), abs(y))
    guard largest > 0, largest.isFinite else { return largest }
    return largest * ((x / largest) * (x / largest) + (y / largest) * (y / largest)).squareRoot()
  }

  public static let schema = Schema.object("Point", "A place in px from the top left corner.", initial: Point.zero) {
    Property("x", \.x, .number(), "How far it is from the left, in px.", required: true)
    Property("y", \.y, .number(), "How far it is from the top, in px.", required: true)
  }
}
