/// A pie: slices of a whole, as shares of a circle or of a part of it.
public struct PieSpec: Hashable, Sendable {
  public var common = CommonSpec()
  public var slices: [SliceSpec] = []
  public var data: DataSpec?
  /// Where the first slice begins, in degrees clockwise from three o'clock; 270 is twelve o'clock.
  public var startAngle = 270.0
  /// The outer radius of the outermost ring; as large as there is room for if not given. Shares are of the largest
  /// radius at which the circle still fits.
  public var radius: Length?
  /// The radius of the hole as a share of the radius, in [0, 1).
  public var hole = 0.0
  /// How many degrees the whole takes up; 180 for half a pie.
  public var sweep = 360.0
  /// The space between slices, in px.
  public var gap = 0.0
  /// The radius of the slices' corners, in px.
  public var cornerRadius = 0.0
  public var stroke = StrokeSpec()
  public var selection = SelectionSpec()
  public var rotation = RotationSpec()
  public var labels = PieLabelSpec()
  public var center = PieCenterSpec()

  public init() {}

  public init(slices: [SliceSpec]) { self.slices = slices }
}

/// The line around each slice.
public struct StrokeSpec: Hashable, Sendable {
  /// The background's colour if not given, which is white in the light theme.
  public var color: Color?
  /// In px.
  public var width = 1.0

  public init() {}
}

/// How a selected slice stands out.
public struct SelectionSpec: Hashable, Sendable {
  /// Its radius as a multiple of what it is otherwise.
  public var scale = 1.2

  public init() {}
}

/// How a pie is turned by dragging.
public struct RotationSpec: Hashable, Sendable {
  /// Whether dragging turns the pie. If not given: whole pies turn, partial ones don't.
  public var isEnabled: Bool?
  /// How far the pointer must move, in px, before a tap becomes a drag.
  public var threshold = 8.0
  /// Whether the pie spins on after a fast drag.
  public var hasInertia = true
  /// The share of its speed that a spinning pie loses each second, in (0, 1].
  public var deceleration = 0.9

  public init() {}
}

/// What is written at the slices.
public struct PieLabelSpec: Hashable, Sendable {
  public enum Position: String, CaseIterable, Hashable, Sendable {
    case none
    /// Inside the slices, where there is room.
    case inside
    /// At the chart's sides, with a line from the rim.
    case leader
  }

  public var position = Position.leader
  /// What is written: `{label}`, `{value}` and `{percent}` stand for what they say.
  public var text = "{label} {percent}"
  /// How far the labels' outer ends are from the chart's sides, in px.
  public var margin = 25.0
  /// In px.
  public var fontSize = 12.0

  public init() {}
}

/// What is written in the hole.
public struct PieCenterSpec: Hashable, Sendable {
  /// While nothing is selected: `{title}` and `{total}` stand for what they say. A title here isn't drawn above.
  public var text: String?
  /// While a slice is selected: `{label}`, `{value}`, `{percent}`.
  public var selected: String?

  public init() {}
}
