import ChartModel

extension CumulativeSpec.Function {
  /// What the numbers up to each one have together. Where there is none, there is none; it counts for nothing afterwards.
  func results(_ values: [Double]) -> [Double] {
    var (sum, count) = (0.0, 0.0)
    var (least, greatest) = (Double.infinity, -Double.infinity)
    return values.map { value in
      guard !value.isNaN else { return self == .count ? count : .nan }
      sum += value
      count += 1
      least = Swift.min(least, value)
      greatest = Swift.max(greatest, value)
      switch self {
      case .sum: return sum
      case .mean: return sum / count
      case .min: return least
      case .max: return greatest
      case .count: return count
      }
    }
  }
}
