import ChartModel

extension PositionColumn {
  /// The first index whose position is at least `x`; `count` if there is none. 0 for NaN.
  /// - Complexity: O(log *n*), O(1) for evenly spaced positions.
  func lowerBound(of x: Double) -> Int { firstIndex(near: x) { $0 >= x || x.isNaN } }

  /// The first index whose position is greater than `x`; `count` if there is none. 0 for NaN.
  /// - Complexity: O(log *n*), O(1) for evenly spaced positions.
  func upperBound(of x: Double) -> Int { firstIndex(near: x) { $0 > x || x.isNaN } }

  /// The index whose position is nearest to `x`, of two equally near ones the left, of equal ones the first; `nil` if the
  /// column is empty or `x` is NaN.
  /// - Complexity: O(log *n*)
  func nearest(to x: Double) -> Int? {
    guard !isEmpty, !x.isNaN else { return nil }
    let right = lowerBound(of: x)
    guard right > 0 else { return 0 }
    // Of the largest doubles one difference at most is infinite, and then it is the greater one.
    if right < count, self[right] - x < x - self[right - 1] { return right }
    return lowerBound(of: self[right - 1])
  }

  /// The first index whose position fulfils a condition that, once fulfilled, stays so.
  private func firstIndex(near x: Double, where isReached: (Double) -> Bool) -> Int {
    switch storage {
    case .regular(let start, let step, let range):
      return firstIndex(near: x, start: start, step: step, range, where: isReached)
    case .explicit(let positions):
      return positions.withUnsafeBufferPointer { positions in
        PositionColumn.bisect(positions.indices) { isReached(positions[$0]) }
      }
    }
  }

  private func firstIndex(
    near x: Double, start: Double, step: Double, _ range: Range<Int>, where isReached: (Double) -> Bool
  ) -> Int {
    func position(_ index: Int) -> Bool { isReached(start + step * Double(index)) }
    let guess = ((x - start) / step).rounded(.down)
    // Two to each side make up for rounding, unless the step is lost in it: then all are searched.
    var searched = range
    if guess > Double(range.lowerBound) + 2, guess < Double(range.upperBound) - 3, let middle = Int(exactly: guess) {
      let near = middle - 2..<middle + 3
      if !position(near.lowerBound), position(near.upperBound) { searched = near }
    }
    return PositionColumn.bisect(searched, where: position) - range.lowerBound
  }

  /// The first index in a range that fulfils a condition which stays fulfilled; the end of the range if none does.
  private static func bisect(_ range: Range<Int>, where isReached: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isReached(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
