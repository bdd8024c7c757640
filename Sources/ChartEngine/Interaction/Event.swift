/// What a chart tells those who listen.
public enum Event: Hashable, Sendable {
  case valueSelected(MarkReference)
  case nothingSelected
  /// The start angle now, and how far it turned, in degrees.
  case rotated(angle: Double, by: Double)
  /// A spin has come to rest, at this start angle in degrees.
  case settled(angle: Double)
  /// The viewport of a plot was moved: how far what it shows went, in px, to the right and down.
  case translated(dx: Double, dy: Double)
  /// How large a plot is now along both axes, 1 as its spec begins.
  case zoomed(x: Double, y: Double)
  /// Scrolling has come to rest; with snapping at a mark. Told once for each drag of a plot that scrolls, whether it was let
  /// go, cancelled or glided on, and when a program ends a glide.
  case scrolled(MarkReference?)
  /// A part of a plot is brushed, or none any more.
  case brushed(Brush?)
  /// A part of a hierarchy is shown alone, by the indices that lead to it; `nil` for all of it.
  case rootChanged([Int]?)
  /// The draw-in animation has ended; `false` if it was stopped.
  case animationFinished(completed: Bool)
  /// One of these in one of the charts that a chart is made of, by its index.
  indirect case inPart(Int, Event)
}

/// A mark by its place, with what it stands for.
public struct MarkReference: Hashable, Sendable {
  public var series: Int
  public var index: Int
  /// The indices that lead to a slice; `nil` for marks that series and index name.
  public var path: [Int]?
  public var label: String
  public var value: Double
  /// The share of the total, in [0, 1]; only slices have one.
  public var fraction: Double?

  public init(series: Int, index: Int, path: [Int]?, label: String, value: Double, fraction: Double?) {
    self.series = series
    self.index = index
    self.path = path
    self.label = label
    self.value = value
    self.fraction = fraction
  }
}
