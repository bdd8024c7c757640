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
    /// The part of a plot that is brushed.
    public var brush: Brush?
    /// The part of a hierarchy that is shown alone, by the indices that lead to it; `nil` for all of it.
    public var root: [Int]?
    /// The way there from another part, while it is seen as movement.
    public var travel: Travel?
    /// How far the draw-in animation is, in [0, 1], before easing; 1 is the finished picture.
    public var progress = 1.0
    /// Of a chart that is made of charts what can be seen of each, but for the selection, of which there is one in all.
    public var children: [View] = []

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
  /// Of a chart that is made of charts what goes on in each; what can be seen of them is in the view.
  public var children: [ChartState] = []
  /// Which of them keys and programs mean that name none; `nil` before anybody touched one.
  public var focus: Int?
  /// The pointers that are down, each with the one of them where it went down.
  public var grabs: [Grab] = []

  public init() {}
}

/// A pointer that is down on one of the charts that a chart is made of.
public struct Grab: Hashable, Sendable {
  public var pointer: Int
  /// The index of that chart.
  public var child: Int
}

extension ChartState {
  /// Takes away what only charts have that are made of charts.
  mutating func forgetChildren() { (children, view.children, focus, grabs) = ([], [], nil, []) }

  /// The states of the charts that it is made of, each with its view; the selection is not among them.
  package var wholeChildren: [ChartState] {
    get {
      children.indices.map { index in
        var child = children[index]
        if view.children.indices.contains(index) { child.view = view.children[index] }
        return child
      }
    }
    set {
      view.children = newValue.map(\.view)
      children = newValue.map { child in
        var rest = child
        rest.view = View()
        return rest
      }
    }
  }
}

/// A draw-in animation that runs.
public struct RunningAnimation: Hashable, Sendable {
  /// When it began, in seconds; `nil` until the first moment is known.
  public var startTime: Double?

  package init(startTime: Double? = nil) { self.startTime = startTime }
}
