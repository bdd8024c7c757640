public import ChartModel

extension FacetedSpec: DrawableSpec {
  public func engine() -> any ChartKind { engine { _ in (nil, nil) } }

  /// - Parameter shown: Of a panel the charts of those rows that are left, and that stand out.
  func engine(
    _ shown: (Panel) -> (filtered: ChartSpec?, highlighted: ChartSpec?)
  ) -> any ChartKind {
    let panels = self.panels.prefix(FacetSpec.maximumCount)
    let (scales, common) = (facet.scales, self.common)
    let specs = panels.map { $0.chart.asPanel(of: common) }
    let plots = specs.compactMap { $0.content as? CartesianSpec }
    var parts: [CompositeChart.Part] = []
    var plot: FacetArrangement.Plot?
    var legend: FacetArrangement.LegendMaker = { _, _, _ in (nil, []) }
    if plots.count == specs.count, let wholePlot = whole.content as? CartesianSpec {
      let all = [Array(plots.indices)]
      let each = plots.indices.map { [$0] }
      let shown = panels.map(shown)
      let areWhole = shown.allSatisfy { $0.filtered == nil && $0.highlighted == nil }
      let charts =
        areWhole
        ? CartesianChart.sharing(plots, x: scales.sharesX, y: scales.sharesY)
        : CartesianChart.linked(
          zip(plots, shown).map { plot, shown in
            PlotParts(
              plot, shown.filtered?.asPanel(of: common).content as? CartesianSpec,
              shown.highlighted?.asPanel(of: common).content as? CartesianSpec)
          }, x: scales.sharesX ? all : each, y: scales.sharesY ? all : each)
      parts = zip(zip(specs, charts), panels).map { part, panel in
        CompositeChart.Part(part.0, part.1, named: panel.name)
      }
      plot = FacetArrangement.Plot(wholePlot, scales)
      if let first = charts.first {
        legend = { canvas, hidden, area in first.legend(common.legend, on: canvas, hidden: hidden, in: &area) }
      }
    } else {
      let extent = scales.sharesY ? ChartSpec.spokeExtent(of: specs) : nil
      parts = zip(specs, panels).map { spec, panel in
        let shown = shown(panel)
        let engine = spec.sharingSpokes(extent).engine(
          filtered: shown.filtered?.asPanel(of: common).sharingSpokes(extent),
          highlighted: shown.highlighted?.asPanel(of: common).sharingSpokes(extent))
        return CompositeChart.Part(spec, engine, named: panel.name)
      }
      if let series = (specs.first?.content as? any SpokedSpec)?.series {
        let isUseful = series.count > 1 && series.contains { !$0.name.isEmpty }
        legend = entries(series.map { ($0.name, $0.color) }, isUseful: isUseful)
      }
      if let slices = (specs.first?.content as? any SlicedSpec)?.slices {
        legend = entries(slices.map { ($0.label, $0.color) }, isUseful: false)
      }
    }
    let arrangement = FacetArrangement(
      common: common, facet: facet, names: panels.map { ($0.row, $0.column) }, plot: plot, legend: legend)
    return CompositeChart(common: common, title: wordsOfKind, parts: parts, arrangement: arrangement)
  }

  /// A legend of entries by their names, with their own colours or those of the palette.
  /// - Parameter isUseful: Whether there is one if nobody has asked for it.
  private func entries(
    _ entries: [(name: String, color: Color?)], isUseful: Bool
  ) -> FacetArrangement.LegendMaker {
    let common = common
    return { canvas, hidden, area in
      let items = entries.enumerated().map { index, entry in
        LegendLayout.Item(
          entry.name, color: entry.color ?? Palette.color(at: index, in: common.palette, on: canvas.surface),
          isHidden: hidden.contains(index))
      }
      let made = LegendLayout.placed(
        items: items, spec: common.legend, typeface: canvas.typeface, isUseful: isUseful, in: &area)
      return (
        made,
        LegendLayout.warnings(
          made, common.legend, inSmall: canvas.isSmall, isUseful: isUseful, isEmpty: items.isEmpty)
      )
    }
  }

  private var wordsOfKind: String {
    if let plot = whole.content as? CartesianSpec { return plot.kind.words + " in small multiples" }
    return whole.kind.prefix(1).uppercased() + whole.kind.dropFirst() + " in small multiples"
  }
}

extension ChartSpec {
  /// The chart without what stands once, around all of them, and with the looks that the whole has got from a layout.
  fileprivate func asPanel(of whole: CommonSpec) -> ChartSpec {
    var chart = self
    (chart.common.font, chart.common.palette) = (whole.font, whole.palette)
    (chart.common.title, chart.common.subtitle, chart.common.caption) = (nil, nil, nil)
    (chart.common.legend.position, chart.common.background) = (.none, nil)
    if var plot = chart.content as? CartesianSpec {
      (plot.x.style.title, plot.y.style.title, plot.right.style.title, plot.padding) = (nil, nil, nil, nil)
      chart.content = plot
    }
    return chart
  }
}

// MARK: - Rows that are selected elsewhere

extension FacetedSpec: LinkedSpec {
  func engine(filtered: FacetedSpec?, highlighted: FacetedSpec?) -> any ChartKind {
    engine { panel in (filtered.map { $0.chart(like: panel) }, highlighted.map { $0.chart(like: panel) }) }
  }

  /// The chart of the panel of the same names; the panel's without data where there is none, since none of its rows are there.
  private func chart(like panel: Panel) -> ChartSpec {
    panels.first { $0.row == panel.row && $0.column == panel.column }?.chart ?? panel.chart.withoutData
  }
}

extension ChartSpec {
  fileprivate var withoutData: ChartSpec {
    var chart = self
    if var plot = content as? CartesianSpec {
      for index in plot.series.indices {
        plot.series[index].values = .numbers([])
        if plot.series[index].positions != nil { plot.series[index].positions = .numbers([]) }
        for channel in plot.series[index].kind.style.channels {
          plot.series[index].fill(channel: channel.name, with: .numbers([]))
        }
      }
      if plot.series.allSatisfy({ $0.kind.style.summarizes }) { plot.x.values = .numbers([]) }
      chart.content = plot
    } else if var sliced = content as? any SlicedSpec {
      for index in sliced.slices.indices { (sliced.slices[index].value, sliced.slices[index].children) = (0, []) }
      chart = ChartSpec(sliced)
    } else if var spoked = content as? any SpokedSpec {
      for index in spoked.series.indices { spoked.series[index].values = .numbers([]) }
      chart = ChartSpec(spoked)
    } else if var funnel = content as? FunnelSpec {
      for index in funnel.stages.indices { funnel.stages[index].value = 0 }
      chart = ChartSpec(funnel)
    }
    return chart
  }
}
