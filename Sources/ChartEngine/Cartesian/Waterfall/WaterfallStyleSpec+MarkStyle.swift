import ChartModel

extension WaterfallStyleSpec: MarkStyle {
  func gather(_ index: Int, in spec: inout CartesianSpec) {
    // The first one does it for all.
    guard spec.series.firstIndex(where: { if case .waterfall = $0.kind { true } else { false } }) == index else {
      return
    }
    WaterfallReader.fill(&spec)
  }

  var isFilled: Bool { true }
  var isKeyEnough: Bool { true }

  func extent(
    of series: PlotSeries, _ values: ClosedRange<Double>?, _ stacks: Stacks, on transform: AxisTransform
  ) -> ClosedRange<Double>? { stacks.extent(of: series.index) ?? values }

  func spans(of series: PlotSeries) -> [Stacks.Span]? {
    (0..<series.points.count).map { point in
      step(series.specIndex(of: point)).map { Stacks.Span(base: $0.base, end: $0.sum) }
        ?? Stacks.Span(base: .nan, end: .nan)
    }
  }

  /// What came of adding up to an entry; `nil` for a gap.
  func step(_ index: Int) -> WaterfallStep? { steps.indices.contains(index) ? steps[index] : nil }

  /// Room for what is written beyond the ends of bars.
  func room(for series: PlotSeries, in columns: BarColumns, _ words: EntryWords) -> (above: Double, below: Double) {
    guard labels.position == .above else { return (0, 0) }
    let sums = try? PointColumns(
      series.points.positions,
      ValueColumn((0..<series.points.count).map { step(series.specIndex(of: $0))?.sum ?? .nan }))
    let series = PlotSeries(
      index: series.index, spec: series.spec, points: sums ?? series.points, values: series.values,
      order: series.order)
    return bars(on: nil).room(for: series, in: columns, words)
  }

  func warnings(of series: PlotSeries) -> [String] {
    warnings + (totals.values.isEmpty ? [] : channelWarnings(of: series))
  }

  func mark(_ series: PlotSeries, on stage: PlotStage) -> any SeriesMark { WaterfallMark(series, self, on: stage) }

  // MARK: - Colours

  /// What an entry of a waterfall is.
  enum Sort: String, CaseIterable {
    case rising, falling, total
  }

  func sort(of step: WaterfallStep) -> Sort { step.isTotal ? .total : step.sum < step.base ? .falling : .rising }

  func color(of sort: Sort, _ palette: [Color], on surface: Surface) -> Color {
    switch sort {
    case .rising: rising ?? Palette.color(at: 0, in: palette, on: surface)
    case .falling: falling ?? Palette.color(at: 1, in: palette, on: surface)
    // The last of the standard ones is grey.
    case .total: total ?? Palette.color(at: palette.isEmpty ? 6 : 2, in: palette, on: surface)
    }
  }

  func legendColor(_ palette: [Color], on surface: Surface) -> Color? { color(of: .rising, palette, on: surface) }

  func key(_ color: Color, _ palette: [Color], on surface: Surface) -> [LegendLayout.Item] {
    let there = Set(steps.lazy.compactMap(\.self).map(sort))
    return Sort.allCases.filter(there.contains).map {
      LegendLayout.Item($0.rawValue, color: self.color(of: $0, palette, on: surface))
    }
  }

  /// How its bars look: each in the colour of what it is.
  func bars(on stage: PlotStage?) -> BarStyleSpec {
    var bars = BarStyleSpec()
    (bars.labels, bars.highlighted, bars.shape, bars.opacity) = (labels, highlighted, shape, opacity)
    if let stage {
      let colors = Dictionary(
        uniqueKeysWithValues: Sort.allCases.map { ($0, color(of: $0, stage.palette, on: stage.canvas.surface)) })
      bars.colors = steps.map { colors[$0.map(sort) ?? .rising] ?? .black }
    }
    return bars
  }
}
