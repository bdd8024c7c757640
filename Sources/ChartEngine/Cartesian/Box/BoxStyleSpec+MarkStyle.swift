import ChartModel

extension BoxStyleSpec: MarkStyle {
  static func prepare(_ spec: inout CartesianSpec) { BoxReader.prepare(&spec) }

  var sharesSlots: Bool { !hasOwnSlots }

  /// Of points, in px.
  var pointRadius: Double { radius ?? (points == .all || points == .beside ? 2 : 3) }

  /// Such that no point is cut.
  func room(for series: PlotSeries, in columns: BarColumns, _ words: EntryWords) -> (above: Double, below: Double) {
    (pointRadius + 1, pointRadius + 1)
  }

  func extent(
    of series: PlotSeries, _ values: ClosedRange<Double>?, _ stacks: Stacks, on transform: AxisTransform
  ) -> ClosedRange<Double>? {
    let ends = boxes.compactMap(\.self).flatMap { [$0.low, $0.high, $0.lower, $0.upper] }
      .filter { transform == .linear || $0 > 0 }
    guard let values, let least = ends.min(), let greatest = ends.max() else { return values }
    return min(values.lowerBound, least)...max(values.upperBound, greatest)
  }

  func warnings(of series: PlotSeries) -> [String] {
    let lost = series.isLog ? boxes.count { $0.map { $0.low <= 0 } ?? false } : 0
    guard lost > 0 else { return warnings }
    return warnings + [
      "series[\(series.index)]: \(lost.counted("box reaches", "boxes reach")) down to 0 or less, which has no place on a log axis"
    ]
  }

  func mark(_ series: PlotSeries, on stage: PlotStage) -> any SeriesMark { BoxMark(series, self, on: stage) }
}
