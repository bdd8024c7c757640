extension ChartSpec {
  /// Changes each of its plots: its own, or those of the charts that it is made of, in their order.
  package mutating func changePlots<Failure: Error>(
    _ change: (inout CartesianSpec) throws(Failure) -> Void
  ) throws(Failure) {
    switch content {
    case var plot as CartesianSpec:
      try change(&plot)
      content = plot
    case var whole as any CompositeSpec:
      var parts = whole.parts
      for index in parts.indices { try parts[index].changePlots(change) }
      whole.parts = parts
      content = whole
    default: break
    }
  }

  /// Says of each of its lines of which only some rows are held which line that is.
  /// - Parameters:
  ///   - first: The number of its first plot.
  ///   - rows: Which rows all of them have.
  package func numberingLines(fromPlot first: Int = 0, as rows: HeldLine.Rows = .all) -> ChartSpec {
    var (spec, plot) = (self, first)
    spec.changePlots { content in
      for series in content.series.indices {
        content.series[series].held?.line = HeldLine(plot: plot, series: series, rows: rows)
      }
      plot += 1
    }
    return spec
  }

  /// The same with something to say of its picture: of small multiples the first one says it.
  package func noting(_ notice: PictureNotice) -> ChartSpec {
    var spec = self
    switch content {
    case let plot as CartesianSpec where plot.series.contains { $0.held != nil }:
      spec.common.notice = notice.links ?? notice.lines
    case var faceted as FacetedSpec:
      if !faceted.panels.isEmpty { faceted.panels[0].chart = faceted.panels[0].chart.noting(notice) }
      spec.content = faceted
    case var layout as LayoutSpec:
      layout.charts = layout.charts.enumerated().map { $1.noting(notice.ofChart($0)) }
      spec.content = layout
    default: spec.common.notice = notice.links
    }
    return spec
  }

  /// How many plots it has, those of the charts that it is made of.
  package var plotCount: Int {
    content is CartesianSpec ? 1 : (content as? any CompositeSpec)?.parts.reduce(0) { $0 + $1.plotCount } ?? 0
  }
}
