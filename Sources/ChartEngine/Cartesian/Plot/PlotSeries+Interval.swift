import ChartModel
import JSONModel

extension PlotSeries {
  /// Between which ends values lie, as coordinates of the axis that measures them; gaps where that is not known.
  struct Interval: Sendable {
    let low: ValueColumn
    let high: ValueColumn
  }

  /// The intervals that the author gives; `nil` without any.
  /// - Complexity: O(*n*)
  static func interval(
    _ error: ErrorSpec?, of values: GrowingArray<Double>, count: Int, order: [Int]?, on transform: AxisTransform
  ) -> Interval? {
    guard let error else { return nil }
    func entry(_ column: NumberChannelSpec?, _ index: Int) -> Double? {
      guard case .numbers(let numbers)? = column?.values, numbers.indices.contains(index), numbers[index].isFinite
      else {
        return nil
      }
      return numbers[index]
    }
    func end(_ ends: NumberChannelSpec?, _ distances: NumberChannelSpec?, _ sign: Double, at index: Int) -> Double {
      guard values.indices.contains(index), !values[index].isNaN else { return .nan }
      if let end = entry(ends, index) { return transform.coordinate(of: end) }
      guard let distance = entry(distances, index) ?? entry(error.distance, index) ?? error.constant else {
        return .nan
      }
      let coordinate = transform.coordinate(of: values[index] + sign * abs(distance))
      // Where the lower end has no logarithm, the line goes as far down as there is something.
      return coordinate.isFinite ? coordinate : sign < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
    }
    let places = (0..<count).map { order?[$0] ?? $0 }
    return Interval(
      low: ValueColumn(places.map { end(error.low, error.minus, -1, at: $0) }),
      high: ValueColumn(places.map { end(error.high, error.plus, 1, at: $0) }))
  }
}
