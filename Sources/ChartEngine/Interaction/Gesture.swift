public import ChartModel

/// A gesture of which the pointer is still down.
public struct Gesture: Hashable, Codable, Sendable {
  /// Where the pointer was at a moment, as an angle about the pie's centre.
  public struct Sample: Hashable, Codable, Sendable {
    public var time: Double
    /// In degrees, counted on over full turns, so that differences are how far it turned.
    public var angle: Double
  }

  public var pointer: Int
  /// Where the pointer went down, in px.
  public var origin: Point
  /// The angle there; `nil` while the pointer has been nowhere but at the centre.
  public var originAngle: Double?
  /// The chart's start angle when the pointer went down.
  public var originStartAngle: Double
  /// Whether the threshold has been passed: then it is a drag to its end.
  public var isDrag = false
  /// The pointer's last angles, oldest first, no older than the time that speed is measured over.
  public var samples: [Sample] = []
}
