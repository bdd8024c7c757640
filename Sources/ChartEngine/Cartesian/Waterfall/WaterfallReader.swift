import ChartModel
import JSONModel

/// Adds up the changes of waterfalls, from one total to the next.
///
/// A total without a value is the sum so far. One with a value is that, whatever the sum: changes go on from there, as those of
/// Excel's totals and Plotly's absolute measures do. Where it isn't the sum of what is before it, a warning says so.
enum WaterfallReader {
  /// Adds up all waterfalls of a spec whose names are numbers already.
  /// - Complexity: O(*n*) in the number of values; O(*n* log *n*) where they are out of order.
  static func fill(_ spec: inout CartesianSpec) {
    for index in spec.series.indices {
      guard case .waterfall(var style) = spec.series[index].kind else { continue }
      let names = names(of: spec.series[index], in: spec)
      var (flags, lost) = flags(style.totals, names, count: spec.series[index].values.count, at: index)
      var values = spec.series[index].values.plainNumbers
      // Those at the end may have been left out.
      if let last = flags.lastIndex(of: true), last >= values.count {
        values += [Double](repeating: .nan, count: last + 1 - values.count)
      }
      flags += [Bool](repeating: false, count: max(values.count - flags.count, 0))
      spec.series[index].values = .numbers(values)
      // In the order in which they stand, which only all series together tell.
      var alone = spec
      alone.x.scale = PlotDataReader.scale(of: spec)
      if alone.x.scale == .category { alone.x.labels = PlotDataReader.labels(of: spec) }
      alone.series = [spec.series[index]]
      let order = PlotData(alone).series(0).map { series in
        (0..<series.points.count).filter { !series.points.positions[$0].isNaN }.map(series.specIndex(of:))
      }
      (style.steps, style.warnings) = ([WaterfallStep?](repeating: nil, count: values.count), lost)
      add(&values, flags, in: order ?? [], to: &style, at: index)
      spec.series[index].values = .numbers(values)
      spec.series[index].kind = .waterfall(style)
    }
  }

  /// Adds up the values in an order, and puts the sums where totals have none.
  private static func add(
    _ values: inout [Double], _ areTotals: [Bool], in order: [Int], to style: inout WaterfallStyleSpec, at series: Int
  ) {
    var sum = RunningSum()
    var isFirst = true
    for index in order {
      let value = values[index]
      let before = sum.value
      if areTotals[index] {
        if value.isFinite {
          let isOther = abs(value - before) > 1e-9 * max(abs(value), abs(before))
          if isOther, !isFirst, style.warnings.count < 10 {
            let (own, added) = (JSON(value).text, JSON(before).text)
            style.warnings.append(
              "series[\(series)].values[\(index)]: the total is \(own), but what is before it adds up to \(added)")
          }
          sum = RunningSum(value)
        }
        values[index] = sum.value
        style.steps[index] = WaterfallStep(base: 0, sum: sum.value, isTotal: true)
      } else if value.isFinite {
        sum.add(value)
        // Beyond all doubles it stays where they end.
        if !sum.value.isFinite { sum = RunningSum(sum.value.madeFinite) }
        style.steps[index] = WaterfallStep(base: before, sum: sum.value, isTotal: false)
      } else {
        continue
      }
      isFirst = false
    }
  }

  // MARK: - Which are totals

  /// What the entries of a series are called, at which position they are.
  private static func names(of series: SeriesSpec, in spec: CartesianSpec) -> [String?] {
    // Those that nobody gave are no names.
    if spec.x.labels.isEmpty, spec.x.lastDays == nil, spec.x.values.isEmpty, series.positions == nil { return [] }
    if PlotDataReader.scale(of: spec) == .category { return PlotDataReader.labels(of: spec) }
    let positions = series.positions ?? spec.x.values
    return positions.entries.prefix(PositionAxisSpec.maximumCount).map(NameList.name(of:))
  }

  /// Whether each entry is a total, and what could not be found.
  private static func flags(
    _ totals: WaterfallTotalsSpec, _ names: [String?], count: Int, at series: Int
  ) -> (flags: [Bool], lost: [String]) {
    var (flags, lost): ([Bool], [String]) = ([], [])
    func mark(_ index: Int) {
      if index >= flags.count { flags += [Bool](repeating: false, count: index + 1 - flags.count) }
      flags[index] = true
    }
    if !totals.values.isEmpty {
      for (index, entry) in totals.values.entries.prefix(max(count, names.count)).enumerated() where entry.tellsTotal {
        mark(index)
      }
      return (flags, lost)
    }
    var wanted = totals.names
    // Where there is no file a column is none.
    if let name = totals.column { wanted.append(.text(name)) }
    guard !wanted.isEmpty else { return (flags, lost) }
    var places: [String: [Int]] = [:]
    for (index, name) in names.enumerated() { if let name { places[name, default: []].append(index) } }
    for (place, total) in wanted.enumerated() {
      let (name, index): (String, Int?) =
        switch total {
        case .text(let text): (text, nil)
        case .number(let number): (JSON(number).text, Int(exactly: number))
        }
      if let found = places[name] {
        found.forEach(mark)
      } else if let index, index >= 0, index < (names.isEmpty ? count + wanted.count : max(count, names.count)) {
        mark(index)
      } else if lost.count < 10 {
        let path = totals.column == nil ? "totals[\(place)]" : "totals"
        lost.append("series[\(series)].\(path): there is no entry '\(name.excerpt)'")
      }
    }
    return (flags, lost)
  }
}

extension ColumnSpec.Entry {
  /// Whether a column says by it that an entry is a total.
  fileprivate var tellsTotal: Bool {
    switch self {
    case .number(let number): number != 0
    case .text(let text): ["total", "subtotal", "absolute", "sum", "true", "yes"].contains(text.lowercased())
    case .missing: false
    }
  }
}
