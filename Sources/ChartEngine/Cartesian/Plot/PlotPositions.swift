public import ChartModel

/// What positions are in a plot, for those who name one.
public struct PlotPositions: Sendable {
  private let data: PlotData

  init(_ data: PlotData) { self.data = data }

  /// What kind of positions they are: the author's choice, or what the data told.
  public var scale: PositionAxisSpec.Scale { data.axis.scale }

  /// The names of the slots; empty for other scales.
  public var names: [String] { data.axis.labels }

  /// Whether the plot has such a position: the name of a slot, a moment, or a number that the scale can show. A number need
  /// not lie within the data.
  public func contains(_ position: PositionSpec) -> Bool { data.coordinate(of: position) != nil }
}
