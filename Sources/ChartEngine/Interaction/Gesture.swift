public import ChartModel

/// A gesture of which the pointer is still down.
public struct Gesture: Hashable, Sendable {
  public var pointer: Int
  /// Where the pointer went down, in px.
  public var origin: Point
  /// The angle there; `nil` while the pointer has been nowhere but at the centre.
  public var originAngle: Double?
  /// The chart's start angle when the pointer went down.
  public var originStartAngle: Double
  /// Whether the threshold has been passed: then it is a drag to its end.
  public var isDrag = false
  /// The pointer's last angles, in degrees, counted on over full turns, so that differences are how far it turned.
  public var motion = VelocityTracker()

  /// How far a pointer moves before what it does is no tap, in px.
  static let tapReach = 8.0
}
