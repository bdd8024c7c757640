import ChartModel

/// The data of a plot as numbers, made once from a spec: all pictures and hit tests share it.
struct PlotData: Sendable {
  let axis: PlotAxis
  let series: [PlotSeries]
  /// What could not be drawn, and why.
  let warnings: [String]

  /// - Complexity: O(*n*) in the number of values; O(*n* log *n*) for series that are written out of order.
  init(_ spec: CartesianSpec) {
    var reader = PlotDataReader(spec)
    axis = reader.axis
    series = reader.readSeries()
    warnings = reader.warnings
  }

  /// The positions from the least to the greatest, over all series; `nil` without any point. Of categories it is those of
  /// the first and the last slot.
  var extent: ClosedRange<Double>? {
    if case .category(let labels) = axis, !labels.isEmpty { return 0...Double(labels.count - 1) }
    var lower = Double.infinity
    var upper = -Double.infinity
    for series in series where series.points.count > 0 {
      lower = min(lower, series.points.positions[0])
      upper = max(upper, series.points.positions[series.points.count - 1])
    }
    return lower <= upper ? lower...upper : nil
  }
}
