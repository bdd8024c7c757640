import ChartModel

/// What the engine asks of a series' style before there is a place for its mark, and the mark itself: each type of series
/// answers in its own folder.
protocol MarkStyle: SeriesStyle {
  /// The style, whose numbers are within the bounds that its schema sets, as it is drawn.
  var drawable: Self { get }
  /// The style in a picture of a size: in small ones what has room in larger ones may be smaller.
  func fitted(to size: Size) -> Self
  /// Makes what is drawn out of what was given, for all series of the style at once: bins out of values.
  static func prepare(_ spec: inout CartesianSpec)
  /// Says where the entries of a series lie whose places the author doesn't give one by one, before names become numbers.
  func place(_ index: Int, in spec: inout CartesianSpec)
  /// Makes a series' entries of what the author gives, once names are numbers.
  func gather(_ index: Int, in spec: inout CartesianSpec)
  /// The colour that the legend knows a series by, where it is painted in others than its own; `nil` for its own.
  func legendColor(_ palette: [Color], on surface: Surface) -> Color?
  /// The names that its entries have colours by, for the legend.
  /// - Parameter color: The series' own.
  func key(_ color: Color, _ palette: [Color], on surface: Surface) -> [LegendLayout.Item]
  /// Whether nothing but the key says what its colours mean, so that there is one unless the author doesn't want it.
  var needsKey: Bool { get }
  /// What stands for the series in the legend, in its colour.
  var legendSymbol: LegendSymbol { get }
  /// What the legend says of entries whose colours or sizes stand for numbers.
  /// - Parameters:
  ///   - color: The series' own.
  ///   - name: What to call the numbers if they have no title; empty where there is only one series.
  func legendScales(color: Color, name: String, surface: Surface, format: FormatSpec) -> [LegendScale]
  /// What its entries have their colours by, where each has one of its own; `nil` where none has.
  var colorChannel: ColorChannelSpec? { get }
  /// Whether the keys explain all colours, so that the only series of a chart needs no entry in the legend.
  var isKeyEnough: Bool { get }
  /// Whether what it draws is filled from 0, so that the axis has to show 0.
  var isFilled: Bool { get }
  /// What the value axis must show of a series, as values.
  /// - Parameter values: From the least to the greatest value of the series; `nil` without any.
  func extent(
    of series: PlotSeries, _ values: ClosedRange<Double>?, _ stacks: Stacks, on transform: AxisTransform
  ) -> ClosedRange<Double>?
  /// From where to where each entry of a series reaches, where it stands neither on 0 nor on those of others; `nil` where it
  /// does.
  func spans(of series: PlotSeries) -> [Stacks.Span]?
  /// The free room that it needs beyond the greatest and the least value, in px.
  /// - Parameter columns: About how wide bars are.
  func room(for series: PlotSeries, in columns: BarColumns, _ words: EntryWords) -> (above: Double, below: Double)
  /// How far beyond its place an entry may be drawn to all sides, in px, such that it should not be cut where the plot ends.
  var reach: Double { get }
  /// How much of the positions' extent is to be free at each end, as a share of it, unless the author says otherwise.
  var positionMargin: Double { get }
  /// How wide a slot is, in coordinates; `nil` where only the positions say.
  var slot: Double? { get }
  /// From where to where its marks reach along the axis of positions, in coordinates, where they take all of their slots;
  /// `nil` for others.
  var positionExtent: ClosedRange<Double>? { get }
  /// Where its entries stand at positions of others, so that a marker may tell of all that is there.
  var comparison: PositionComparison { get }
  /// Whether it stands side by side in slots with others, rather than over them.
  var sharesSlots: Bool { get }
  /// Whether its entries are made of what authors give, rather than given.
  var makesCells: Bool { get }
  /// How wide each of its entries is, in coordinates of the positions; `nil` for those that are as wide as they are drawn.
  var cellWidth: Double? { get }
  /// The same along the values.
  var cellHeight: Double? { get }
  /// What of a series can't be done, whatever the state.
  func warnings(of series: PlotSeries) -> [String]
  /// Whether nothing but the style, and the least and the greatest value, decides what there is to warn of, here and in the
  /// mark, while the series has so many points: then a point more between these needs no layout to tell.
  func warnsByExtent(of count: Int) -> Bool
  /// The series on a stage.
  func mark(_ series: PlotSeries, on stage: PlotStage) -> any SeriesMark
}

