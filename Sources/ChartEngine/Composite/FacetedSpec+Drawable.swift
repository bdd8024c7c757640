public import ChartModel

extension FacetedSpec: DrawableSpec {
  public func engine() -> any ChartKind {
    let panels = self.panels.prefix(FacetSpec.maximumCount)
    let specs = panels.map { $0.chart.asPanel }
    let plots = specs.compactMap { $0.content as? CartesianSpec }
    var parts: [CompositeChart.Part] = []
    var plot: FacetArrangement.Plot?
    var legend: FacetArrangement.LegendMaker = { _, _, _ in (nil, false) }
    let (scales, common) = (facet.scales, self.common)
    if plots.count == specs.count, let wholePlot = whole.content as? CartesianSpec {
      let charts = CartesianChart.sharing(plots, x: scales.sharesX, y: scales.sharesY)
      parts = zip(zip(specs, charts), panels).map { part, panel in
        CompositeChart.Part(part.0, part.1, named: panel.name)
      }
      plot = FacetArrangement.Plot(wholePlot, scales)
      if let first = charts.first {
        legend = { canvas, hidden, area in first.legend(common.legend, on: canvas, hidden: hidden, in: &area) }
      }
    } else {
      parts = zip(specs, panels).map { CompositeChart.Part($0, named: $1.name) }
      if let slices = (specs.first?.content as? any SlicedSpec)?.slices {
        legend = { canvas, hidden, area in
          let items = slices.enumerated().map { index, slice in
            LegendLayout.Item(
              slice.label, color: slice.color ?? Palette.color(at: index, in: common.palette, on: canvas.surface),
              isHidden: hidden.contains(index))
          }
          let made = LegendLayout.placed(items: items, spec: common.legend, isUseful: false, in: &area)
          return (made, made == nil && common.legend.isDemanded && !items.isEmpty)
        }
      }
    }
    let arrangement = FacetArrangement(
      common: common, facet: facet, names: panels.map { ($0.row, $0.column) }, plot: plot, legend: legend)
    return CompositeChart(common: common, title: wordsOfKind, parts: parts, arrangement: arrangement)
  }

  private var wordsOfKind: String {
    if let plot = whole.content as? CartesianSpec { return plot.kind.words + " in small multiples" }
    return whole.kind.prefix(1).uppercased() + whole.kind.dropFirst() + " in small multiples"
  }
}

extension ChartSpec {
  /// The chart without what stands once, around all of them.
  fileprivate var asPanel: ChartSpec {
    var chart = self
    (chart.common.title, chart.common.subtitle, chart.common.caption) = (nil, nil, nil)
    (chart.common.legend.position, chart.common.background) = (.none, nil)
    if var plot = chart.content as? CartesianSpec {
      (plot.x.style.title, plot.y.style.title, plot.right.style.title, plot.padding) = (nil, nil, nil, nil)
      chart.content = plot
    }
    return chart
  }
}
