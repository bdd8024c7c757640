import ChartModel

/// How large points are: in proportion to a value their area, not their radius, since areas are what is compared.
struct ScatterSizes: Sendable {
  private let standard: Double
  /// Whether a value decides, rather than that all are as large.
  let areByValue: Bool
  /// The least radius, in px.
  private let least: Double
  private let values: GrowingArray<Double>
  /// px for the square root of a value.
  private let scale: Double
  /// The radius of the largest, in px.
  let greatestRadius: Double
  /// 0 if none is positive.
  private let greatestValue: Double
  /// The least one above 0; 0 if none is.
  private let leastValue: Double

  init(_ style: ScatterStyleSpec) {
    standard = style.radius
    guard let channel = style.size, case .numbers(let values) = channel.values, !values.isEmpty else {
      (areByValue, least, values) = (false, style.radius, [])
      (scale, greatestRadius, greatestValue, leastValue) = (0, style.radius, 0, 0)
      return
    }
    (areByValue, least) = (true, channel.least)
    self.values = values
    let greatest = max(channel.extent?.upperBound ?? 0, 0)
    greatestValue = greatest
    leastValue = max(channel.extent?.lowerBound ?? 0, 0)
    scale = greatest > 0 ? channel.greatest / greatest.squareRoot() : 0
    greatestRadius = max(channel.greatest, style.radius)
  }

  /// The value that makes a point as large as it is; `nil` if it has none.
  func value(of index: Int) -> Double? {
    guard values.indices.contains(index), values[index].isFinite else { return nil }
    return values[index]
  }

  /// The radius in px of a circle that covers as much: the standard one without a value, the least one for 0 or less.
  @inline(__always)
  func radius(of index: Int) -> Double {
    guard areByValue, let value = value(of: index) else { return standard }
    return radius(ofValue: value)
  }

  /// The radius in px of a circle that stands for a value, which must be finite.
  func radius(ofValue value: Double) -> Double {
    guard areByValue else { return standard }
    return min(max(value > 0 ? value.squareRoot() * scale : 0, least), greatestRadius)
  }

  /// Round numbers among those that there are, falling, that look different from one another: 1, 2 and 5 times powers of ten where
  /// these differ much, else steps between the least and the greatest.
  var roundValues: [Double] {
    guard areByValue, greatestValue > 0, let power = Int(exactly: decimalLogarithm(greatestValue).rounded(.down))
    else { return [] }
    let numbers = (0..<4).flatMap { step in ["5", "2", "1"].compactMap { Double("\($0)e\(power - step)") } }
    let there = numbers.filter { $0 >= leastValue && $0 <= greatestValue && radius(ofValue: $0) > least }
    guard there.count < 2, leastValue < greatestValue else { return there }
    let steps = LinearTicks(nice: Domain(leastValue, greatestValue), maxCount: 4).values
    return steps.filter { $0 >= leastValue && $0 <= greatestValue && radius(ofValue: $0) > least }.reversed()
  }
}
