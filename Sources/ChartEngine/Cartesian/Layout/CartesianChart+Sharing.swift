import ChartModel

/// Charts beside one another that show the same axes.
extension CartesianChart {
  /// The charts of some specs, with scales in common: colours and sizes always, axes as told.
  /// - Complexity: O(*n*) in the specs' values.
  static func sharing(_ specs: [CartesianSpec], x: Bool, y: Bool) -> [CartesianChart] {
    let all = Array(specs.indices)
    return sharing(specs, x: x ? [(all, all.count)] : [], y: y ? [all] : [])
  }

  /// The same where groups of them have axes in common.
  /// - Parameters:
  ///   - x: The indices of those that share the axis of positions, and how many of these, from the first on, decide what bins
  ///     suit them; none is in two groups.
  ///   - y: The indices of those that share the axes of values.
  static func sharing(
    _ specs: [CartesianSpec], x: [(group: [Int], leaders: Int)], y: [[Int]]
  ) -> [CartesianChart] {
    var specs = specs
    for (group, leaders) in x { specs.change(at: group) { HistogramReader.shareBins(&$0, leaders: leaders) } }
    var drawables = specs.map(\.drawable)
    var hasRows = false
    for group in y {
      let own = group.map { drawables[$0] }
      specs.change(at: group) { specs in if shareRows(&specs, as: own) { hasRows = true } }
    }
    var hasCells = false
    for (group, leaders) in x {
      let own = group.prefix(leaders).map { drawables[$0] }
      specs.change(at: group) { specs in if shareCells(&specs, of: own, along: \.x) { hasCells = true } }
    }
    for group in y {
      let own = group.map { drawables[$0] }
      specs.change(at: group) { specs in if shareCells(&specs, of: own, along: \.y) { hasCells = true } }
    }
    if hasRows || hasCells { drawables = specs.map(\.drawable) }
    shareChannels(&drawables)
    let charts = drawables.map(CartesianChart.init)
    guard !(x.isEmpty && y.isEmpty), !charts.isEmpty else { return charts }
    for (group, _) in x {
      let own = group.map { charts[$0] }
      drawables.change(at: group) { sharePositions(&$0, of: own) }
    }
    for group in y {
      let own = group.map { charts[$0] }
      drawables.change(at: group) { specs in
        shareValues(\.y, \.left, &specs, of: own)
        shareValues(\.right, \.right, &specs, of: own)
      }
    }
    // The data are in order already.
    return zip(drawables, charts).map { CartesianChart($0, $1.data, design: nil) }
  }

  /// Names along the value axes: those of all, in the order in which they occur.
  /// - Returns: Whether there are any.
  private static func shareRows(_ specs: inout [CartesianSpec], as drawables: [CartesianSpec]) -> Bool {
    var hasNames = false
    for axis in [\CartesianSpec.y, \.right] where drawables.contains(where: { $0[keyPath: axis].scale == .category }) {
      guard specs.allSatisfy({ $0[keyPath: axis].labels.isEmpty }) else { continue }
      var names = NameList()
      for drawable in drawables { for label in drawable[keyPath: axis].labels { names.add(label) } }
      for index in specs.indices { specs[index][keyPath: axis].labels = names.names }
      hasNames = true
    }
    return hasNames
  }

