import ChartModel
import JSONModel

/// Counts the entries of all histograms of a chart in the same bins, so that what is drawn is a bar for each bin.
struct HistogramReader {
  private let axis: PlotAxis
  /// The histograms by their places in the spec, with what is counted.
  private var entries: [(place: Int, style: HistogramStyleSpec, column: ColumnSpec)] = []

  /// Puts the bins in the place of what is counted.
  /// - Complexity: O(*n*) in the number of entries.
  static func prepare(_ spec: inout CartesianSpec) {
    guard spec.series.contains(where: { if case .histogram = $0.kind { true } else { false } }) else { return }
    let reader = HistogramReader(spec)
    reader.formatPositions(of: &spec)
    reader.fill(&spec)
    spec.common.format.areComputed = true
  }

  /// Lets the author's numbers be those that are counted, which lie along the positions: heights only say how many there are.
  ///
  /// Of percent alone nobody knows whether the shares that heights are measured in are not meant, which have their sign already.
  private func formatPositions(of spec: inout CartesianSpec) {
    switch axis {
    case .category, .time: return
    case .linear, .log: break
    }
    let (styles, format) = (entries.map(\.style), spec.common.format)
    guard styles.count == spec.series.count,
      format.style != .percent || styles.contains(where: { $0.measure != .percent })
    else { return }
    if spec.x.format == nil, format != format.ofCounts(areWhole: true) { spec.x.format = format }
    spec.common.format = format.ofCounts(areWhole: styles.allSatisfy { $0.measure == .count && $0.weights == nil })
  }

  /// Lets several charts count in the same bins, those that suit the entries of the first ones together.
  /// - Parameter leaders: How many these are.
  /// - Complexity: O(*n*) in the number of entries.
  static func shareBins(_ specs: inout [CartesianSpec], leaders: Int) {
    let readers = specs.map { HistogramReader($0) }
    shareNames(&specs, of: readers)
    let own = readers.prefix(leaders).filter { reader in
      reader.entries.contains { !$0.column.isEmpty } && !reader.axis.isCategory
    }
    guard let axis = own.first?.axis, own.allSatisfy({ $0.axis == axis }) else { return }
    let all = own.flatMap(\.entries)
    let bin = all.lazy.map(\.style.bin).first { $0 != HistogramBinSpec() } ?? HistogramBinSpec()
    let columns = own.flatMap { reader in reader.entries.map { reader.coordinates(of: $0.column).numbers } }
    let bins = BinEdges(bin, of: columns, on: axis)
    guard bins.edges.count > 1 else { return }
    if let warning = bins.warning, let index = readers.firstIndex(where: { !$0.entries.isEmpty }) {
      specs[index].notes.append("series[\(readers[index].entries[0].place)].bin: \(warning)")
    }
    var shared = HistogramBinSpec()
    shared.edges = bins.edges.map(axis.transform.value)
    shared.areWholeNumbers = bins.areWholeNumbers
    for (index, reader) in readers.enumerated() {
      for entry in reader.entries {
        var style = entry.style
        style.bin = shared
        specs[index].series[entry.place].kind = style.kind
      }
      // A chart without entries has nothing that would tell what its axis is.
      if specs[index].x.scale == nil { specs[index].x.scale = axis.scale }
    }
  }

  /// The same of names, in the order in which they occur in the charts.
  private static func shareNames(_ specs: inout [CartesianSpec], of readers: [HistogramReader]) {
    let own = readers.indices.filter { readers[$0].axis.isCategory }
    guard own.count > 1 else { return }
    var names = NameList()
    for index in own { for name in readers[index].names { names.add(name) } }
    for index in own {
      for entry in readers[index].entries {
        var style = entry.style
        style.bin.names = names.names
        specs[index].series[entry.place].kind = style.kind
      }
    }
  }

  /// The names that are counted.
  private var names: [String] {
    var names = NameList()
    for entry in entries {
      for value in entry.column.entries { names.add(value) }
    }
    return names.names
  }

  private init(_ spec: CartesianSpec) {
    let shared: ColumnSpec = spec.x.values.isEmpty ? .values(spec.x.labels.map { .text($0) }) : spec.x.values
    for (place, series) in spec.series.enumerated() {
      guard case .histogram(let style) = series.kind else { continue }
      entries.append((place, style, series.values.isEmpty ? series.positions ?? shared : series.values))
    }
    // What is counted says what kind of axis it is, as positions do.
    var probe = spec
    for (place, _, column) in entries { probe.series[place].positions = column }
    (probe.x.values, probe.x.labels) = (.numbers([]), [])
    let hasEntries = entries.contains { !$0.column.isEmpty }
    switch spec.x.scale ?? (hasEntries ? PlotDataReader.scale(of: probe) : .linear) {
    case .category: axis = .category([])
    case .linear:
      // Texts that are neither moments nor numbers are names.
      let hasNames = entries.contains {
        if case .values(let values) = $0.column { values.contains(where: \.isText) } else { false }
      }
      axis = hasNames && spec.x.scale == nil ? .category([]) : .linear
    case .log: axis = .log
    case .time: axis = .time(PlotDataReader.zone(of: spec.x))
    }
  }

