import ChartModel

extension BulletStyleSpec: MarkStyle {
  /// An axis that measures nothing but entries with scales of their own says nothing.
  static func prepare(_ spec: inout CartesianSpec) {
    for (side, path) in [(SeriesSpec.AxisSide.left, \CartesianSpec.y), (.right, \.right)] {
      let styles = spec.series.filter { $0.axis == side }.map(\.kind)
      guard styles.contains(where: \.hasOwnScales) else { continue }
      if spec[keyPath: path].scale == .log {
        spec.notes.append("\(side == .left ? "y" : "right").scale: rows with scales of their own are linear")
        spec[keyPath: path].scale = .linear
      }
      guard styles.allSatisfy(\.hasOwnScales) else { continue }
      spec[keyPath: path].style.isVisible = false
      (spec[keyPath: path].style.grid, spec[keyPath: path].isNice) = (nil, false)
      (spec[keyPath: path].min, spec[keyPath: path].max, spec[keyPath: path].ticks) = (nil, nil, nil)
    }
  }

  func gather(_ index: Int, in spec: inout CartesianSpec) {
    guard scales == .own else { return }
    var style = self
    let values = spec.series[index].values.plainNumbers
    style.domains = values.indices.map { entry in domain(of: values[entry], entry) }
    spec.series[index].kind = .bullet(style)
  }

  /// From where to where the scale of an entry of its own goes: to where its ranges end, or to a round number beyond.
  private func domain(of value: Double, _ entry: Int) -> ClosedRange<Double>? {
    let ends = ends(of: entry).map(\.end)
    let all = ([value, target(of: entry) ?? .nan] + ends).filter(\.isFinite)
    guard let least = all.min(), let greatest = all.max() else { return nil }
    let (lower, upper) = (min(least, 0), max(greatest, 0))
    guard lower < upper else { return 0...1 }
    let round = LinearTicks(nice: Domain(lower, upper), maxCount: 6).domain
    let end = upper == ends.last ? upper : round.upper
    let start = lower < 0 ? round.lower : 0
    return start < end && (end - start).isFinite ? start...end : lower...upper
  }

  /// What an entry is compared with; `nil` for nothing.
  func target(of entry: Int) -> Double? {
    if let same = target.same { return same.isFinite ? same : nil }
    return target.each?.number(at: entry)
  }

  /// Where the ranges of an entry end: each beyond the one before it. One that the entry doesn't have is left out, and others
  /// stay what they are.
  func ends(of entry: Int) -> [(range: Int, end: Double)] {
    var ends = self.ranges.ends
    if !ranges.lists.isEmpty { ends = ranges.lists.indices.contains(entry) ? ranges.lists[entry] : [] }
    if !ranges.columns.isEmpty { ends = ranges.columns.map { $0.number(at: entry) ?? .nan } }
    var last = -Double.infinity
    return ends.prefix(BulletRangesSpec.maximumCount).enumerated().compactMap { range, end in
      guard end.isFinite else { return nil }
      last = max(last, end)
      return (range, last)
    }
  }

  /// How many ranges there are at most.
  var rangeCount: Int {
    min(
      max(ranges.ends.count, ranges.columns.count, ranges.lists.map(\.count).max() ?? 0), BulletRangesSpec.maximumCount)
  }

  var isFilled: Bool { true }
  var isKeyEnough: Bool { true }

  func extent(
    of series: PlotSeries, _ values: ClosedRange<Double>?, _ stacks: Stacks, on transform: AxisTransform
  ) -> ClosedRange<Double>? {
    guard scales == .shared else { return 0...1 }
    var (lower, upper) = (values?.lowerBound ?? .infinity, values?.upperBound ?? -.infinity)
    for entry in 0..<series.values.count {
      for value in [target(of: entry)].compactMap(\.self) + ends(of: entry).map(\.end)
      where transform == .linear || value > 0 {
        (lower, upper) = (min(lower, value), max(upper, value))
      }
    }
    return lower <= upper ? lower...upper : nil
  }

  /// Room for what is written beyond the ends of bars.
  func room(for series: PlotSeries, in columns: BarColumns, _ words: EntryWords) -> (above: Double, below: Double) {
    var bars = BarStyleSpec()
    bars.labels = labels
    return (bars.room(for: series, in: columns, words).above, 0)
  }

  func warnings(of series: PlotSeries) -> [String] {
    let place = "series[\(series.index)]"
    var warnings = channelWarnings(of: series)
    if !ranges.lists.isEmpty, ranges.lists.count != series.values.count {
      warnings.append(
        "\(place).ranges: \(ranges.lists.count.counted("list", "lists")) for \(series.values.count.counted("value", "values"))"
      )
    }
    if !ranges.columns.isEmpty {
      let disordered = (0..<series.values.count).count { entry in
        let ends = ranges.columns.compactMap { $0.number(at: entry) }
        return zip(ends, ends.dropFirst()).contains { $0 > $1 }
      }
      if disordered > 0 {
        let entries = disordered.counted("entry", "entries")
        warnings.append("\(place).ranges: of \(entries) a range ends below the one before it")
      }
    }
    if rangeNames.count > rangeCount {
      warnings.append(
        "\(place).rangeNames: \(rangeNames.count.counted("name", "names")) for \(rangeCount.counted("range", "ranges"))"
      )
    }
    return warnings
  }

  func mark(_ series: PlotSeries, on stage: PlotStage) -> any SeriesMark { BulletMark(series, self, on: stage) }

  // MARK: - Colours

  /// What a range is painted with: tints of one hue, that of the lowest range farthest from the surface, and such that the measure
  /// stands out from it if its colour has room for that.
  func color(ofRange range: Int, among count: Int, _ color: Color, on surface: Surface) -> Color {
    let share = count > 1 ? Double(min(range, count - 1)) / Double(count - 1) : 0.6
    let least = [0.56, 0.6, 0.64, 0.68, 0.72, 0.76].first {
      color.mixed(with: surface.color, share: $0).contrast(to: color) >= Palette.leastContrast
    }
    let start = least ?? 0.76
    return color.mixed(with: surface.color, share: start + (0.9 - start) * share)
  }

  /// Nothing else tells the names of ranges.
  var needsKey: Bool { rangeCount > 0 && rangeNames.contains { !$0.isEmpty } }

  func key(_ color: Color, _ palette: [Color], on surface: Surface) -> [LegendLayout.Item] {
    let hasTarget = target.same != nil || target.each != nil
    return (hasTarget ? [LegendLayout.Item("target", color: surface.text)] : [])
      + rangeNames.prefix(rangeCount).enumerated().map {
        LegendLayout.Item($1, color: self.color(ofRange: $0, among: rangeCount, color, on: surface))
      }
  }
}

extension SeriesSpec.Kind {
  /// Whether its entries are measured by scales of their own rather than by the axis.
  fileprivate var hasOwnScales: Bool { if case .bullet(let style) = self { style.scales == .own } else { false } }
}