  /// Cells that bring numbers together: those that cover what some of the charts do.
  /// - Returns: Whether there are any.
  private static func shareCells(
    _ specs: inout [CartesianSpec], of leaders: [CartesianSpec],
    along axis: WritableKeyPath<CellDomain, CellRange?>
  ) -> Bool {
    guard specs.count > 1 else { return false }
    var areAny = false
    for series in 0..<(specs.map(\.series.count).max() ?? 0) {
      // Nor does any bring together what the others don't.
      if specs.count > leaders.count, !leaders.contains(where: { $0.binsPoints(series) }) {
        for index in specs.indices where specs[index].series.indices.contains(series) {
          guard case .heatmap(var style) = specs[index].series[series].kind, style.onlyCounts else { continue }
          style.bins = CellBinsSpec()
          style.bins?.isOn = false
          specs[index].series[series].kind = style.kind
          areAny = true
        }
        continue
      }
      let domains = leaders.compactMap { leader -> CellDomain? in
        guard leader.series.indices.contains(series), case .heatmap(let style) = leader.series[series].kind else {
          return nil
        }
        return style.grid?.domain
      }
      let extents = domains.compactMap { $0[keyPath: axis] }
      guard let first = extents.first else { continue }
      let all = CellRange(
        extents.reduce(first.ends) { $0.union($1.ends) }, areWhole: extents.allSatisfy(\.areWhole))
      for index in specs.indices where specs[index].series.indices.contains(series) {
        guard case .heatmap(var style) = specs[index].series[series].kind,
          // Where one brings points together because they lie anywhere, all do.
          var bins = style.bins ?? (style.onlyCounts ? CellBinsSpec() : nil), bins.isOn
        else { continue }
        var shared = bins.shared ?? CellDomain()
        shared[keyPath: axis] = all
        if shared.entryCount == 0 { shared.entryCount = domains.reduce(0) { $0 + $1.entryCount } }
        bins.shared = shared
        style.bins = bins
        specs[index].series[series].kind = style.kind
        areAny = true
      }
    }
    return areAny
  }

  private static func sharePositions(_ specs: inout [CartesianSpec], of charts: [CartesianChart]) {
    let extents = charts.compactMap { chart -> ClosedRange<Double>? in
      guard !chart.data.axis.isCategory, let own = extent(chart.spec, chart.data) else { return nil }
      return chart.data.series.compactMap { $0.spec.kind.markStyle.positionExtent }.reduce(own) { $0.union($1) }
    }
    guard let first = extents.first else { return }
    let all = extents.reduce(first) { $0.union($1) }
    // Of charts without entries nobody knows how far apart they are.
    let slot = charts.filter { $0.data.extent != nil }.map(\.data.slot).min()
    for index in specs.indices { (specs[index].x.sharedExtent, specs[index].x.sharedSlot) = (all, slot) }
  }

  private static func shareValues(
    _ axis: WritableKeyPath<CartesianSpec, ValueAxisSpec>,
    _ side: KeyPath<(left: ValueRange?, right: ValueRange?), ValueRange?>, _ specs: inout [CartesianSpec],
    of charts: [CartesianChart]
  ) {
    var all = ValueRange()
    for chart in charts {
      let hidden = [Bool](repeating: false, count: chart.spec.series.count)
      guard let range = chart.valueRanges(hidden: hidden, chart.standing(hidden: hidden))[keyPath: side] else {
        continue
      }
      all.add(range.extent, isFilled: range.isFilled)
    }
    guard let extent = all.extent else { return }
    for index in specs.indices {
      (specs[index][keyPath: axis].sharedExtent, specs[index][keyPath: axis].isSharedFilled) = (extent, all.isFilled)
    }
  }

  /// What colours and sizes stand for.
  static func shareChannels(_ specs: inout [CartesianSpec]) {
    let places = specs.indices.flatMap { spec in specs[spec].series.indices.map { (spec, $0) } }
    var kinds = places.map { specs[$0.0].series[$0.1].kind }
    SeriesSpec.Kind.shareChannels(&kinds)
    for (place, kind) in zip(places, kinds) { specs[place.0].series[place.1].kind = kind }
  }
}

extension CartesianSpec {
  /// Whether a series of a spec that is ready to be drawn is a heat map that brings points together in bins.
  fileprivate func binsPoints(_ index: Int) -> Bool {
    guard series.indices.contains(index), case .heatmap(let style) = series[index].kind else { return false }
    return style.grid?.isBinned ?? false
  }
}

extension [CartesianSpec] {
  /// Changes some of them together.
  fileprivate mutating func change(at indices: [Int], _ body: (inout [CartesianSpec]) -> Void) {
    var own = indices.map { self[$0] }
    body(&own)
    for (index, spec) in zip(indices, own) { self[index] = spec }
  }
}
