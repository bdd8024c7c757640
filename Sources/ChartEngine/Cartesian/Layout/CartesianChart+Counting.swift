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
    case .line, .bar, .scatter, .candlestick, .box, .waterfall, .bullet: return nil
    }
  }

  func showing(filtered: [Double]?, highlighted: [Double]?) -> any ChartKind {
    let base = filtered.map(counting) ?? self
    return highlighted.map { base.highlighting(counting($0)) } ?? base
  }

  private func counting(_ counts: [Double]) -> CartesianChart {
    var spec = spec
    guard !spec.series.isEmpty else { return self }
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
      style.grid?.cellCount = counts.count { $0 > 0 }
      spec.series[0].kind = style.kind
      spec.series[0].values = .numbers(zip(rows, counts).map { $1 > 0 ? $0 : .nan })
    case .line, .bar, .scatter, .candlestick, .box, .waterfall, .bullet: return self
    }
    return CartesianChart(spec, PlotData(spec), design: nil)
  }
}
