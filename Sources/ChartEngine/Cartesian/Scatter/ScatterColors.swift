import ChartModel

/// Which colour points have: one of a scale by value, one of the palette by name, or the series'.
struct ScatterColors: Sendable {
  private let standard: Color
  private let values: GrowingArray<Double>
  private let names: [String]
  private let palette: [Color]
  private let surface: Surface
  private let scale: ColorScale
  /// From the least to the greatest value.
  private let extent: ClosedRange<Double>

  /// - Parameter standard: Of points without a value.
  init(_ style: ScatterStyleSpec, standard: Color, palette: [Color], on surface: Surface) {
    self.standard = standard
    self.palette = palette
    self.surface = surface
    scale = ColorScale(style.colorBy?.scheme ?? .viridis, on: surface)
    names = style.colorBy?.names ?? []
    if case .numbers(let numbers)? = style.colorBy?.values { values = numbers } else { values = [] }
    extent = style.colorBy?.extent ?? 0...0
  }

  /// The value that a point has its colour by; `nil` if it has none.
  func value(of index: Int) -> Double? {
    guard values.indices.contains(index), values[index].isFinite else { return nil }
    return values[index]
  }

  /// The name that a point has its colour by; `nil` if that is a number.
  func name(of index: Int) -> String? {
    guard let value = value(of: index), let place = Int(exactly: value), names.indices.contains(place) else {
      return nil
    }
    return names[place]
  }

  func color(of index: Int) -> Color {
    guard let value = value(of: index) else { return standard }
    if !names.isEmpty { return Int(exactly: value).map { Palette.color(at: $0, in: palette, on: surface) } ?? standard }
    // Halves, since the difference of the largest doubles is none.
    let span = extent.upperBound / 2 - extent.lowerBound / 2
    return scale.color(at: span > 0 ? (value / 2 - extent.lowerBound / 2) / span : 0.5)
  }
}
