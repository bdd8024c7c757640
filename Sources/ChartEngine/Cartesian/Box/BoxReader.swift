import ChartModel
import JSONModel

/// Reckons the boxes of a chart out of the values at each position.
///
/// A series has the box of a position for an entry, and after it those of its values that are drawn as points.
struct BoxReader {
  private let scale: PositionAxisSpec.Scale
  private let zone: TimeZoneRules
  private var names = NameList()

  /// Puts the boxes in the place of the values.
  /// - Complexity: O(*n* log *n*) in the number of values.
  static func prepare(_ spec: inout CartesianSpec) {
    guard spec.series.contains(where: { $0.isBox }) else { return }
    var reader = BoxReader(spec)
    reader.fill(&spec)
    spec.common.format.areComputed = true
  }

  private init(_ spec: CartesianSpec) {
    let hasPositions = !spec.x.values.isEmpty || spec.series.contains { $0.isBox && $0.positions != nil }
    scale = hasPositions ? PlotDataReader.scale(of: spec) : .category
    zone = PlotDataReader.zone(of: spec.x)
    // Labels beside positions are the order of these; without, they are positions themselves.
    if hasPositions { for label in spec.x.labels { names.add(label) } }
  }

  private mutating func fill(_ spec: inout CartesianSpec) {
    let shared: ColumnSpec? =
      !spec.x.values.isEmpty
      ? spec.x.values : spec.x.labels.isEmpty ? nil : .values(spec.x.labels.map { .text($0) })
    let areUnplaced = shared == nil && !spec.series.contains { $0.positions != nil }
    var sharedPositions: [Double]?
    for index in spec.series.indices {
      guard case .box(var style) = spec.series[index].kind else { continue }
      let series = spec.series[index]
      let values = series.values.plainNumbers
      var positions: [Double]
      if let column = series.positions ?? shared {
        positions = (series.positions == nil ? sharedPositions : nil) ?? self.positions(column)
        if series.positions == nil { sharedPositions = positions }
        if let lost = column.missing(besides: series.values) { style.warnings.append("series[\(index)].x: \(lost)") }
        if positions.count != values.count {
          style.warnings.append(
            "series[\(index)]: \(positions.count.counted("position", "positions")) for \(values.count.counted("value", "values")); those without the other are left out"
          )
        }
      } else {
        // A series without positions is one box, of its own name.
        style.hasOwnSlots = areUnplaced
        let name = series.name.orNumber(ofSeries: index)
        positions = self.positions(.values([ColumnSpec.Entry](repeating: .text(name), count: values.count)))
      }
      if case .values(let entries) = series.values {
        let lost = entries.count { if case .text = $0 { true } else { false } }
        if lost > 0 {
          style.warnings.append(
            "series[\(index)].values: \(lost.counted("text is no number, and is", "texts are no numbers, and are")) left out"
          )
        }
      }
      let entries = BoxReader.entries(values, at: positions, style)
      style.boxes = entries.boxes
      spec.series[index].values = .numbers(entries.values)
      let places = GrowingArray(entries.positions)
      (spec.series[index].positions, spec.series[index].slots) =
        scale == .category ? (nil, places) : (.numbers(places), nil)
      spec.series[index].kind = style.kind
    }
    // Others that stand at the same positions keep them.
    if let shared {
      for index in spec.series.indices where !spec.series[index].isBox && spec.series[index].positions == nil {
        spec.series[index].positions = shared
      }
    }
    spec.x.scale = scale
    if scale == .category { spec.x.labels = names.names }
    (spec.x.values, spec.x.lastDays) = (.numbers([]), nil)
  }

  /// Where values stand: the numbers of slots, numbers, or moments.
  private mutating func positions(_ column: ColumnSpec) -> [Double] {
    guard scale != .category else {
      for entry in column.entries { names.add(entry) }
      return Array(names.numbers(of: column, orTheirOwn: false).numbers)
    }
    guard scale == .time else { return column.plainNumbers }
    return column.entries.map { entry in
      switch entry {
      case .number(let number): number
      case .text(let text): (try? TimeText.milliseconds(text, in: zone)) ?? .nan
      case .missing: .nan
      }
    }
  }

  /// Boxes in the order of their positions, each with its points behind it.
  private static func entries(
    _ values: [Double], at positions: [Double], _ style: BoxStyleSpec
  ) -> (values: [Double], positions: [Double], boxes: [BoxSummary?]) {
    var groups: [Double: [Double]] = [:]
    for (value, position) in zip(values, positions) where value.isFinite && position.isFinite {
      groups[position, default: []].append(value)
    }
    var entries: (values: [Double], positions: [Double], boxes: [BoxSummary?]) = ([], [], [])
    for (position, group) in groups.sorted(by: { $0.key < $1.key }) {
      let box = summary(of: group.sorted(), style.whiskers)
      let points: [Double] =
        switch style.points {
        case .none: []
        case .outliers: group.filter { $0 < box.low || $0 > box.high }
        case .all, .beside: group
        }
      entries.values += [box.median] + points
      entries.positions += [Double](repeating: position, count: 1 + points.count)
      entries.boxes += [box] + [BoxSummary?](repeating: nil, count: points.count)
    }
    return entries
  }

  /// - Parameter sorted: At least one value.
  static func summary(of sorted: [Double], _ whiskers: WhiskerSpec) -> BoxSummary {
    func quantile(_ share: Double) -> Double { Quantile.value(share, ofSorted: sorted[...]) }
    let (lower, median, upper) = (quantile(0.25), quantile(0.5), quantile(0.75))
    var (low, high) = (sorted[0], sorted[sorted.count - 1])
    switch whiskers {
    case .range: break
    case .percentiles(let first, let last): (low, high) = (quantile(first / 100), quantile(last / 100))
    case .boxHeights(let heights):
      let reach = (upper - lower) * heights
      // A whisker never ends within the box.
      low = min(sorted.first { $0 >= lower - reach } ?? lower, lower)
      high = max(sorted.last { $0 <= upper + reach } ?? upper, upper)
    }
    let count = Double(sorted.count)
    let mean = sorted.reduce(0) { $0 + $1 / count }
    return BoxSummary(
      count: sorted.count, low: low, lower: lower, median: median, upper: upper, high: high, mean: mean)
  }
}

extension SeriesSpec {
  fileprivate var isBox: Bool { if case .box = kind { true } else { false } }
}
