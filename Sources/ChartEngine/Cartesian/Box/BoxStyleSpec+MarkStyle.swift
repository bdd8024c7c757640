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

  func warnings(of series: PlotSeries) -> [String] { warnings }

  func mark(_ series: PlotSeries, on stage: PlotStage) -> any SeriesMark { BoxMark(series, self, on: stage) }
}
