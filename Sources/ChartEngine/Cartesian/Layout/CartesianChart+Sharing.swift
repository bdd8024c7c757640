import ChartModel

/// Charts beside one another that show the same axes.
extension CartesianChart {
  /// The charts of some specs, with scales in common: colours and sizes always, axes as told.
  /// - Complexity: O(*n*) in the specs' values.
  static func sharing(_ specs: [CartesianSpec], x: Bool, y: Bool) -> [CartesianChart] {
    var specs = specs
    if x { HistogramReader.shareBins(&specs) }
    var drawables = specs.map(\.drawable)
    if y, shareRows(&specs, as: drawables) { drawables = specs.map(\.drawable) }
    shareChannels(&drawables)
    let charts = drawables.map(CartesianChart.init)
    guard x || y, !charts.isEmpty else { return charts }
    if x { sharePositions(&drawables, of: charts) }
    if y {
      shareValues(\.y, \.left, &drawables, of: charts)
      shareValues(\.right, \.right, &drawables, of: charts)
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
  private static func shareChannels(_ specs: inout [CartesianSpec]) {
    let count = specs.map(\.series.count).max() ?? 0
    for series in 0..<count {
      let members = specs.indices.filter { specs[$0].series.indices.contains(series) }
      let shared = SharedChannels(members.map { specs[$0].series[series].kind })
      for index in members { shared.put(into: &specs[index].series[series].kind) }
    }
  }
}

/// What the colours and sizes of entries of some charts stand for together.
private struct SharedChannels {
  private var names = NameList()
  private var colors: ClosedRange<Double>?
  private var sizes: ClosedRange<Double>?

  init(_ kinds: [SeriesSpec.Kind]) {
    for kind in kinds {
      for name in kind.colors?.names ?? [] { names.add(name) }
      colors = SharedChannels.union(colors, kind.colors?.extent)
      if case .scatter(let style) = kind { sizes = SharedChannels.union(sizes, style.size?.extent) }
    }
  }

  private static func union(_ one: ClosedRange<Double>?, _ other: ClosedRange<Double>?) -> ClosedRange<Double>? {
    guard let one, let other else { return one ?? other }
    return one.union(other)
  }

  func put(into kind: inout SeriesSpec.Kind) {
    var channel = kind.colors
    channel?.extent = colors
    if let own = channel?.names, !own.isEmpty, case .numbers(let values)? = channel?.values {
      let places = names.numbers(of: .values(own.map { .text($0) }), orTheirOwn: false).numbers
      channel?.values = .numbers(
        GrowingArray(
          values.map { value in
            Int(exactly: value).flatMap { places.indices.contains($0) ? places[$0] : nil } ?? .nan
          }))
      channel?.names = names.names
    }
    switch kind {
    case .scatter(var style):
      style.colorBy = channel
      style.size?.extent = sizes
      kind = .scatter(style)
    case .heatmap(var style):
      style.colorBy = channel
      kind = .heatmap(style)
    default: break
    }
  }
}

extension SeriesSpec.Kind {
  /// By what entries have their colours, where they have their own.
  fileprivate var colors: ColorChannelSpec? {
    switch self {
    case .scatter(let style): style.colorBy
    case .heatmap(let style): style.colorBy
    default: nil
    }
  }
}
