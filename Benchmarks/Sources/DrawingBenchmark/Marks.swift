import ChartEngine
import ChartModel
import ChartSVG

// Charts of all kinds of marks, up to a thousand of them.

/// Numbers that come again in every run, from 1 to 100.
private func values(_ count: Int, from seed: Int = 1) -> [Double] {
  (0..<count).map { Double(($0 * 37 + seed * 11) % 100 + 1) }
}

private func names(_ count: Int) -> [String] { (0..<count).map { "Name \($0 + 1)" } }

private func chart(_ spec: ChartSpec) -> Chart { Chart(id: "benchmark", spec: spec) }

/// - Parameter change: What else the spec says.
private func bars(_ count: Int, _ change: (inout CartesianSpec) -> Void = { _ in }) -> Chart {
  var spec = CartesianSpec(
    kind: .bar, series: [SeriesSpec(.bar(BarStyleSpec()), name: "Values", values: .numbers(values(count)))])
  spec.x.labels = names(count)
  change(&spec)
  return chart(.cartesian(spec))
}

private func barsWithErrors(_ count: Int) -> Chart {
  bars(count) { spec in
    var style = BarStyleSpec()
    var error = ErrorSpec()
    error.constant = 5
    style.error = error
    spec.series[0].kind = .bar(style)
  }
}

private func candles(_ count: Int) -> Chart {
  let closes = walk(count + 1).map { 100 + $0 * 4 }
  var style = CandlestickStyleSpec()
  let (first, last) = (Array(closes.dropLast()), Array(closes.dropFirst()))
  style.open = NumberChannelSpec(.numbers(first))
  style.high = NumberChannelSpec(.numbers(zip(first, last).map { max($0, $1) + 1 }))
  style.low = NumberChannelSpec(.numbers(zip(first, last).map { min($0, $1) - 1 }))
  var spec = CartesianSpec(
    kind: .candlestick, series: [SeriesSpec(.candlestick(style), name: "Prices", values: .numbers(last))])
  spec.x.values = .numbers((0..<count).map { Double($0) * 86_400_000 })
  spec.x.scale = .time
  return chart(.cartesian(spec))
}

private func scatter(_ count: Int) -> Chart {
  var series = SeriesSpec(.scatter(ScatterStyleSpec()), name: "Points", values: .numbers(values(count)))
  series.positions = .numbers(values(count, from: 7))
  return chart(.cartesian(CartesianSpec(kind: .scatter, series: [series])))
}

private func spokes(_ count: Int) -> [SpokeSeriesSpec] {
  (1...count).map { SpokeSeriesSpec(name: "Series \($0)", values: values(24, from: $0)) }
}

private func histogram(_ count: Int) -> Chart {
  var series = SeriesSpec(.histogram(HistogramStyleSpec()), name: "Values", values: .numbers([]))
  series.positions = .numbers(walk(count))
  return chart(.cartesian(CartesianSpec(kind: .histogram, series: [series])))
}

/// Numbers that lie about their mean without any order, as sums of uniform ones do.
private func scattered(_ count: Int, seed: UInt64) -> GrowingArray<Double> {
  var state = seed
  return GrowingArray(
    (0..<count).map { _ in
      (0..<4).reduce(0.0) { sum, _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return sum + Double(state >> 40) / Double(1 << 24) - 0.5
      }
    })
}

/// Points and numbers that are counted in bins, each time from the spec on.
func measureBins(of count: Int) {
  let (xs, ys) = (scattered(count, seed: 1), scattered(count, seed: 2))
  var style = HeatmapStyleSpec()
  style.bins = CellBinsSpec(x: 60, y: 40)
  var points = SeriesSpec(.heatmap(style), name: "", values: .numbers(ys))
  points.positions = .numbers(xs)
  var histogram = HistogramStyleSpec()
  histogram.bin.count = 60
  var numbers = SeriesSpec(.histogram(histogram), name: "", values: .numbers([]))
  numbers.positions = .numbers(xs)
  for (name, kind, series) in [
    ("60 × 40 bins of \(count) points", CartesianSpec.Kind.heatmap, points),
    ("60 bins of \(count) numbers", .histogram, numbers),
  ] {
    measure("\(name), from the spec on", rounds: 20) {
      draw(chart(.cartesian(CartesianSpec(kind: kind, series: [series]))))
    }
  }
}

private func boxes(_ count: Int) -> Chart {
  var series = SeriesSpec(.box(BoxStyleSpec()), name: "Values", values: .numbers(walk(count * 50)))
  series.positions = .numbers((0..<count * 50).map { Double($0 / 50) })
  return chart(.cartesian(CartesianSpec(kind: .box, series: [series])))
}

private func waterfall(_ count: Int) -> Chart {
  var spec = CartesianSpec(
    kind: .waterfall,
    series: [SeriesSpec(.waterfall(WaterfallStyleSpec()), name: "Changes", values: .numbers(walk(count)))])
  spec.x.labels = names(count)
  return chart(.cartesian(spec))
}

/// Rows of cells.
private func cells(_ side: Int) -> Chart {
  var style = HeatmapStyleSpec()
  style.rows = (0..<side).map { row in values(side, from: row) }
  return chart(
    .cartesian(CartesianSpec(kind: .heatmap, series: [SeriesSpec(.heatmap(style), name: "", values: .numbers([]))])))
}

/// Thirty parts of thirty.
private func treemap() -> Chart {
  var spec = TreemapSpec()
  spec.slices = (0..<30).map { group in
    SliceSpec(
      label: "Group \(group + 1)",
      children: values(30, from: group).enumerated().map { SliceSpec(label: "Part no. \($0 + 1)", value: $1) })
  }
  return chart(ChartSpec(spec))
}

/// A name, a chart, and how many times it is drawn.
func markCharts() -> [(String, Chart, Int)] {
  [
    ("bars, 1,000", bars(1_000), 300), ("bars, 1,000, horizontal", bars(1_000) { $0.orientation = .horizontal }, 300),
    ("bars, 100, with errors", barsWithErrors(100), 500), ("bars, 1,000, with errors", barsWithErrors(1_000), 300),
    ("candlesticks, 500", candles(500), 300), ("scatter, 1,000 points", scatter(1_000), 300),
    ("radar, 4 series of 24", chart(ChartSpec(RadarSpec(labels: names(24), series: spokes(4)))), 300),
    ("polar bars, 4 series of 24", chart(ChartSpec(PolarSpec(labels: names(24), series: spokes(4)))), 300),
    ("treemap, 900 parts", treemap(), 100), ("histogram of 10,000", histogram(10_000), 300),
    ("boxes, 100", boxes(100), 300), ("waterfall, 100", waterfall(100), 300), ("heat map, 900 cells", cells(30), 100),
    ("heat map, 250,000 cells", cells(500), 30), ("scatter, 100,000 points", scatter(100_000), 20),
  ]
}
