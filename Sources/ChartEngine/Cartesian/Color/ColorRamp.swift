import ChartModel

/// The way from numbers to colours: between which ends they lie, which one is in the middle, and whether ratios count.
struct ColorRamp: Sendable {
  private let scale: ColorScale
  private let transform: AxisTransform
  /// What is told apart, from the least to the greatest, as numbers and as coordinates.
  let ends: ClosedRange<Double>
  private let least: Double
  private let greatest: Double
  /// What has the colours of both ends and of the middle, as coordinates.
  private let first: Double
  private let last: Double
  /// The number in the middle, if the author or the scheme wants one there.
  let center: Double?

  /// - Parameter channel: Made ready to be drawn.
  /// - Returns: `nil` for names, and without any number that has a place.
  init?(_ channel: ColorChannelSpec, on surface: Surface) {
    guard channel.names.isEmpty, let ends = channel.ends else { return nil }
    self.init(channel, ends: ends, on: surface)
  }

  /// - Parameter ends: Between which numbers lie.
  init(_ channel: ColorChannelSpec, ends: ClosedRange<Double>, on surface: Surface) {
    scale = ColorScale(channel.scheme, isReversed: channel.isReversed, on: surface)
    transform = channel.scale == .log ? .log : .linear
    self.ends = ends
    (least, greatest) = (transform.coordinate(of: ends.lowerBound), transform.coordinate(of: ends.upperBound))
    let straddles = ends.lowerBound < 0 && ends.upperBound > 0 && channel.scale == .linear
    let center = channel.center ?? (channel.scheme.isDiverging && straddles ? 0 : nil)
    self.center = center
    if let center {
      let middle = transform.coordinate(of: center)
      // Equal distances to both sides have equally strong colours. Halves, since the difference of the largest doubles is none.
      let reach = max(abs(greatest / 2 - middle / 2), abs(middle / 2 - least / 2)) * 2
      (first, last) = ((middle - reach).madeFinite, (middle + reach).madeFinite)
    } else {
      (first, last) = (least, greatest)
    }
  }

  /// How far from the first colour to the last a number is, from 0 to 1; `nil` for what has no place.
  func share(of value: Double) -> Double? { shares.share(of: value) }

  /// The way without its colours.
  private var shares: Shares { Shares(transform: transform, ends: ends, first: first, span: last / 2 - first / 2) }

  fileprivate struct Shares {
    let transform: AxisTransform
    let ends: ClosedRange<Double>
    let first: Double
    /// Half of the way from the first coordinate to the last, since the difference of the largest doubles is none.
    let span: Double

    @inline(__always)
    func share(of value: Double) -> Double? {
      guard value.isFinite, transform == .linear || value > 0 else { return nil }
      let coordinate = transform.coordinate(of: min(max(value, ends.lowerBound), ends.upperBound))
      guard !coordinate.isNaN else { return nil }
      return span > 0 ? (coordinate / 2 - first / 2) / span : 0.5
    }
  }

  /// The way in equal steps, for loops through very many numbers: there is nothing in it whose users are counted.
  struct Steps {
    fileprivate let shares: Shares
    fileprivate let last: Double

    /// The number of the nearest step; `nil` for what has no place.
    @inline(__always)
    func step(of value: Double) -> Int? {
      guard let share = shares.share(of: value) else { return nil }
      // Not by `rounded()`, which is a call into the C library.
      return Int((share > 0 ? share < 1 ? share : 1 : 0) * last + 0.5)
    }
  }

  /// - Parameter count: How many steps there are, at least 1.
  func steps(_ count: Int) -> Steps { Steps(shares: shares, last: Double(count - 1)) }

  func color(at share: Double) -> Color { scale.color(at: share) }

  /// The colour of a number; `nil` for what has no place.
  func color(of value: Double) -> Color? { share(of: value).map(scale.color) }

  /// The colour at a share of the way from the least number to the greatest, as a legend shows it.
  func color(atLegend share: Double) -> Color {
    let coordinate = least * (1 - share) + greatest * share
    let span = last / 2 - first / 2
    return scale.color(at: span > 0 ? (coordinate / 2 - first / 2) / span : 0.5)
  }

  /// The number at a share of the way from the least number to the greatest.
  func value(atLegend share: Double) -> Double { transform.value(of: least * (1 - share) + greatest * share) }

  /// Where in a legend a number stands, from 0 to 1.
  func legendShare(of value: Double) -> Double {
    let span = greatest / 2 - least / 2
    return span > 0 ? (transform.coordinate(of: value) / 2 - least / 2) / span : 0.5
  }

  var isLog: Bool { transform == .log }
}

extension ColorChannelSpec {
  /// Between which numbers colours tell apart: the author's, or those of the data.
  var ends: ClosedRange<Double>? {
    if let domain, domain.count == 2, domain[0] < domain[1], domain[0].isFinite, domain[1].isFinite,
      scale == .linear || domain[0] > 0
    {
      return domain[0]...domain[1]
    }
    return extent
  }
}
