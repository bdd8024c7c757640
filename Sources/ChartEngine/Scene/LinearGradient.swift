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
  /// Rising in their offsets. Before the first there is its colour, and after the last its.
  public var stops: [Stop]

  public init(from start: Point, to end: Point, stops: [Stop]) {
    self.start = start
    self.end = end
    self.stops = stops
  }
}
