import ChartModel

extension ScatterStyleSpec: MarkStyle {
  /// With names as their numbers, and with how far numbers reach, which each picture needs.
  /// - Complexity: O(*n*) in the number of points.
  var drawable: ScatterStyleSpec {
    var style = self
    style.colorBy = colorBy?.drawable
    if let sizes = size?.values { style.size?.extent = sizes.extent() }
    return style
  }

  /// The shorter side in px of pictures in which the greatest circle is as large as its author says.
  private static let roomySide = 288.0

  /// In pictures that are smaller the greatest circle takes no more of them, a sixth of the shorter side where it is as large
  /// as it is if nobody says so; all others keep their proportion to it.
  func fitted(to picture: Size) -> ScatterStyleSpec {
    guard let greatest = size?.greatest else { return self }
    let side = min(picture.width, picture.height)
    let room = max(side / 12, greatest * side / ScatterStyleSpec.roomySide)
    guard room < greatest, room > 0 else { return self }
    var style = self
    style.size?.greatest = room
    style.size?.least = min(size?.least ?? 0, room)
    return style
  }

  func key(_ color: Color, _ palette: [Color], on surface: Surface) -> [LegendLayout.Item] {
    (colorBy?.names ?? []).enumerated().map {
      LegendLayout.Item($1, color: Palette.color(at: $0, in: palette, on: surface), symbol: legendSymbol)
    }
  }

  var legendSymbol: LegendSymbol { PointGlyph.symbol(shape) }

  var colorChannel: ColorChannelSpec? { colorBy }

  var needsKey: Bool { colorBy?.names.isEmpty == false }

  /// None of its own where its points have others: the middle of their scale, or what is no name's.
  func legendColor(_ palette: [Color], on surface: Surface) -> Color? {
    guard let colorBy, isKeyEnough else { return nil }
    // The middle of two hues is none.
    return colorBy.names.isEmpty && !colorBy.scheme.isDiverging
      ? ColorScale(colorBy.scheme, isReversed: colorBy.isReversed, on: surface).color(at: 0.5) : Color(rgb: 0x808891)
  }

  func legendScales(color: Color, name: String, surface: Surface, format: FormatSpec) -> [LegendScale] {
    [
      colorBy?.legendScale(name: name, surface: surface, format: format),
      sizeScale(color: legendColor([], on: surface) ?? color, name: name, format: format),
    ]
    .compactMap(\.self)
  }

  /// Colours stand for names or for numbers, of which there is one at least.
  var isKeyEnough: Bool {
    colorBy?.extent != nil
  }

  var reach: Double { max(size?.greatest ?? 0, radius) * PointGlyph.reach(shape) + borderReach }

  /// Half of a border lies beyond the outline.
  var borderReach: Double { borderWidth / 2 }

  var positionMargin: Double { 0.04 }

  var comparison: PositionComparison { .atWholePositions }

  /// As much as half of the largest needs, so that the plot's edge is clear.
  func room(for series: PlotSeries, in columns: BarColumns, _ words: EntryWords) -> (above: Double, below: Double) {
    let reach = size == nil ? radius : max(size?.greatest ?? 0, radius)
    return (reach, reach)
  }

  func warnings(of series: PlotSeries) -> [String] {
    channels.flatMap { channel -> [String] in
      let warnings =
        channelWarnings(channel, of: series) + (channel.name == "colorBy" ? colorWarnings(colorBy, of: series) : [])
      guard channel.name == "size", case .numbers(let sizes) = channel.values else { return warnings }
      let lost = sizes.count { $0 < 0 }
      return warnings + (lost > 0 ? ["series[\(series.index)].size: \(lost) are negative, and as small as 0"] : [])
    }
  }

  /// Of very many points it is told how many are in view.
  func warnsByExtent(of count: Int) -> Bool { channels.isEmpty && count <= PointDensity.mostPoints }

  func mark(_ series: PlotSeries, on stage: PlotStage) -> any SeriesMark { ScatterMark(series, self, on: stage) }
}
