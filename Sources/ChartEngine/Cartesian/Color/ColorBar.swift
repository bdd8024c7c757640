import ChartModel

/// The bar of colours in a legend, along which numbers are brushed (M8): a tap brushes what lies between two round numbers, a drag
/// from one number to another.
struct ColorBar {
  private let scale: PlacedScale
  private let ramp: ColorRamp

  /// - Returns: `nil` if the legend has no such bar, or all of it is one number.
  init?(_ legend: LegendLayout?, _ ramp: ColorRamp?) {
    guard let legend, let ramp, ramp.ends.lowerBound < ramp.ends.upperBound, let scale = legend.colorScale else {
      return nil
    }
    (self.scale, self.ramp) = (scale, ramp)
  }

  /// The number at a place; `nil` beside the bar.
  func number(at place: Point) -> Double? {
    scale.isOnBar(place) ? number(nearestTo: place) : nil
  }

  /// The number at the nearest place of the bar.
  func number(nearestTo place: Point) -> Double {
    let number = ramp.value(atLegend: min(max(scale.share(at: place), 0), 1))
    return min(max(number, ramp.ends.lowerBound), ramp.ends.upperBound)
  }

  /// What lies between the round numbers around a number.
  func band(around number: Double) -> ClosedRange<Double> {
    let (least, greatest) = (ramp.ends.lowerBound, ramp.ends.upperBound)
    let domain = Domain(least, greatest)
    let round =
      ramp.isLog
      ? LogTicks(domain, maxCount: 5).ticks(FormatSpec()).filter(\.isMajor).map(\.value)
      : LinearTicks(domain, maxCount: 6).values
    let edges = [least] + round.filter { $0 > least && $0 < greatest } + [greatest]
    let upper = edges.firstIndex { $0 > number } ?? edges.count - 1
    return edges[max(upper, 1) - 1]...edges[max(upper, 1)]
  }

  /// Which part of the bar an interval is, from 0 to 1.
  func shares(of interval: ClosedRange<Double>) -> ClosedRange<Double> {
    func share(_ number: Double) -> Double {
      let share = ramp.legendShare(of: min(max(number, ramp.ends.lowerBound), ramp.ends.upperBound))
      return share.isNaN ? 0 : min(max(share, 0), 1)
    }
    let lower = share(interval.lowerBound)
    return lower...max(share(interval.upperBound), lower)
  }
}
