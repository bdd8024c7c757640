import ChartModel

/// Colours at shares of the way from the least to the greatest number, so that equal steps look equal, with any colour vision
/// and in print.
///
/// The ends that would fade into the surface are left out. On dark surfaces what is strong is bright, and the middle of two
/// hues is dark.
struct ColorScale: Hashable, Sendable {
  private let stops: [Color]
  private let part: ClosedRange<Double>

  init(_ scheme: ColorChannelSpec.Scheme, isReversed: Bool = false, on surface: Surface) {
    let isLight = surface.theme == .light
    let (colors, seen): ([Color], ClosedRange<Double>) =
      switch scheme {
      case .viridis: (ColorScale.viridis, isLight ? 0...0.9 : 0.25...1)
      case .cividis: (ColorScale.cividis, isLight ? 0...0.9 : 0.25...1)
      case .blues: (ColorScale.hue(ColorScale.blues, isLight), 0.15...1)
      case .greys: (ColorScale.hue(ColorScale.greys, isLight), 0.2...0.9)
      case .brownTeal: (ColorScale.hues(ColorScale.brownTeal, isLight), 0...1)
      case .redBlue: (ColorScale.hues(ColorScale.redBlue, isLight), 0...1)
      case .orangePurple: (ColorScale.hues(ColorScale.orangePurple, isLight), 0...1)
      }
    guard isReversed else {
      self.init(stops: colors, part: seen)
      return
    }
    // What is left out stays what would fade into the surface.
    self.init(stops: colors.reversed(), part: 1 - seen.upperBound...1 - seen.lowerBound)
  }

  private init(stops: [Color], part: ClosedRange<Double>) { (self.stops, self.part) = (stops, part) }

  /// The colour at a share of the way, from 0 to 1.
  func color(at share: Double) -> Color {
    let place = part.lowerBound + min(max(share, 0), 1) * (part.upperBound - part.lowerBound)
    let step = place * Double(stops.count - 1)
    let index = min(max(Int(exactly: step.rounded(.down)) ?? 0, 0), stops.count - 2)
    return stops[index].mixed(with: stops[index + 1], share: step - Double(index))
  }

  /// One hue: what is least is nearest to the surface.
  private static func hue(_ colors: [Color], _ isLight: Bool) -> [Color] { isLight ? colors : colors.reversed() }

  /// Two hues about a middle that can be told from the surface: of paper by being grey, of a dark one by being less dark.
  private static func hues(_ colors: [Color], _ isLight: Bool) -> [Color] {
    let middle = colors.count / 2
    guard isLight else {
      // Without the darkest of each, which would be darker than the middle.
      let (low, high) = (colors[1..<middle], colors[(middle + 1)..<(colors.count - 1)])
      return low.reversed() + [Color(rgb: 0x3A3F47)] + high.reversed()
    }
    // Without the palest of each, which would be brighter than the middle.
    return colors[..<(middle - 1)] + [Color(rgb: 0xE6E6E6)] + colors[(middle + 2)...]
  }

  // MARK: - The schemes

  private static func colors(_ values: UInt32...) -> [Color] { values.map { Color(rgb: $0) } }

  /// Source: Stéfan van der Walt and Nathaniel Smith, the default colour map of matplotlib 2.0, 2015; CC0.
  private static let viridis = colors(
    0x440154, 0x482878, 0x3E4989, 0x31688E, 0x26828E, 0x1F9E89, 0x35B779, 0x6DCD59, 0xB4DE2C, 0xFDE725)

  /// Source: Nuñez, Anderton, Renslow: "Optimizing colormaps with consideration for color vision deficiency", PLOS ONE 13(7),
  /// 2018.
  private static let cividis = colors(
    0x00224E, 0x123570, 0x3B496C, 0x575D6D, 0x707173, 0x8A8678, 0xA59C74, 0xC3B369, 0xE1CC55, 0xFEE838)

  // Source of the rest: ColorBrewer 2.0 by Cynthia A. Brewer, Geography, Pennsylvania State University; Apache License 2.0.

  private static let blues = colors(
    0xF7FBFF, 0xDEEBF7, 0xC6DBEF, 0x9ECAE1, 0x6BAED6, 0x4292C6, 0x2171B5, 0x08519C, 0x08306B)

  private static let greys = colors(
    0xFFFFFF, 0xF0F0F0, 0xD9D9D9, 0xBDBDBD, 0x969696, 0x737373, 0x525252, 0x252525, 0x000000)

  private static let brownTeal = colors(
    0x543005, 0x8C510A, 0xBF812D, 0xDFC27D, 0xF6E8C3, 0xF5F5F5, 0xC7EAE5, 0x80CDC1, 0x35978F, 0x01665E, 0x003C30)

  private static let redBlue = colors(
    0x67001F, 0xB2182B, 0xD6604D, 0xF4A582, 0xFDDBC7, 0xF7F7F7, 0xD1E5F0, 0x92C5DE, 0x4393C3, 0x2166AC, 0x053061)

  private static let orangePurple = colors(
    0x7F3B08, 0xB35806, 0xE08214, 0xFDB863, 0xFEE0B6, 0xF7F7F7, 0xD8DAEB, 0xB2ABD2, 0x8073AC, 0x542788, 0x2D004B)
}
