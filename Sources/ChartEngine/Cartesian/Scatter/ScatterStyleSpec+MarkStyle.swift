import ChartModel

extension ScatterStyleSpec: MarkStyle {
  /// With names as their numbers, and with how far numbers reach, which each picture needs.
  /// - Complexity: O(*n*) in the number of points.
  var drawable: ScatterStyleSpec {
    var style = self
    style.colorBy = colorBy?.numbered
    if let colors = style.colorBy?.values { style.colorBy?.extent = colors.extent }
    if let sizes = size?.values { style.size?.extent = sizes.extent }
    return style
  }

  func key(_ palette: [Color], on surface: Surface) -> [(label: String, color: Color)] {
    (colorBy?.names ?? []).enumerated().map { ($1, Palette.color(at: $0, in: palette, on: surface)) }
  }

  var legendSymbol: LegendSymbol { PointGlyph.symbol(shape) }

  /// None of its own where its points have others: the middle of their scale, or what is no name's.
  func legendColor(on surface: Surface) -> Color? {
    guard let colorBy, isKeyEnough else { return nil }
    return colorBy.names.isEmpty ? ColorScale(colorBy.scheme, on: surface).color(at: 0.5) : Color(rgb: 0x808891)
  }

  func legendScales(color: Color, name: String, surface: Surface, format: FormatSpec) -> [LegendScale] {
    [
      colorScale(name: name, surface: surface, format: format),
      sizeScale(color: legendColor(on: surface) ?? color, name: name, format: format),
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

  /// As much as half of the largest needs, so that the plot's edge is clear.
  func room(for series: PlotSeries, in columns: BarColumns, _ words: EntryWords) -> (above: Double, below: Double) {
    let reach = size == nil ? radius : max(size?.greatest ?? 0, radius)
    return (reach, reach)
  }

  func warnings(of series: PlotSeries) -> [String] {
    channels.flatMap { channel -> [String] in
      let warnings = channelWarnings(channel, of: series)
      guard channel.name == "size", case .numbers(let sizes) = channel.values else { return warnings }
      let lost = sizes.count { $0 < 0 }
      return warnings + (lost > 0 ? ["series[\(series.index)].size: \(lost) are negative, and as small as 0"] : [])
    }
  }

  var warnsByExtent: Bool { channels.isEmpty }

  func mark(_ series: PlotSeries, on stage: PlotStage) -> any SeriesMark { ScatterMark(series, self, on: stage) }
}

extension ColumnSpec {
  /// From the least to the greatest finite number; `nil` without any, and for names.
  fileprivate var extent: ClosedRange<Double>? {
    guard case .numbers(let numbers) = self else { return nil }
    var (least, greatest) = (Double.infinity, -Double.infinity)
    for number in numbers where number.isFinite {
      least = min(least, number)
      greatest = max(greatest, number)
    }
    return least <= greatest ? least...greatest : nil
  }
}

extension ColorChannelSpec {
  /// The channel with numbers for its names, in the order in which they occur first; NaN where there is neither.
  fileprivate var numbered: ColorChannelSpec {
    guard case .values(let entries) = values else { return self }
    var channel = self
    var places: [String: Int] = [:]
    let numbers = entries.map { entry -> Double in
      let name: String
      switch entry {
      case .missing: return .nan
      case .text(let text): name = text
      case .number(let number): name = NumberFormat(FormatSpec()).value(number)
      }
      let place = places[name] ?? places.count
      places[name] = place
      return Double(place)
    }
    channel.values = .numbers(numbers)
    channel.names = places.sorted { $0.value < $1.value }.map(\.key)
    return channel
  }
}
