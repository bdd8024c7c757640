public import JSONModel

/// A rectangle in px. It holds its left and top edges but not its right and bottom ones.
public struct Rect: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  public var minX: Double { x }
  public var minY: Double { y }
  public var maxX: Double { x + width }
  public var maxY: Double { y + height }
  public var midX: Double { x + width / 2 }
  public var midY: Double { y + height / 2 }
  public var center: Point { Point(x: midX, y: midY) }

  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Whether all of another one lies within it, but for rounding.
  public func contains(_ other: Rect) -> Bool {
    other.minX >= minX - 0.01 && other.maxX <= maxX + 0.01 && other.minY >= minY - 0.01 && other.maxY <= maxY + 0.01
  }

  public func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// The rectangle made smaller by so many px on each side, never to less than nothing.
  /// The rectangle without an edge of a width; with one more where that is negative.
  public func inset(by edge: Double) -> Rect { inset(left: edge, top: edge, right: edge, bottom: edge) }

  public func inset(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) -> Rect {
    Rect(
      x: x + left, y: y + top, width: max(0, width - left - right), height: max(0, height - top - bottom))
  }

  /// The rectangle moved, but not resized, so that it lies inside another as far as it fits.
  public func moved(inside other: Rect) -> Rect {
    Rect(
      x: max(other.minX, min(x, other.maxX - width)), y: max(other.minY, min(y, other.maxY - height)),
      width: width, height: height)
  }

  public static let schema = Schema.object("Rect", "A rectangle in px.", initial: Rect.zero) {
    Property("x", \.x, .number(), "Where its left edge is, in px from the left.", required: true)
    Property("y", \.y, .number(), "Where its upper edge is, in px from the top.", required: true)
    Property("width", \.width, .number(min: 0), "The width in px.", required: true)
    Property("height", \.height, .number(min: 0), "The height in px.", required: true)
  }
}
