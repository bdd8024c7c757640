import ChartModel

extension BarStyleSpec: MarkStyle {
  var legendColor: Color? { colors.first ?? gradient.first?.color }
  var isFilled: Bool { true }

  func extent(
    of series: PlotSeries, _ values: ClosedRange<Double>?, _ stacks: BarStacks, on transform: AxisTransform
  ) -> ClosedRange<Double>? {
    guard let ends = stacks.extent(of: series.index) else { return values }
    // On a log axis bars can't begin at 0: there the least value says how far down it has to go.
    guard transform == .log else { return ends }
    return values.map { $0.lowerBound...max($0.upperBound, ends.upperBound) }
  }

  /// Room for the values that are written beyond the bars.
  func room(for series: PlotSeries) -> (above: Double, below: Double) {
    guard labels.position == .above, let extrema = series.points.values.extrema(in: 0..<series.points.count) else {
      return (0, 0)
    }
    let height = labels.fontSize * 1.1 + 4
    return (above: extrema.max >= 0 ? height : 0, below: extrema.min < 0 ? height : 0)
  }

  func warnings(of series: PlotSeries) -> [String] {
    guard series.spec.positions != nil, stack != nil else { return [] }
    return ["series[\(series.index)].stack: only bars at the axis's own positions stand on one another"]
  }

  func mark(_ series: PlotSeries, on stage: PlotStage) -> any SeriesMark { BarMark(series, self, on: stage) }
}
