public import ChartModel

/// Colours that change along a line.
///
/// Its ends are places in the chart, not shares of the painted shape's bounds: the bounds of a horizontal line have no
/// height, and SVG paints no gradient then (L2). Shapes with the same gradient also show one continuous change.
public struct LinearGradient: Hashable, Sendable {
  public struct Stop: Hashable, Sendable {
    /// Where on the way from start to end, from 0 to 1.
    public var offset: Double
    /// With its opacity.
    public var color: Color

    public init(_ offset: Double, _ color: Color) {
      self.offset = offset
      self.color = color
    }
  }

  public var start: Point
  public var end: Point
  /// Whether the ends are shares of the painted shape's bounds after all, from (0, 0) to (1, 1): for many shapes that have
  /// an area, such as bars, each with all the colours.
  public var isRelative = false
  /// Rising in their offsets. Before the first there is its colour, and after the last its.
  public var stops: [Stop]

  public init(from start: Point, to end: Point, stops: [Stop]) {
    self.start = start
    self.end = end
    self.stops = stops
  }

  /// From the top of each painted shape to its bottom.
  public static func downwards(_ stops: [Stop]) -> LinearGradient {
    var gradient = LinearGradient(from: .zero, to: Point(x: 0, y: 1), stops: stops)
    gradient.isRelative = true
    return gradient
  }
}
