extension PointColumns {
  /// The index of the point with a value that is nearest to a position: gaps are passed over; of two equally near ones
  /// it is the left, of equal ones the first. `nil` if no point in the range has a value.
  /// - Complexity: O(log *n*)
  func nearestValue(to position: Double, in range: Range<Int>? = nil) -> Int? {
    guard let (left, right) = valuesBeside(position, in: range) else { return nil }
    guard positions[right] - position < position - positions[left] else {
      return values.firstValue(in: positions.lowerBound(of: positions[left])..<left + 1) ?? left
    }
    return right
  }

  /// The points in a range of which one is the nearest to a position that has a value: all at the next position with a value
  /// to each side.
  /// - Complexity: O(log *n*), and O(*k*) in the number of points with the same position.
  func pointsBeside(_ position: Double, in range: Range<Int>) -> [Int] {
    guard let (left, right) = valuesBeside(position, in: range) else { return [] }
    return (positions[left] == positions[right] ? [left] : [left, right]).flatMap { point in
      (positions.lowerBound(of: positions[point])..<positions.upperBound(of: positions[point])).clamped(to: range)
    }
  }

  /// The last value before a position and the first one from it on; where one side has none, both are the other's.
  private func valuesBeside(_ position: Double, in range: Range<Int>?) -> (left: Int, right: Int)? {
    guard !position.isNaN else { return nil }
    note(beside: position)
    let range = (range ?? 0..<count).clamped(to: 0..<count)
    let middle = min(max(positions.lowerBound(of: position), range.lowerBound), range.upperBound)
    let left = values.lastValue(in: range.lowerBound..<middle)
    let right = values.firstValue(in: middle..<range.upperBound)
    guard let either = left ?? right else { return nil }
    return (left ?? either, right ?? either)
  }
}
