public import ChartModel

/// All that interactions change about a chart; the rest is in its spec.
///
/// The state is a small value: undo keeps it, export writes it, and a picture is a pure function of spec and state.
public struct ChartState: Hashable, Codable, Sendable {
  /// What can be seen of the state; interactions that leave it as it is don't count as changes.
  public struct View: Hashable, Codable, Sendable {
    /// Where the first slice of a pie begins, in degrees in [0, 360).
    public var startAngle = 0.0
    /// The indices that lead to the selected mark, from the innermost ring outwards.
    public var selection: [Int]?
    /// The entries that the legend has hidden, in rising order.
    public var hidden: [Int] = []
    /// How far the draw-in animation is, in [0, 1], before easing; 1 is the finished picture.
    public var progress = 1.0

    public init() {}

    /// For each of so many entries whether it is hidden.
    /// - Complexity: O(*n*), where asking `hidden` for each would be O(*n*²).
    func hiddenFlags(count: Int) -> [Bool] {
      var flags = [Bool](repeating: false, count: count)
      for index in hidden where flags.indices.contains(index) { flags[index] = true }
      return flags
    }
  }

  public var view = View()
  /// The gesture that is going on.
  public var gesture: Gesture?
  /// The spin that is going on.
  public var spin: Spin?
  /// The animation that is going on.
  public var animation: RunningAnimation?

  public init() {}
}

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

/// A pie that spins on after a fast drag: an exponential decay, known in advance for all times.
public struct Spin: Hashable, Codable, Sendable {
  /// When it began, in seconds.
  public var time: Double
  /// The start angle at that moment, in degrees.
  public var angle: Double
  /// The speed at that moment, in degrees a second; negative turns anticlockwise.
  public var velocity: Double
  /// The share of the speed lost each second, in (0, 1].
  public var deceleration: Double
}

/// A draw-in animation that runs.
public struct RunningAnimation: Hashable, Codable, Sendable {
  /// When it began, in seconds; `nil` until the first moment is known.
  public var startTime: Double?
}