/// Where entries of a series stand at positions of others.
enum PositionComparison: Sendable {
  case always
  /// Only where positions are names, whole numbers or whole days: what lies anywhere hardly ever lies at the same place.
  case atWholePositions
  case never
}

extension MarkStyle {
  var comparison: PositionComparison { .always }
  static func prepare(_ spec: inout CartesianSpec) {}
  var drawable: Self { self }
  func fitted(to size: Size) -> Self { self }
  func place(_ index: Int, in spec: inout CartesianSpec) {}
  func gather(_ index: Int, in spec: inout CartesianSpec) {}
  func legendColor(_ palette: [Color], on surface: Surface) -> Color? { nil }
  var isFilled: Bool { false }
  func key(_ color: Color, _ palette: [Color], on surface: Surface) -> [LegendLayout.Item] { [] }
  var needsKey: Bool { false }
  var legendSymbol: LegendSymbol { .swatch }
  func legendScales(color: Color, name: String, surface: Surface, format: FormatSpec) -> [LegendScale] { [] }
  var colorChannel: ColorChannelSpec? { nil }
  var isKeyEnough: Bool { false }
  var reach: Double { 0 }
  var positionMargin: Double { 0 }
  var slot: Double? { nil }
  var sharesSlots: Bool { positionExtent == nil }
  var positionExtent: ClosedRange<Double>? { nil }
  var cellWidth: Double? { nil }
  var cellHeight: Double? { nil }
  var makesCells: Bool { false }
  func extent(
    of series: PlotSeries, _ values: ClosedRange<Double>?, _ stacks: Stacks, on transform: AxisTransform
  ) -> ClosedRange<Double>? { values }
  func room(for series: PlotSeries, in columns: BarColumns, _ words: EntryWords) -> (above: Double, below: Double) {
    (0, 0)
  }
  func spans(of series: PlotSeries) -> [Stacks.Span]? { nil }
  func warnings(of series: PlotSeries) -> [String] { channelWarnings(of: series) }
  func warnsByExtent(of count: Int) -> Bool { false }

  /// Which columns are empty, or shorter or longer than the values.
  func channelWarnings(of series: PlotSeries) -> [String] {
    channels.flatMap { channelWarnings($0, of: series) } + intervalWarnings(of: series)
  }

  /// Of how many entries the two ends of what is not sure, or of a day's prices, are the wrong way round.
  private func intervalWarnings(of series: PlotSeries) -> [String] {
    guard let interval = series.interval else { return [] }
    let swapped = (0..<min(interval.low.count, interval.high.count)).count { interval.low[$0] > interval.high[$0] }
    let place = "series[\(series.index)]"
    var warnings: [String] = []
    if swapped > 0 {
      let what =
        error?.low != nil && error?.high != nil
        ? "`low` is above `high`" : "the lower end of `error` is above the upper one"
      warnings.append("\(place): of \(swapped.counted("entry", "entries")) \(what)")
    }
    let distances = [error?.distance, error?.minus, error?.plus].compactMap(\.self).flatMap(\.values.plainNumbers)
    let negative = distances.count { $0 < 0 }
    if negative > 0 {
      warnings.append(
        "\(place).error: \(negative.counted("number is", "numbers are")) below 0, and taken without the sign")
    }
    return warnings
  }

  /// Which numbers have no colour.
  func colorWarnings(_ channel: ColorChannelSpec?, of series: PlotSeries) -> [String] {
    guard let channel, channel.scale == .log, channel.names.isEmpty, case .numbers(let numbers) = channel.values else {
      return []
    }
    let lost = numbers.count { $0 <= 0 }
    return lost > 0
      ? [
        "series[\(series.index)].colorBy: \(lost.counted("number of 0 or less has", "numbers of 0 or less have")) no place on a log scale"
      ] : []
  }

  func channelWarnings(_ channel: SeriesChannel, of series: PlotSeries) -> [String] {
    let (place, count) = ("series[\(series.index)].\(channel.name)", series.values.count)
    if channel.values.isEmpty { return ["\(place): there are no values in it"] }
    guard channel.values.count != count else { return [] }
    return [
      "\(place): \(channel.values.count) for \(count.counted("value", "values")); entries without look like all others"
    ]
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
    case .histogram(let style): style
    case .box(let style): style
    case .heatmap(let style): style
    case .waterfall(let style): style
    case .bullet(let style): style
    }
  }
}
