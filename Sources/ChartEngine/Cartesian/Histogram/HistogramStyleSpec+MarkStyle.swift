import ChartModel

extension HistogramStyleSpec: MarkStyle {
  static func prepare(_ spec: inout CartesianSpec) { HistogramReader.prepare(&spec) }

  var isFilled: Bool { true }
  var slot: Double? {
    guard let edges = bins?.edges, edges.count > 1 else { return nil }
    return zip(edges, edges.dropFirst()).map { $1 - $0 }.min()
  }
  var positionExtent: ClosedRange<Double>? {
    guard let edges = bins?.edges, let first = edges.first, let last = edges.last, first < last else { return nil }
    return first...last
  }

  func extent(
    of series: PlotSeries, _ values: ClosedRange<Double>?, _ stacks: Stacks, on transform: AxisTransform
  ) -> ClosedRange<Double>? {
    guard let ends = bars.extent(of: series, values, stacks, on: transform) else { return values }
    guard transform == .linear, let highest = bins?.curve.map(\.y).max() else { return ends }
    return ends.lowerBound...max(ends.upperBound, highest)
  }

  func room(for series: PlotSeries, in columns: BarColumns, _ words: EntryWords) -> (above: Double, below: Double) {
    // Nothing is more than all: an axis beyond 100 % would say that there is.
    measure == .percent && isCumulative ? (0, 0) : bars.room(for: series, in: columns, words)
  }

  func warnings(of series: PlotSeries) -> [String] { bins?.warnings ?? [] }

  func mark(_ series: PlotSeries, on stage: PlotStage) -> any SeriesMark {
    let isAlone = stage.groups.columns.count == 1
    var style = bars
    // Over others all of them are to be seen.
    style.opacity = opacity ?? (isAlone ? 1 : 0.6)
    let columns = stage.groups.columns.first { $0.contains(series.index) } ?? []
    return BarMark(
      series, style, on: stage,
      bins: BarBins(
        counted: bins ?? CountedBins(), curve: columns.count > 1 ? [] : bins?.curve ?? [],
        curveWidth: density?.width ?? 0, gap: gap, isCumulative: isCumulative, isOutlined: !isAlone,
        areShares: measure != .count))
  }

  /// How its bars look.
  private var bars: BarStyleSpec {
    var bars = BarStyleSpec()
    (bars.labels, bars.highlighted) = (labels, highlighted)
    return bars
  }
}
