public import ChartModel

/// A place in a plot by what its axes say.
public struct PlotPlace: Hashable, Sendable {
  /// A number, the name of a slot, or a moment in ISO 8601.
  public var x: PositionSpec
  public var y: Double?
  /// The only series that counts, if one does.
  public var series: Int?

  public init(x: PositionSpec, y: Double? = nil, series: Int? = nil) {
    self.x = x
    self.y = y
    self.series = series
  }
}
