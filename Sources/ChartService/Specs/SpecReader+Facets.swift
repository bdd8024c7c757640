import ChartData
import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections

extension SpecReader {
  /// The data of small multiples: those of each, and what they are called.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  func facetedData(
    of spec: any SourcedSpec, by facet: FacetSpec, _ buffers: RequestBuffers, keeping previous: HeldData
  ) throws(InvalidValue) -> HeldData {
    guard let data = spec.data else {
      throw InvalidValue("splits the rows of `data`, which is not given", at: .key("facet"))
    }
    var held = HeldData()
    let (plot, zone) = try zoned(spec, keeping: previous.zone)
    if var plot, !buffers.hasTable {
      plot.common.facet = nil
      if let found = try self.data.lines(of: plot, data, by: facet) {
        held.zone = zone
        try held.take(found, unless: self.data.isCancelled)
        return held
      }
    }
    let reader = FacetReader(data, facet, plot: plot)
    let table = try buffers.table(
      of: data, from: self, columns: reader.used, zone: plot?.x.zone ?? .utc, into: &held)
    held.zone = zone
    let facets = try reader.read(from: self.data, or: table)
    held.warnings = facets.warnings
    var names: [ColumnSpec.Entry] = []
    var part = spec
    part.common.facet = nil
    part.data = facets.data
    var kept = HeldData()
    kept.zone = zone
    for panel in facets.panels {
      var own = try part.heldData(from: self, RequestBuffers(panel.table), keeping: kept)
      own.tellMoments(facets.data, panel.table)
      if let series = facets.seriesNames { own.columns = own.columns.withSeries(series) }
      // What is said of all is said once.
      held.warnings += own.warnings.filter { !held.warnings.contains($0) }
      held.parts.append(own)
      names += [panel.row, panel.column].map { name in name.map { .text($0) } ?? .missing }
    }
    held.columns[.facets] = HeldColumn(.values(names))
    return held
  }
}

extension HeldData {
  /// Takes the rows of small multiples' lines that pictures of all of them need.
  /// - Throws: ``InvalidValue``
  fileprivate mutating func take(
    _ found: LinePanels, unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(InvalidValue) {
    warnings += found.warnings
    let rows = try HeldData.rows(of: found.panels.map(\.lines), unless: isCancelled)
    var names: [ColumnSpec.Entry] = []
    for (panel, rows) in zip(found.panels, rows) {
      var own = HeldData()
      own.zone = zone
      own.take(rows, of: panel.lines)
      warnings += own.warnings.filter { !warnings.contains($0) }
      parts.append(own)
      names += [panel.row, panel.column].map { name in name.map { .text($0) } ?? .missing }
    }
    columns[.facets] = HeldColumn(.values(GrowingArray(names)))
  }
}

extension ChartSpec {
  /// Small multiples with their data.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  func faceted(
    _ spec: any SourcedSpec, by facet: FacetSpec, with held: HeldData
  ) throws(InvalidValue) -> FacetedSpec {
    let names = held.columns[.facets]?.entries.entries ?? []
    var panels: [FacetedSpec.Panel] = []
    for (index, own) in held.parts.enumerated() {
      var part = spec
      part.common.facet = nil
      func name(_ place: Int) -> String? {
        if names.indices.contains(place), case .text(let text) = names[place] { text } else { nil }
      }
      panels.append(
        FacetedSpec.Panel(
          row: name(2 * index), column: name(2 * index + 1), chart: try ChartSpec(part).filled(with: own)))
    }
    var whole = spec
    whole.data = nil
    return FacetedSpec(ChartSpec(whole), facet: facet, panels: panels.withSameParts(spokes: facet.scales.sharesX))
  }

  /// Takes from a document what the spec needs besides columns and slices, and checks that those are there.
  /// - Throws: ``InvalidValue`` with the path inside the document's spec of what is missing.
  func complete(_ held: inout HeldData, from stored: StoredData) throws(InvalidValue) {
    guard let sourced else { return }
    guard common.facet != nil else { return try sourced.complete(&held, from: stored) }
    guard held.columns[.facets] != nil else { throw StoredData.missing("columns") }
    var part = sourced
    part.common.facet = nil
    for index in held.parts.indices {
      do throws(InvalidValue) {
        try part.complete(
          &held.parts[index], from: stored.parts.indices.contains(index) ? stored.parts[index] : StoredData())
      } catch {
        throw error.prefixed(by: .index(index)).prefixed(by: .key("parts"))
      }
    }
  }
}

