import ChartModel

extension CartesianChart: CountingKind {
  var countedMarks: CountedMarks? {
    guard spec.series.count == 1, let series = spec.series.first else { return nil }
    switch series.kind {
    case .histogram(let style):
      // Curves, and what weighs, need the rows themselves.
      guard style.weights == nil, style.density == nil, let edges = style.bins?.edges, edges.count > 1 else {
        return nil
      }
      return CountedMarks(edges, on: data.axis)
    case .heatmap(let style):
      guard let grid = style.grid, let cells = grid.edges, grid.countsRows else { return nil }
      return CountedMarks(cells, places: grid.places, on: data.axis, spec.valueTransform(series.axis))
    case .scatter:
      return densityGrid.map { CountedMarks($0, on: data.axis, spec.valueTransform(series.axis)) }
    case .line, .bar, .candlestick, .box, .waterfall, .bullet: return nil
    }
  }

  /// The cells in which the points of the only series are counted; `nil` if they are few enough to be drawn one by one, or say
  /// more than where they are.
  private var densityGrid: DensityGrid? {
    guard spec.series.count == 1, let series = data.series(0), !data.axis.isCategory else { return nil }
    return DensityGrid(of: series)
  }

  func showing(filtered: CountedRows?, highlighted: CountedRows?) -> any ChartKind {
    var charts = [self]
    if let grid = densityGrid {
      charts += [filtered, highlighted].compactMap { $0.map { counting($0, in: grid) } }
    } else {
      var specs = [spec] + [filtered, highlighted].compactMap { $0.map { counting($0.counts) } }
      // A colour is one number in all of them, as where rows are read.
      CartesianChart.shareChannels(&specs)
      charts = specs.map { CartesianChart($0, PlotData($0), design: nil) }
    }
    let base = charts[filtered == nil ? 0 : 1]
    return highlighted == nil ? base : base.highlighting(charts[charts.count - 1])
  }

  /// The chart of some of its points, which stay where they are.
  private func counting(_ rows: CountedRows, in grid: DensityGrid) -> CartesianChart {
    let series = data.series.map { series in
      var series = series
      series.taken = TakenPoints(rows, in: grid)
      return series
    }
    return CartesianChart(spec, PlotData(axis: data.axis, series: series, warnings: data.warnings), design: nil)
  }

  /// The spec of some of its rows.
  /// - Parameter counts: How many of them count in each mark.
  private func counting(_ counts: [Double]) -> CartesianSpec {
    var spec = spec
    guard !spec.series.isEmpty else { return spec }
    switch spec.series[0].kind {
    case .histogram(let style):
      let edges = style.bins?.edges ?? []
      let unit = BinEdges.unit(of: data.axis)
      var heights = HistogramReader.measured(counts, style, total: counts.reduce(0, +)) { bin in
        edges.indices.contains(bin + 1) ? (edges[bin + 1] - edges[bin]) / unit : 1
      }
      if spec.isLog(spec.series[0].axis) { heights = heights.map { $0 > 0 ? $0 : .nan } }
      spec.series[0].values = .numbers(heights)
    case .heatmap(var style):
      let rows = spec.series[0].values.plainNumbers
      style.colorBy?.values = .numbers(counts.map { $0 > 0 ? $0 : .nan })
      style.colorBy = style.colorBy?.drawable
      style.grid?.cellCount = counts.count { $0 > 0 }
      spec.series[0].kind = style.kind
      spec.series[0].values = .numbers(zip(rows, counts).map { $1 > 0 ? $0 : .nan })
    case .line, .bar, .scatter, .candlestick, .box, .waterfall, .bullet: break
    }
    return spec
  }
}
