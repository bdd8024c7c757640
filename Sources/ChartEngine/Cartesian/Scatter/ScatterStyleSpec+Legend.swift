import ChartModel

/// The key of numbers that points show by their sizes.
extension ScatterStyleSpec {
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
