public import ChartModel

/// The pointers that are down on a plot: one taps or scrolls, two pinch.
public struct Touch: Hashable, Sendable {
  /// A pointer that is down.
  public struct Pointer: Hashable, Sendable {
    public var pointer: Int
    /// Where it went down, and where it is, in px.
    public var origin: Point
    public var position: Point
  }

  /// In the order in which they went down, at most two.
  public var pointers: [Pointer]
  /// The viewport when the last of them went down or up.
  public var viewport: Viewport
  /// Whether the threshold has been passed: then it is no tap any more.
  public var isDrag = false
  /// What a drag does to the brush; `nil` where it scrolls.
  public var brush: BrushDrag?
  /// What it does to the part of an overview that is seen.
  public var overview: OverviewDrag?
  /// The number of the legend's colours at which it began, where it brushes these.
  public var colors: Double?
  /// The last places of the first pointer along the x axis, in px.
  public var motion = VelocityTracker()

  /// Whether a drag moves something else than the plot.
  var isHolding: Bool { brush != nil || overview != nil || colors != nil }

  /// Forgets what a drag moves.
  mutating func letGo() { (brush, overview, colors) = (nil, nil, nil) }
}

/// A tap that another one may make a double tap.
public struct LastTap: Hashable, Sendable {
  /// Within so many seconds, and px, the second one must come.
  static let (longestTime, longestDistance) = (0.3, 24.0)

  public var time: Double
  public var position: Point
}
