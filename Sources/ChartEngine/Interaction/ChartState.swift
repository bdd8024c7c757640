/// All that interactions change about a chart; the rest is in its spec.
///
/// The state is a small value: undo keeps it, export writes it, and a picture is a pure function of spec and state.
public struct ChartState: Hashable, Sendable {
  /// What can be seen of the state; interactions that leave it as it is don't count as changes.
  public struct View: Hashable, Sendable {
    /// Where the first slice of a pie begins, in degrees in [0, 360).
    public var startAngle = 0.0
    /// The indices that lead to the selected mark: of a pie from the innermost ring outwards, of a plot the series and the
    /// entry in it.
    public var selection: [Int]?
    /// The entries that the legend has hidden, in rising order.
    public var hidden: [Int] = []
    /// Which part of a plot is seen; `nil` as its spec begins.
    public var viewport: Viewport?
    /// The part of a hierarchy that is shown alone, by the indices that lead to it; `nil` for all of it.
    public var root: [Int]?
    /// The way there from another part, while it is seen as movement.
    public var travel: Travel?
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
  /// The fingers that are on a plot.
  public var touch: Touch?
  /// The last tap on a plot, of which the time is known.
  public var lastTap: LastTap?
  /// The scrolling that is going on.
  public var glide: Glide?
  /// The animation that is going on.
  public var animation: RunningAnimation?
  /// The way into a part of a hierarchy, or out of it, that is going on.
  public var travel: RunningAnimation?

  public init() {}
}

/// A draw-in animation that runs.
public struct RunningAnimation: Hashable, Sendable {
  /// When it began, in seconds; `nil` until the first moment is known.
  public var startTime: Double?

  package init(startTime: Double? = nil) { self.startTime = startTime }
}
