public import ChartModel

/// What an interaction led to.
public struct Outcome: Hashable, Sendable {
  /// The state afterwards.
  public var state: ChartState
  /// Whether the picture changed.
  public var changed: Bool
  /// What was under the pointer, for interactions that have a place.
  public var hit: Hit?
  public var events: [Event]
}

/// What lies under a point.
public struct Hit: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case slice, bar, point, legend, axisLabel, plot, none
  }

  public var kind: Kind
  /// The data series, or the ring of a pie, counted from 0 at the centre.
  public var series: Int?
  /// The index within its series; in a ring, among its siblings. For the legend, the entry's.
  public var index: Int?
  /// The indices that lead to a slice from the innermost ring outwards.
  public var path: [Int]?
  public var point: Point
  public var value: Double?
  public var label: String?
  /// The share of the total, in [0, 1].
  public var fraction: Double?
  /// The point's angle about the pie's centre, in degrees in [0, 360).
  public var angle: Double?

  public init(kind: Kind, at point: Point) {
    self.kind = kind
    self.point = point
  }
}

/// What a chart tells those who listen.
public enum Event: Hashable, Sendable {
  case valueSelected(MarkReference)
  case nothingSelected
  /// The start angle now, and how far it turned, in degrees.
  case rotated(angle: Double, by: Double)
  /// A spin has come to rest, at this start angle in degrees.
  case settled(angle: Double)
  /// The draw-in animation has ended; `false` if it was stopped.
  case animationFinished(completed: Bool)
}

/// A mark by its place, with what it stands for.
public struct MarkReference: Hashable, Sendable {
  public var series: Int
  public var index: Int
  public var path: [Int]
  public var label: String
  public var value: Double
  /// The share of the total, in [0, 1].
  public var fraction: Double
}

/// What is shown beside a mark that is pointed at or selected.
public struct Marker: Hashable, Sendable {
  /// A piece of text in one style.
  public struct Run: Hashable, Sendable {
    public var text: String
    /// As in CSS: 400 is regular, 700 bold.
    public var weight: Int?
    public var color: Color?
    /// In px.
    public var size: Double?
  }

  public var text: String
  public var runs: [Run]
  /// The place on the mark that it points to.
  public var anchor: Point
  /// Where it is shown, inside the chart.
  public var frame: Rect
}
