public import ChartModel

/// The pointers that are down on a plot: one taps or scrolls, two pinch.
public struct Touch: Hashable, Codable, Sendable {
  /// A pointer that is down.
  public struct Pointer: Hashable, Codable, Sendable {
    public var pointer: Int
    /// Where it went down, and where it is, in px.
    public var origin: Point
    public var position: Point
  }

  /// Where the first pointer was at a moment.
  public struct Sample: Hashable, Codable, Sendable {
    public var time: Double
    /// px
    public var x: Double
  }

  /// In the order in which they went down, at most two.
  public var pointers: [Pointer]
  /// The viewport when the last of them went down or up.
  public var viewport: Viewport
  /// Whether the threshold has been passed: then it is no tap any more.
  public var isDrag = false
  /// The last places, oldest first, no older than the time that speed is measured over.
  public var samples: [Sample] = []
}

/// A tap that another one may make a double tap.
public struct LastTap: Hashable, Codable, Sendable {
  public var time: Double
  public var position: Point
}
