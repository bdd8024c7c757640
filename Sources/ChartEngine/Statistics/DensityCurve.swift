import ChartModel
import JSONModel

/// How dense numbers lie about each place: the sum of a normal curve about each of them, whose area is 1 in all.
///
/// Numbers are shared out among the two nearest of evenly spaced places first, so that it takes no longer for millions of them.
/// Source: Silverman, "Density Estimation for Statistics and Data Analysis", 1986, sections 2.4, 3.4.2 and 3.5.
struct DensityCurve {
  /// The places, in rising order, and how dense numbers lie there.
  private(set) var points: [Point] = []

  private static let placeCount = 1_024

  /// - Parameters:
  ///   - values: Those that are no numbers are left out.
  ///   - weights: How much each counts; those without count 1.
  ///   - bandwidth: The standard deviation of the normal curves; by Silverman's rule if not given.
  ///   - range: Where the curve is to begin and to end.
  /// - Complexity: O(*n*)
  init(
    of values: GrowingArray<Double>, weights: GrowingArray<Double>?, bandwidth: Double?, in range: ClosedRange<Double>
  ) {
    let count = DensityCurve.placeCount
    let bandwidth = bandwidth ?? DensityCurve.bandwidth(of: values)
    guard bandwidth > 0, bandwidth.isFinite, range.lowerBound < range.upperBound else { return }
    // What lies beyond the range has a part in it, too.
    let (lower, upper) = (range.lowerBound - 4 * bandwidth, range.upperBound + 4 * bandwidth)
    let step = (upper - lower) / Double(count - 1)
    guard step > 0, step.isFinite else { return }
    var shares = [Double](repeating: 0, count: count)
    var total = 0.0
    for (index, value) in values.enumerated() where value.isFinite {
      let weight = weights.map { $0.indices.contains(index) ? $0[index] : .nan } ?? 1
      guard weight.isFinite, weight > 0 else { continue }
      total += weight
      let place = (value - lower) / step
      guard place >= 0, place <= Double(count - 1) else { continue }
      let below = min(Int(place), count - 2)
      shares[below] += weight * (Double(below + 1) - place)
      shares[below + 1] += weight * (place - Double(below))
    }
    guard total > 0, total.isFinite else { return }
    let reach = min(Int(saturating: (4 * bandwidth / step).rounded(.up)), count)
    let heights = (0...reach).map { offset -> Double in
      let distance = Double(offset) * step / bandwidth
      return power(2.718281828459045, -distance * distance / 2) / (bandwidth * 2.5066282746310002 * total)
    }
    func density(at place: Int) -> Double {
      var density = 0.0
      for other in max(place - reach, 0)...min(place + reach, count - 1) where shares[other] != 0 {
        density += shares[other] * heights[abs(place - other)]
      }
      return density
    }
    // The ends of the range lie between places.
    func end(at x: Double) -> Point {
      let place = min(max((x - lower) / step, 0), Double(count - 1))
      let below = min(Int(place), count - 2)
      let share = place - Double(below)
      return Point(x: x, y: density(at: below) * (1 - share) + density(at: below + 1) * share)
    }
    let inside = (0..<count).filter {
      let x = lower + Double($0) * step
      return x > range.lowerBound && x < range.upperBound
    }
    points =
      [end(at: range.lowerBound)] + inside.map { Point(x: lower + Double($0) * step, y: density(at: $0)) }
      + [end(at: range.upperBound)]
  }

  /// 0.9 times the standard deviation, or the distance of the quartiles over 1.34 if that is less, over the fifth root of the
  /// number of values, as R's `bw.nrd0`; 0 for fewer than two.
  private static func bandwidth(of values: GrowingArray<Double>) -> Double {
    var present = values.filter(\.isFinite)
    // What is all the same has no deviation, but that its mean is rounded.
    guard present.count > 1, present.contains(where: { $0 != present[0] }) else { return 0 }
    let count = Double(present.count)
    let mean = present.reduce(0) { $0 + $1 / count }
    let deviation = (present.reduce(0) { $0 + ($1 - mean) * ($1 - mean) / (count - 1) }).squareRoot()
    let quartiles = present.withUnsafeMutableBufferPointer {
      Quantile.value(0.75, of: $0) - Quantile.value(0.25, of: $0)
    }
    let spread = quartiles > 0 ? min(deviation, quartiles / 1.34) : deviation
    return 0.9 * spread / power(count, 0.2)
  }
}
