import ChartModel

/// What the engine asks of a series' style before there is a place for its mark, and the mark itself: each type of series
/// answers in its own folder.
protocol MarkStyle: SeriesStyle {
  /// The style, whose numbers are within the bounds that its schema sets, as it is drawn.
  var drawable: Self { get }
  /// The colour that the legend knows a series by, where it is painted in others than its own; `nil` for its own.
  func legendColor(on surface: Surface) -> Color?
  /// The names that its entries have colours by, for the legend.
  func key(_ palette: [Color], on surface: Surface) -> [(label: String, color: Color)]
  /// What stands for the series in the legend, in its colour.
  var legendSymbol: LegendSymbol { get }
  /// What the legend says of entries whose colours or sizes stand for numbers.
  /// - Parameters:
  ///   - color: The series' own.
  ///   - name: What to call the numbers if they have no title; empty where there is only one series.
  func legendScales(color: Color, name: String, surface: Surface, format: FormatSpec) -> [LegendScale]
  /// Whether the keys explain all colours, so that the only series of a chart needs no entry in the legend.
  var isKeyEnough: Bool { get }
  /// Whether what it draws is filled from 0, so that the axis has to show 0.
  var isFilled: Bool { get }
  /// What the value axis must show of a series, as values.
  /// - Parameter values: From the least to the greatest value of the series; `nil` without any.
  func extent(
    of series: PlotSeries, _ values: ClosedRange<Double>?, _ stacks: Stacks, on transform: AxisTransform
  ) -> ClosedRange<Double>?
  /// The free room that it needs beyond the greatest and the least value, in px.
  /// - Parameter columns: About how wide bars are.
  func room(for series: PlotSeries, in columns: BarColumns, _ words: EntryWords) -> (above: Double, below: Double)
  /// How far beyond its place an entry may be drawn to all sides, in px, such that it should not be cut where the plot ends.
  var reach: Double { get }
  /// How much of the positions' extent is to be free at each end, as a share of it, unless the author says otherwise.
  var positionMargin: Double { get }
  /// What of a series can't be done, whatever the state.
  func warnings(of series: PlotSeries) -> [String]
  /// Whether nothing but the style, and the least and the greatest value, decides what there is to warn of, here and in the
  /// mark: then a point more between these needs no layout to tell.
  var warnsByExtent: Bool { get }
  /// The series on a stage.
  func mark(_ series: PlotSeries, on stage: PlotStage) -> any SeriesMark
}

extension MarkStyle {
  var drawable: Self { self }
  func legendColor(on surface: Surface) -> Color? { nil }
  var isFilled: Bool { false }
  func key(_ palette: [Color], on surface: Surface) -> [(label: String, color: Color)] { [] }
  var legendSymbol: LegendSymbol { .swatch }
  func legendScales(color: Color, name: String, surface: Surface, format: FormatSpec) -> [LegendScale] { [] }
  var isKeyEnough: Bool { false }
  var reach: Double { 0 }
  var positionMargin: Double { 0 }
  func extent(
    of series: PlotSeries, _ values: ClosedRange<Double>?, _ stacks: Stacks, on transform: AxisTransform
  ) -> ClosedRange<Double>? { values }
  func room(for series: PlotSeries, in columns: BarColumns, _ words: EntryWords) -> (above: Double, below: Double) {
    (0, 0)
  }
  func warnings(of series: PlotSeries) -> [String] { channelWarnings(of: series) }
  var warnsByExtent: Bool { false }

  /// Which columns are empty, or shorter or longer than the values.
  func channelWarnings(of series: PlotSeries) -> [String] {
    channels.flatMap { channelWarnings($0, of: series) }
  }

  func channelWarnings(_ channel: SeriesChannel, of series: PlotSeries) -> [String] {
    let (place, count) = ("series[\(series.index)].\(channel.name)", series.values.count)
    if channel.values.isEmpty { return ["\(place): there are no values in it"] }
    guard channel.values.count != count else { return [] }
    return ["\(place): \(channel.values.count) for \(count) values; entries without look like all others"]
  }
}

// MARK: - The registry

extension SeriesSpec.Kind {
  /// The engine's side of the style: a line for each type of series.
  var markStyle: any MarkStyle {
    switch self {
    case .line(let style): style
    case .bar(let style): style
    case .scatter(let style): style
    case .candlestick(let style): style
    }
  }
}
