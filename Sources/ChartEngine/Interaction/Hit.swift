public import ChartModel

/// What lies under a point.
public struct Hit: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case slice, bar, point, legend, axisLabel, crumb, plot, none
    /// An edge of what is brushed, or of the part of an overview that is seen, and the overview elsewhere.
    case handle, overview
  }

  /// What a pointer does that goes down in a plot and is dragged, where it neither turns nor scrolls.
  public enum Drag: String, CaseIterable, Sendable {
    /// A new interval is brushed.
    case brush
    /// What is brushed is moved.
    case move
  }

  public var kind: Kind
  /// The data series, or the ring of a pie, counted from 0 at the centre.
  public var series: Int?
  /// The index within its series; in a ring, among its siblings. For the legend, the entry's.
  public var index: Int?
  /// The indices that lead to a slice from the innermost ring outwards; to what a crumb leads back to, `nil` for the whole.
  public var path: [Int]?
  public var point: Point
  /// The mark's; of the colours in a legend the number that one of them stands for.
  public var value: Double?
  /// What it is called; of a handle along which axes of the picture it is dragged: `x`, `y`, `both`.
  public var label: String?
  /// The share of the total, in [0, 1].
  public var fraction: Double?
  /// The point's angle about the pie's centre, in degrees in [0, 360).
  public var angle: Double?
  public var drag: Drag?

  public init(kind: Kind, at point: Point) {
    self.kind = kind
    self.point = point
  }
}