extension Dictionary where Key == ColumnPlace, Value == HeldColumn {
  /// The columns of some of the series that a chart has, as columns of all of them.
  func withSeries(_ names: [String]) -> [ColumnPlace: HeldColumn] {
    guard let own = self[.seriesNames]?.entries.entries.map(\.label) else { return self }
    func place(_ series: Int) -> Int? {
      own.indices.contains(series) ? names.firstIndex(of: own[series]) : nil
    }
    var columns: [ColumnPlace: HeldColumn] = [:]
    for (key, column) in self {
      let moved: ColumnPlace?
      switch key {
      case .ownPositions(let series): moved = place(series).map(ColumnPlace.ownPositions)
      case .ownMoments(let series): moved = place(series).map(ColumnPlace.ownMoments)
      case .values(let series): moved = place(series).map(ColumnPlace.values)
      case .valueMoments(let series): moved = place(series).map(ColumnPlace.valueMoments)
      case .channel(let series, let name): moved = place(series).map { ColumnPlace.channel(series: $0, name: name) }
      case .heldRows(let series): moved = place(series).map(ColumnPlace.heldRows)
      case .positions, .moments, .seriesNames, .notes, .buffer, .facets, .row, .rowMoments, .rowNames: moved = key
      }
      if let moved { columns[moved] = column }
    }
    columns[.seriesNames] = HeldColumn(.values(names.map { .text($0) }))
    return columns
  }
}

extension [FacetedSpec.Panel] {
  /// Panels of which all have the same slices, stages or spokes in the same order, so that one colour, row or angle is one name in
  /// all of them.
  /// - Parameter spokes: Whether spokes are among these.
  fileprivate func withSameParts(spokes: Bool) -> [FacetedSpec.Panel] {
    let charts = map(\.chart).withSameSlices.withSameStages
    return zip(self, spokes ? charts.withSameSpokes : charts).map { panel, chart in
      var panel = panel
      panel.chart = chart
      return panel
    }
  }
}

extension [ChartSpec] {
  /// Funnels with the same stages, of which nobody got to those that one of them lacks.
  fileprivate var withSameStages: [ChartSpec] {
    let funnels = compactMap { $0.content as? FunnelSpec }
    let labels = OrderedSet(funnels.flatMap { $0.stages.map(\.label) }).prefix(StageSpec.maximumCount)
    // Names that occur more than once in a chart say nothing of which is which.
    guard funnels.count == count, funnels.allSatisfy({ Set($0.stages.map(\.label)).count == $0.stages.count }) else {
      return self
    }
    return funnels.map { funnel in
      var funnel = funnel
      funnel.stages = labels.map { label in
        funnel.stages.first { $0.label == label } ?? StageSpec(label: label)
      }
      return ChartSpec(funnel)
    }
  }

  /// Charts about a centre with the same spokes, of which those that one of them lacks have no values.
  fileprivate var withSameSpokes: [ChartSpec] {
    let charts = compactMap { $0.content as? any SpokedSpec }
    let labels = OrderedSet(charts.flatMap(\.labels))
    guard charts.count == count, labels.count <= RadarSpec.maximumSpokeCount,
      charts.allSatisfy({ Set($0.labels).count == $0.labels.count })
    else { return self }
    return charts.map { chart in
      var chart = chart
      let places = labels.map { chart.labels.firstIndex(of: $0) }
      for index in chart.series.indices {
        let values = chart.series[index].values.plainNumbers
        chart.series[index].values = .numbers(
          places.map { place in place.flatMap { values.indices.contains($0) ? values[$0] : nil } ?? .nan })
      }
      chart.labels = Array<String>(labels)
      return ChartSpec(chart)
    }
  }
}

extension [ChartSpec] {
  /// The charts with the same slices in the same order.
  var withSameSlices: [ChartSpec] {
    var labels: [String] = []
    var known: Set<String> = []
    for chart in self {
      for slice in (chart.content as? any SlicedSpec)?.slices ?? [] where known.insert(slice.label).inserted {
        labels.append(slice.label)
      }
    }
    guard !labels.isEmpty else { return self }
    return map { chart in
      guard var sliced = chart.content as? any SlicedSpec else { return chart }
      let own = Dictionary(grouping: sliced.slices, by: \.label)
      // Names that occur more than once in a chart stay as they are: nothing says which of them are the same.
      guard own.count == sliced.slices.count else { return chart }
      sliced.slices = labels.map { label in
        if let slice = own[label]?.first { return slice }
        var slice = SliceSpec()
        (slice.label, slice.value) = (label, 0)
        return slice
      }
      return ChartSpec(sliced)
    }
  }
}
