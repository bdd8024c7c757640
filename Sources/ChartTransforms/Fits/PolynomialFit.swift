/// The polynomial of least squares, by polynomials that are orthogonal over the points (Forsythe, 1957): no matrix has to be
/// inverted, which for powers of years would lose all digits.
struct PolynomialFit {
  /// Positions are brought to −1 … 1.
  private let center: Double
  private let scale: Double
  private var alphas: [Double] = []
  private var betas: [Double] = []
  private var weights: [Double] = []

  /// - Parameters:
  ///   - x: Finite numbers.
  ///   - y: As many.
  /// - Complexity: O(*n* · *d*)
  init(x: [Double], y: [Double], degree: Int) {
    let least = x.min() ?? 0
    let greatest = x.max() ?? 0
    center = least / 2 + greatest / 2
    scale = greatest > least ? greatest / 2 - least / 2 : 1
    let points = x.map { [center, scale] in ($0 - center) / scale }
    var before = [Double](repeating: 0, count: x.count)
    var current = [Double](repeating: 1, count: x.count)
    var rest = y
    var normBefore = 0.0
    for power in 0...max(degree, 0) {
      var (norm, moment, product) = (0.0, 0.0, 0.0)
      for index in points.indices {
        let square = current[index] * current[index]
        norm += square
        moment += points[index] * square
        product += rest[index] * current[index]
      }
      // As many powers as there are positions: the next one is 0 at all of them.
      guard norm > 1e-20 * Double(max(x.count, 1)), power == 0 || norm > 1e-13 * normBefore else { break }
      let weight = product / norm
      weights.append(weight)
      let (alpha, beta) = (moment / norm, power == 0 ? 0 : norm / normBefore)
      alphas.append(alpha)
      betas.append(beta)
      for index in points.indices {
        rest[index] -= weight * current[index]
        let next = (points[index] - alpha) * current[index] - beta * before[index]
        before[index] = current[index]
        current[index] = next
      }
      normBefore = norm
    }
  }

  func value(at x: Double) -> Double {
    let point = (x - center) / scale
    var (before, current, sum) = (0.0, 1.0, 0.0)
    for power in weights.indices {
      sum += weights[power] * current
      (before, current) = (current, (point - alphas[power]) * current - betas[power] * before)
    }
    return sum
  }

  /// The coefficients of 1, x, x² …
  var coefficients: [Double] {
    var before: [Double] = []
    var current = [1.0]
    var sum = [Double](repeating: 0, count: weights.count)
    for power in weights.indices {
      for (index, coefficient) in current.enumerated() { sum[index] += weights[power] * coefficient }
      // (t − α) · current − β · before, with t as (x − c) / s.
      var next = [0.0] + current.map { $0 / scale }
      for (index, coefficient) in current.enumerated() { next[index] -= (center / scale + alphas[power]) * coefficient }
      for (index, coefficient) in before.enumerated() { next[index] -= betas[power] * coefficient }
      (before, current) = (current, next)
    }
    return sum
  }
}
