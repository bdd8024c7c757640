import ChartData
import ChartEngine
import ChartModel
import ChartTransforms
import JSONModel
import OrderedCollections

/// What is selected in the charts that a chart is linked with.
struct LinkConditions: Hashable, Sendable {
  /// What leaves rows out.
  var filters: [RowSelection] = []
  /// What lets rows stand out.
  var highlights: [RowSelection] = []
  /// The charts that it is to filter, of which none has the link.
  var missing: [String] = []
}

/// What a chart shows of what is selected in those that it is linked with.
enum ShownConditions: Hashable, Sendable {
  /// Its state is that of the chart as it will be shown, but nobody has looked yet what that is.
  case unknown
  /// It got another spec, or went back to what it was, and may show something else by now.
  case stale
  /// For each of its ``SpecSource/linked`` what it shows; nothing at all where it is whole.
  case known([LinkConditions])
}

extension LinkedSource {
  /// Which rows of any table are meant by what is selected in the chart; `nil` if nothing is.
  /// - Parameters:
  ///   - chart: It, or the layout that it is in.
  ///   - spec: That of all rows.
  func selection(in chart: Chart, _ spec: ChartSpec) -> RowSelection? {
    let isSummary = data.transform.contains { !$0.keepsRows }
    guard let selection = chart.selection(ofMarks: isSummary, inChart: place) else { return nil }
    let positions = chart.positions(inChart: place)
    let terms = LinkTerms(self, whole: whole(in: spec), positions: positions)
    return RowSelection(
      selection.marks.map { marks in marks.isEmpty ? terms.nothing : marks.flatMap(terms.alternatives) },
      always: terms.hidden(selection.hidden), after: data.transform, in: zone)
  }
}

/// Puts what is selected in a chart into terms of its columns.
private struct LinkTerms {
  private typealias Condition = RowSelection.Condition

  private let data: DataSpec
  private let declared: any KindSpec
  private let whole: ChartSpec
  private let positions: PlotPositions?
  private var isTime: Bool { positions?.scale == .time }
  /// The first column of texts, where nothing says which one the names are in.
  private let firstNames: String?

  init(_ source: LinkedSource, whole: ChartSpec, positions: PlotPositions?) {
    (data, declared, self.whole) = (source.data, source.declared.content, whole)
    self.positions = positions
    firstNames =
      source.rows?.frame.columns.first { name, column in
        if case .names = column { name != source.data.value && name != source.data.color } else { false }
      }?.key
  }

  /// What a row must hold for one of the marks, or for what lies between some ends, to be made of it.
  func alternatives(_ mark: MarkSelection.Mark) -> [[RowSelection.Condition]] {
    var common: [Condition] = []
    let positionColumns = mark.x == nil ? [] : positionColumns(of: mark.series)
    if let x = mark.x, positionColumns.count == 1 {
      common.append(Condition(positionColumns[0], test(x), isTime: isTime))
    }
    for (column, label) in zip(labelColumns, mark.labels) { common.append(Condition(column, .names([label]))) }
    if let plot = declared as? CartesianSpec, let by = plot.seriesBy, let series = mark.series,
      let name = seriesName(series)
    {
      common.append(Condition(by.column, .names([name])))
    }
    if let color = mark.color, let column = colorColumn { common.append(Condition(column, test(color))) }
    if let part = mark.part { common += panel(part) }
    // An interval of several histograms is one of what any of them counts.
    if let x = mark.x, positionColumns.count > 1 {
      return positionColumns.map { common + [Condition($0, test(x), isTime: isTime)] }
    }
    guard let y = mark.y else { return [common] }
    let columns = valueColumns(of: mark.series)
    let areMoments = positions?.valuesAreMoments(ofSeries: mark.series) ?? false
    return columns.isEmpty ? [common] : columns.map { common + [Condition($0, test(y), isTime: areMoments)] }
  }

  /// What no row holds: a brush that meets no mark means none.
  var nothing: [[RowSelection.Condition]] {
    let column = positionColumns(of: nil).first ?? labelColumns.first ?? valueColumns(of: nil).first
    return column.map { [[Condition($0, .names([]))]] } ?? []
  }

  /// What a row must hold so that the legend has not hidden it.
  func hidden(_ names: Set<String>) -> [RowSelection.Condition] {
    guard !names.isEmpty else { return [] }
    if let plot = declared as? CartesianSpec {
      return plot.seriesBy.map { [Condition($0.column, .otherNames(names))] } ?? []
    }
    return labelColumns.first.map { [Condition($0, .otherNames(names))] } ?? []
  }

  private func test(_ extent: MarkSelection.Extent) -> Condition.Test {
    switch extent {
    case .names(let names): .names(names)
    case .within(let range): .within(range)
    case .below(let range): .below(range)
    }
  }

  /// The columns of the names that lead to a slice or stage.
  private var labelColumns: [String] {
    guard declared is any PartsSpec else { return [] }
    if !data.levels.isEmpty { return data.levels }
    return (data.label ?? firstNames).map { [$0] } ?? []
  }

  /// The column of the numbers that colours stand for.
  private var colorColumn: String? {
    guard let plot = declared as? CartesianSpec else { return nil }
    let styles = plot.series.map(\.kind.style) + (plot.seriesBy.map { [$0.template.kind.style] } ?? [])
    return styles.lazy.compactMap { $0 as? ScatterStyleSpec }.compactMap { $0.colorBy?.column }.first
  }

  /// The columns of what stands along the axis of positions, of a series or of all: histograms count their values there, if they
  /// have any.
  private func positionColumns(of series: Int?) -> [String] {
    guard let plot = wholePlot else { return [data.x].compactMap(\.self) }
    let counted = plot.series.indices.filter { index in
      guard series == nil || series == index, case .histogram = plot.series[index].kind else { return false }
      return !plot.series[index].values.isEmpty
    }
    guard !counted.isEmpty else { return [data.x].compactMap(\.self) }
    return OrderedSet(counted.flatMap { valueColumns(of: $0) }).elements
  }

  /// The plot of all rows, or the first of small multiples.
  private var wholePlot: CartesianSpec? {
    let chart = (whole.content as? FacetedSpec)?.panels.first?.chart ?? whole
    return chart.content as? CartesianSpec
  }

  /// The columns of the values of a series, or of all.
  private func valueColumns(of series: Int?) -> [String] {
    guard let plot = declared as? CartesianSpec else { return [] }
    if let by = plot.seriesBy { return [by.template.column ?? data.y].compactMap(\.self) }
    guard !plot.series.isEmpty else { return [data.y].compactMap(\.self) }
    let meant = series.map { plot.series.indices.contains($0) ? [plot.series[$0]] : [] } ?? plot.series
    let columns = meant.compactMap { series in
      series.column ?? (plot.series.count == 1 ? data.y : nil) ?? (series.name.isEmpty ? nil : series.name)
    }
    return OrderedSet(columns).elements
  }

  /// The name of a series that a column makes.
  private func seriesName(_ index: Int) -> String? {
    guard let plot = wholePlot, plot.series.indices.contains(index) else { return nil }
    return plot.series[index].name
  }

  private func panel(_ index: Int) -> [Condition] {
    guard let faceted = whole.content as? FacetedSpec, faceted.panels.indices.contains(index) else { return [] }
    let (facet, panel) = (faceted.facet, faceted.panels[index])
    return [(facet.row, panel.row), (facet.by ?? facet.column, panel.column)].compactMap { column, name in
      guard let column, let name else { return nil }
      return Condition(column, .names([name]))
    }
  }
}
