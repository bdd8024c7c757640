/// Quantiles of numbers, none of which is missing.
package enum Quantile {
  /// The number below which a share of all lies, of two between which it falls so much of the way as is left (Hyndman and Fan's
  /// type 7).
  /// - Parameters:
  ///   - share: From 0 to 1.
  ///   - values: In any order; they are put into another.
  /// - Complexity: O(*n*); at worst, for orders that somebody made for it, O(*n* log *n*).
  package static func value(_ share: Double, of values: UnsafeMutableBufferPointer<Double>) -> Double {
    guard !values.isEmpty else { return .nan }
    let position = Swift.min(Swift.max(share, 0), 1) * Double(values.count - 1)
    let below = Swift.min(Int(position), values.count - 1)
    select(below, in: values)
    let (lower, part) = (values[below], position - Double(below))
    guard part > 0, below + 1 < values.count else { return lower }
    var upper = values[below + 1]
    for index in below + 2..<Swift.max(values.count, below + 2) where values[index] < upper { upper = values[index] }
    return between(lower, upper, part)
  }

  /// Puts the number into a place that would be there if all were sorted, no greater ones before it and no lesser ones behind
  /// it (Hoare, 1961).
  private static func select(_ place: Int, in values: UnsafeMutableBufferPointer<Double>) {
    var (low, high, rounds) = (0, values.count - 1, 64)
    while low < high {
      guard high - low > 16, rounds > 0 else {
        var rest = UnsafeMutableBufferPointer(rebasing: values[low...high])
        rest.sort()
        return
      }
      rounds -= 1
      let (first, middle, last) = (values[low], values[low + (high - low) / 2], values[high])
      let pivot = Swift.max(Swift.min(first, middle), Swift.min(Swift.max(first, middle), last))
      var (left, right) = (low, high)
      while left <= right {
        while values[left] < pivot { left += 1 }
        while values[right] > pivot { right -= 1 }
        guard left <= right else { break }
        values.swapAt(left, right)
        left += 1
        right -= 1
      }
      if place <= right { high = right } else if place >= left { low = left } else { return }
    }
  }

  /// The same of numbers that rise.
  /// - Returns: NaN if there are none.
  package static func value(_ share: Double, ofSorted values: ArraySlice<Double>) -> Double {
    guard let first = values.first else { return .nan }
    guard share > 0 else { return first }
    let position = Swift.min(share, 1) * Double(values.count - 1)
    let below = Int(position)
    let lower = values[values.startIndex + below]
    guard below + 1 < values.count else { return lower }
    let part = position - Double(below)
    return between(lower, values[values.startIndex + below + 1], part)
  }

  /// A part of the way from a number to one that is no less.
  private static func between(_ lower: Double, _ upper: Double, _ part: Double) -> Double {
    // Infinities less themselves would be nothing.
    guard part > 0 else { return lower }
    let distance = upper - lower
    // That of the greatest doubles is beyond all.
    return distance.isFinite ? lower + distance * part : lower * (1 - part) + upper * part
  }
}
