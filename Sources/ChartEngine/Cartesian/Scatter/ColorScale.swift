import ChartModel

/// Colours for numbers from the least to the greatest, so that equal steps look equal, with any colour vision and in print.
///
/// The ends that would fade into the surface are left out.
struct ColorScale: Sendable {
  private let stops: [Color]
  private let part: ClosedRange<Double>

  init(_ scheme: ColorChannelSpec.Scheme, on surface: Surface) {
    stops =
      switch scheme {
      case .viridis: ColorScale.viridis
      case .cividis: ColorScale.cividis
      }
    part = surface.theme == .light ? 0...0.9 : 0.25...1
  }

  /// The colour at a share of the way, from 0 to 1.
  func color(at share: Double) -> Color {
    let place = part.lowerBound + min(max(share, 0), 1) * (part.upperBound - part.lowerBound)
    let step = place * Double(stops.count - 1)
    let index = min(max(Int(exactly: step.rounded(.down)) ?? 0, 0), stops.count - 2)
    return stops[index].mixed(with: stops[index + 1], share: step - Double(index))
  }

  /// Source: Stéfan van der Walt and Nathaniel Smith, the default colour map of matplotlib 2.0, 2015; CC0.
  private static let viridis = [
    0x440154, 0x482878, 0x3E4989, 0x31688E, 0x26828E, 0x1F9E89, 0x35B779, 0x6DCD59, 0xB4DE2C, 0xFDE725,
  ].map { Color(rgb: $0) }

  /// Source: Nuñez, Anderton, Renslow: "Optimizing colormaps with consideration for color vision deficiency", PLOS ONE 13(7),
  /// 2018.
  private static let cividis = [
    0x00224E, 0x123570, 0x3B496C, 0x575D6D, 0x707173, 0x8A8678, 0xA59C74, 0xC3B369, 0xE1CC55, 0xFEE838,
  ].map { Color(rgb: $0) }
}