  private func fill(_ spec: inout CartesianSpec) {
    let areAll = entries.count == spec.series.count
    if case .category = axis {
      fillNames(&spec)
    } else {
      let columns = entries.map { coordinates(of: $0.column) }
      let bin = entries.lazy.map(\.style.bin).first { $0 != HistogramBinSpec() } ?? HistogramBinSpec()
      let bins = BinEdges(bin, of: columns.map(\.numbers), on: axis)
      for (entry, column) in zip(entries, columns) {
        var style = entry.style
        var counted = CountedBins()
        (counted.edges, counted.areWholeNumbers) = (bins.edges, bins.areWholeNumbers)
        counted.warnings = warnings(entry, lost: column.lost, bins, joint: bin)
        let weights = style.weights?.values.plainColumn
        var heights = bins.counts(of: column.numbers, weights: weights)
        let total = heights.reduce(0, +)
        if let curve = style.density {
          counted.curve = self.curve(curve, style, column.numbers, weights, bins, total: total)
          if counted.curve.isEmpty, total > 0 {
            counted.warnings.append(
              "series[\(entry.place)].density: there is no curve of values that are all the same; give a bandwidth")
          }
        }
        heights = HistogramReader.measured(heights, style, total: total) { bins.width(of: $0, on: axis) }
        if spec.isLog(spec.series[entry.place].axis) { heights = heights.map { $0 > 0 ? $0 : .nan } }
        style.bins = counted
        spec.series[entry.place].values = .numbers(heights)
        spec.series[entry.place].positions = .numbers(
          zip(bins.edges, bins.edges.dropFirst()).map { axis.transform.value(of: $0 / 2 + $1 / 2) })
        spec.series[entry.place].kind = style.kind
      }
      spec.x.scale = axis.scale
    }
    if areAll, !axis.isCategory { (spec.x.values, spec.x.labels, spec.x.lastDays) = (.numbers([]), [], nil) }
    countInWholes(&spec)
    spec.measureInPercent(entries.filter { $0.style.measure == .percent }.map(\.place))
  }

  /// Of few entries none is half counted: axes of small counts have no ticks between whole numbers.
  private func countInWholes(_ spec: inout CartesianSpec) {
    // Shares, and how far from the middle of a stream something is, are no counts.
    guard spec.stacking == nil || spec.stacking == .sum else { return }
    for (side, path) in [(SeriesSpec.AxisSide.left, \CartesianSpec.y), (.right, \.right)] {
      let own = entries.filter { spec.series[$0.place].axis == side }
      guard !own.isEmpty, own.count == spec.series.count(where: { $0.axis == side }), spec[keyPath: path].step == nil,
        spec[keyPath: path].ticks == nil, spec[keyPath: path].scale == .linear,
        own.allSatisfy({ $0.style.measure == .count && $0.style.weights == nil })
      else { continue }
      let highest = own.map { spec.series[$0.place].values.plainNumbers.max() ?? 0 }
      let greatest = spec.stacking == nil ? highest.max() ?? 0 : highest.reduce(0, +)
      if greatest < 5 { spec[keyPath: path].step = 1 }
    }
  }

  // MARK: - Names

  /// Names are bins themselves, in the order in which they occur first.
  private func fillNames(_ spec: inout CartesianSpec) {
    var names = NameList()
    for name in entries.first?.style.bin.names ?? [] { names.add(name) }
    for entry in entries { for value in entry.column.entries { names.add(value) } }
    let counts = entries.map { entry -> [Double] in
      var heights = [Double](repeating: 0, count: names.names.count)
      let weights = entry.style.weights?.values.plainColumn
      for (index, place) in names.numbers(of: entry.column, orTheirOwn: false).numbers.enumerated() {
        guard let place = Int(exactly: place), let weight = BinEdges.weight(weights, index) else { continue }
        heights[place] += weight
      }
      return heights
    }
    if names.leftOut > 0 {
      spec.notes.append("x: \(names.leftOut.counted("name is", "names are")) too many, and not counted")
    }
    for (entry, heights) in zip(entries, counts) {
      var style = entry.style
      let heights = HistogramReader.measured(heights, style, total: heights.reduce(0, +)) { _ in 1 }
      var counted = CountedBins()
      if let warning = HistogramReader.weightWarning(style, at: "series[\(entry.place)]") {
        counted.warnings.append(warning)
      }
      if style.density != nil {
        counted.warnings.append("series[\(entry.place)].density: names have no density curve")
        style.density = nil
      }
      style.bins = counted
      spec.series[entry.place].values = .numbers(heights)
      spec.series[entry.place].positions = nil
      spec.series[entry.place].kind = style.kind
    }
    spec.x.labels = names.names
    (spec.x.values, spec.x.scale, spec.x.lastDays) = (.numbers([]), .category, nil)
  }

  // MARK: - Numbers

