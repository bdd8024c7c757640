import ChartModel

/// The keys of numbers that points show by their colours and sizes.
extension ScatterStyleSpec {
  /// The colours from the least to the greatest number; `nil` for names, and without any number.
  /// - Complexity: O(*n*) in the number of points.
  func colorScale(name: String, theme: Theme, format: FormatSpec) -> LegendScale? {
    guard let colorBy, colorBy.names.isEmpty, case .numbers(let numbers) = colorBy.values else { return nil }
    let finite = numbers.lazy.filter(\.isFinite)
    guard let least = finite.min(), let greatest = finite.max() else { return nil }
    let title = colorBy.title ?? colorBy.column ?? name
    let scale = ColorScale(colorBy.scheme, on: theme)
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
      LinearTicks(domain, maxCount: count).ticks(format).first { (0.25...0.75).contains(share($0.value)) }
    }.first
    let ends = ScatterStyleSpec.texts(of: domain, format)
    var labels = [LegendScale.Label(ends.lower, at: 0), LegendScale.Label(ends.upper, at: 1)]
    if let middle { labels.insert(LegendScale.Label(middle.label, at: share(middle.value)), at: 1) }
    return LegendScale(title: title, .colors((0...16).map { scale.color(at: Double($0) / 16) }, labels))
  }

  /// The ends of a domain with no more decimals than a hundredth of it needs.
  private static func texts(of domain: Domain, _ format: FormatSpec) -> (lower: String, upper: String) {
    let shortest = NumberFormat(format)
    let rounded = NumberFormat(format, decimals: min(LinearTicks(domain, maxCount: 101).decimals, 15))
    func text(_ value: Double) -> String {
      let (exact, short) = (shortest.value(value), rounded.value(value))
      return format.decimals != nil || exact.count <= short.count ? exact : short
    }
    return (text(domain.lower), text(domain.upper))
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
      .sizes(samples, PointGlyph.symbol(shape), legendColor ?? color, opacity: opacity))
  }
}
