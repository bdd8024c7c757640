public import ChartModel

/// An animation that an SVG can play by itself.
public struct SceneAnimation: Hashable, Sendable {
  /// A sector that opens: drawn as a stroke along a circle, which CSS can animate.
  public struct Fan: Hashable, Sendable {
    public var center: Point
    /// The radii of the sector's edges, in px.
    public var inner: Double
    public var outer: Double
    /// How far the sector begins from the start angle and how wide it is, in degrees, once it is open.
    public var offset: Double
    public var sweep: Double
    public var color: Color
  }

  public enum Movement: Hashable, Sendable {
    /// Sectors open like a fan from an angle on, with a separating line of a colour and width between them.
    case sweep([Fan], startAngle: Double, stroke: Color, strokeWidth: Double)
    /// The marks are uncovered clockwise from an angle on, over so many degrees, within a radius.
    case wipe(center: Point, radius: Double, startAngle: Double, sweep: Double)
    /// Each node comes in as its ``Node/entrance`` says.
    case entrances
  }

  public var movement: Movement
  /// In seconds.
  public var duration: Double
  public var easing: Easing

  public init(movement: Movement, duration: Double, easing: Easing) {
    self.movement = movement
    self.duration = duration
    self.easing = easing
  }
}
