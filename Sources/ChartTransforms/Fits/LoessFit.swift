import ChartEngine
import JSONModel

/// Locally weighted regression (Cleveland, 1979): at each position a line through the nearest points, with tricube weights.
struct LoessFit {
  /// In rising order of positions.
  private let x: [Double]
  private let y: [Double]
  /// How many points each line is fitted to.
  private let neighbours: Int
  /// Positions nearer than that to the last one are interpolated.
  private let distance: Double

  /// Fewer points have a line of their own each.
  private static let exactCount = 5_000

  /// - Parameters:
  ///   - x: Finite, in rising order.
  ///   - y: As many, finite.
  ///   - span: The share of points for each line.
  init(x: [Double], y: [Double], span: Double) {
    self.x = x
    self.y = y
    // As statsmodels and R's lowess count; of a product such as 0.7 · 10 the last digits are wrong.
    neighbours = min(max(Int(saturating: span * Double(x.count) + 1e-10), 2), max(x.count, 1))
    distance = x.count > LoessFit.exactCount ? ((x.last ?? 0) - (x.first ?? 0)) / 500 : 0
  }

  /// The curve's value at each position.
  /// - Parameter rounds: How many times points far from the curve lose weight.
  /// - Complexity: O(*n* · *k*) for *k* neighbours; from 5,000 points on O(*k*), at 500 positions.
  func values(robust rounds: Int, _ run: TransformRun) throws(InvalidValue) -> [Double] {
    var weights: [Double]?
    var values: [Double] = []
    for round in 0...max(rounds, 0) {
      values = try smoothed(weights, run)
      if round < rounds { weights = robustWeights(values) }
    }
    return values
  }

  private func smoothed(_ weights: [Double]?, _ run: TransformRun) throws(InvalidValue) -> [Double] {
    var values = [Double](repeating: .nan, count: x.count)
    var first = 0
    var last: Int?
    var index = 0
    while index < x.count {
      if let known = last, x[index] == x[known] {
        values[index] = values[known]
        index += 1
        continue
      }
      if distance > 0, let known = last, index + 1 < x.count, x[index] - x[known] < distance,
        x[index + 1] - x[known] <= distance
      {
        index += 1
        continue
      }
      try run.check()
      while first + neighbours < x.count, x[index] - x[first] > x[first + neighbours] - x[index] { first += 1 }
      values[index] = line(at: x[index], first..<first + neighbours, weights) ?? y[index]
      if let known = last, known + 1 < index { interpolate(&values, known, index) }
      last = index
      index += 1
    }
    return values
  }

  private func interpolate(_ values: inout [Double], _ from: Int, _ to: Int) {
    let width = x[to] - x[from]
    for index in from + 1..<to where values[index].isNaN {
      values[index] = values[from] + (values[to] - values[from]) * (x[index] - x[from]) / width
    }
  }

  /// The value of a line at a position.
  /// - Returns: `nil` if no point has any weight.
  private func line(at position: Double, _ range: Range<Int>, _ weights: [Double]?) -> Double? {
    let radius = max(position - x[range.lowerBound], x[range.upperBound - 1] - position)
    var (sum, sumX, sumY) = (0.0, 0.0, 0.0)
    func weight(_ index: Int) -> Double {
      guard radius > 0 else { return weights?[index] ?? 1 }
      let share = abs(x[index] - position) / radius
      guard share < 1 else { return 0 }
      let rest = 1 - share * share * share
      return rest * rest * rest * (weights?[index] ?? 1)
    }
    for index in range {
      let weight = weight(index)
      sum += weight
      sumX += weight * (x[index] - position)
      sumY += weight * y[index]
    }
    guard sum > 0 else { return nil }
    let (meanX, meanY) = (sumX / sum, sumY / sum)
    var (spread, product) = (0.0, 0.0)
    for index in range {
      let (weight, offset) = (weight(index), x[index] - position - meanX)
      spread += weight * offset * offset
      product += weight * offset * (y[index] - meanY)
    }
    // All at one position: there is no line, but a mean.
    guard spread > 1e-12 * sum * radius * radius else { return meanY }
    return meanY - product / spread * meanX
  }

  /// Bisquare weights by the distance from the curve, in units of six times its median.
  private func robustWeights(_ values: [Double]) -> [Double] {
    let distances = y.indices.map { abs(y[$0] - values[$0]) }
    let limit = 6 * Quantile.value(0.5, ofSorted: distances.sorted()[...])
    return distances.map { distance in
      guard limit > 0 else { return distance > 0 ? 0 : 1 }
      let share = distance / limit
      guard share < 1 else { return 0 }
      return (1 - share * share) * (1 - share * share)
    }
  }
}
