import ChartModel

extension CumulativeSpec.Function {
  /// What the numbers up to each one have together. Where there is none, there is none; it counts for nothing afterwards.
  func results(_ values: [Double]) -> [Double] {
    var sum = WideSum()
    var (least, greatest) = (Double.infinity, -Double.infinity)
    return values.map { value in
      guard !value.isNaN else { return self == .count ? sum.count : .nan }
      sum.add(value)
      least = Swift.min(least, value)
      greatest = Swift.max(greatest, value)
      switch self {
      case .sum: return sum.value
      case .mean: return sum.mean
      case .min: return least
      case .max: return greatest
      case .count: return sum.count
      }
    }
  }
}