  /// A column as coordinates of the axis, NaN for what has none, and how many entries these are.
  private func coordinates(of column: ColumnSpec) -> (numbers: GrowingArray<Double>, lost: Int) {
    var lost = 0
    func coordinate(_ number: Double) -> Double {
      let coordinate = axis.transform.coordinate(of: number)
      if !coordinate.isFinite, !number.isNaN { lost += 1 }
      return coordinate
    }
    switch column {
    case .numbers(let numbers):
      guard axis == .log else {
        lost = numbers.count { $0.isInfinite }
        return (numbers, lost)
      }
      return (GrowingArray(numbers.map(coordinate)), lost)
    case .values(let entries):
      let zone = if case .time(let zone) = axis { zone } else { TimeZoneRules?.none }
      let numbers = entries.map { entry -> Double in
        switch entry {
        case .missing: return .nan
        case .number(let number): return coordinate(number)
        case .text(let text):
          if let zone, let moment = try? TimeText.milliseconds(text, in: zone) { return moment }
          lost += 1
          return .nan
        }
      }
      return (GrowingArray(numbers), lost)
    case .buffer: return ([], 0)
    }
  }

  private func warnings(
    _ entry: (place: Int, style: HistogramStyleSpec, column: ColumnSpec), lost: Int, _ bins: BinEdges,
    joint: HistogramBinSpec
  ) -> [String] {
    var warnings: [String] = []
    let place = "series[\(entry.place)]"
    if lost > 0 {
      let isOne = lost == 1
      let kind = (axis.isTime ? "moment" : "number") + (isOne ? "" : "s")
      let what =
        axis == .log ? "\(isOne ? "has" : "have") no place on a log axis" : "\(isOne ? "is" : "are") no \(kind)"
      warnings.append(
        "\(place): \(lost) of \(entry.column.count.counted("entry", "entries")) \(what), and \(isOne ? "is" : "are") not counted"
      )
    }
    if let warning = HistogramReader.weightWarning(entry.style, at: place) { warnings.append(warning) }
    if let weights = entry.style.weights?.values.count, weights != entry.column.count {
      warnings.append(
        "\(place).weights: \(weights) for \(entry.column.count.counted("entry", "entries")); those without are not counted"
      )
    }
    if entry.style.bin != HistogramBinSpec(), entry.style.bin != joint {
      warnings.append("\(place).bin: all histograms of a chart have the bins of the first one that says so")
    }
    if entry.place == entries.first?.place, let warning = bins.warning { warnings.append("\(place).bin: \(warning)") }
    return warnings
  }

  /// What counts less than nothing takes away from what others count.
  private static func weightWarning(_ style: HistogramStyleSpec, at place: String) -> String? {
    let negative = style.weights?.values.plainColumn.count { $0 < 0 } ?? 0
    guard negative > 0 else { return nil }
    return "\(place).weights: \(negative.counted("weight is", "weights are")) below 0, and "
      + "\(negative == 1 ? "takes" : "take") away from what others count"
  }

  /// Counts as what is to be shown.
  static func measured(
    _ counts: [Double], _ style: HistogramStyleSpec, total: Double, width: (Int) -> Double
  ) -> [Double] {
    var heights = counts
    if style.isCumulative {
      var sum = 0.0
      heights = heights.map { height in
        sum += height
        return sum
      }
    }
    guard style.measure != .count else { return heights }
    guard total > 0 else { return heights.map { _ in 0 } }
    if style.measure == .percent || style.isCumulative {
      return heights.map { $0 / total * (style.measure == .percent ? 100 : 1) }
    }
    return heights.enumerated().map { index, height in
      let width = width(index)
      return width > 0 ? (height / total / width).madeFinite : 0
    }
  }

  /// The density curve in the measure of the bars.
  private func curve(
    _ spec: DensityCurveSpec, _ style: HistogramStyleSpec, _ numbers: GrowingArray<Double>,
    _ weights: GrowingArray<Double>?, _ bins: BinEdges, total: Double
  ) -> [Point] {
    guard let first = bins.edges.first, let last = bins.edges.last, first < last, total > 0 else { return [] }
    let unit = BinEdges.unit(of: axis)
    let bandwidth = spec.bandwidth.map { $0 * unit }
    var points = DensityCurve(of: numbers, weights: weights, bandwidth: bandwidth, in: first...last).points
    if style.isCumulative {
      var sum = 0.0
      for index in points.indices.dropFirst() {
        let before = points[index - 1]
        sum += (points[index].x - before.x) * points[index].y
        points[index] = Point(x: points[index].x, y: sum)
      }
      if !points.isEmpty { points[0] = Point(x: points[0].x, y: 0) }
    }
    let width = style.isCumulative ? 1 : (last - first) / Double(bins.edges.count - 1)
    let scale =
      switch style.measure {
      case .count: total * width
      case .percent: 100 * width
      case .density: style.isCumulative ? 1 : unit
      }
    return points.map { Point(x: $0.x, y: ($0.y * scale).madeFinite) }
  }
}

extension ColumnSpec.Entry {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}

extension ColumnSpec {
  /// As numbers alone, NaN for what is none.
  fileprivate var plainColumn: GrowingArray<Double> {
    if case .numbers(let numbers) = self { numbers } else { GrowingArray(plainNumbers) }
  }
}

extension PlotAxis {
  fileprivate var isTime: Bool { if case .time = self { true } else { false } }
}
