import ChartModel

/// The keys of numbers that points show by their colours and sizes.
extension ScatterStyleSpec {
  /// The colours from the least to the greatest number; `nil` for names, and without any number.
  func colorScale(name: String, surface: Surface, format: FormatSpec) -> LegendScale? {
    guard let colorBy, colorBy.names.isEmpty, let extent = colorBy.extent else { return nil }
    let (least, greatest) = (extent.lowerBound, extent.upperBound)
    let title = colorBy.title ?? colorBy.column ?? name
    let scale = ColorScale(colorBy.scheme, on: surface)
    guard least < greatest else {
      // All have the colour of the middle.
      let color = scale.color(at: 0.5)
      let label = LegendScale.Label(NumberFormat(format).value(least), at: 0.5)
      return LegendScale(title: title, .colors([color, color], [label]))
    }
    let domain = Domain(least, greatest)
    // Halves, since the difference of the largest doubles is none.
    func share(_ value: Double) -> Double { (value / 2 - least / 2) / (greatest / 2 - least / 2) }
    // The roundest number that is neither end's neighbour.
    let middle = (1...4).lazy.compactMap { count in
      LinearTicks(domain, maxCount: count).ticks(format).first { (0.3...0.7).contains(share($0.value)) }
    }.first
    let values = [least, middle?.value, greatest].compactMap(\.self)
    let texts = ScatterStyleSpec.texts(of: values, within: domain, format)
    var labels = zip(texts, values).map { LegendScale.Label($0, at: share($1)) }
    let ends = ScatterStyleSpec.texts(of: [least, greatest], within: domain, format)
    (labels[0].words, labels[labels.count - 1].words) = (ends[0], ends[1])
    return LegendScale(title: title, .colors((0...16).map { scale.color(at: Double($0) / 16) }, labels))
  }

  /// Rising values in words, all with as many decimals as one of them has, but no more than a hundredth of a domain needs.
  private static func texts(of values: [Double], within domain: Domain, _ format: FormatSpec) -> [String] {
    let unit = power(10, Double(min(LinearTicks(domain, maxCount: 101).decimals, 15)))
    let rounded = values.map { value in
      let round = (value * unit).rounded() / unit
      return round.isFinite ? round : value
    }
    let texts = LinearTicks(explicit: rounded, in: Domain(rounded[0], rounded[rounded.count - 1])).ticks(format)
    return texts.count == values.count ? texts.map(\.label) : rounded.map(NumberFormat(format).value)
  }

  /// Some round numbers as large as they are drawn; `nil` if no size stands for a number.
  func sizeScale(color: Color, name: String, format: FormatSpec) -> LegendScale? {
    let sizes = ScatterSizes(self)
    let samples = sizes.roundValues.map { value in
      LegendScale.Sample(NumberFormat(format, decimals: nil).value(value), radius: sizes.radius(ofValue: value))
    }
    guard !samples.isEmpty else { return nil }
    return LegendScale(
      title: size?.title ?? size?.column ?? name,
      .sizes(samples, PointGlyph.symbol(shape), color, opacity: opacity))
  }
}
