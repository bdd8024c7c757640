import ChartModel
import JSONModel

/// What the numbers of each window of a sequence have together, each with as many before it as the window says.
struct SlidingWindow {
  let width: Int
  /// How many numbers there have to be.
  let least: Int
  /// How many positions the window reaches beyond the one it is for.
  let ahead: Int

  init(_ spec: RollingSpec) {
    width = spec.window
    least = min(spec.least ?? spec.window, spec.window)
    ahead = spec.alignment == .center ? (spec.window - 1) / 2 : 0
  }

  /// - Complexity: O(*n*); for medians O(*n* · *w*) moves of memory at worst.
  func results(
    _ values: [Double], _ function: RollingSpec.Function, _ run: TransformRun
  ) throws(InvalidValue) -> [Double] {
    switch function {
    case .sum: folded(values, 0, +)
    case .mean: zip(folded(values, 0, +), counts(values)).map { $0 / $1 }
    case .min: folded(values, .infinity) { min($0, $1) }
    case .max: folded(values, -.infinity) { max($0, $1) }
    case .median: try medians(values, run)
    }
  }

  /// The positions of a window that there are.
  private func range(_ index: Int, _ count: Int) -> Range<Int> {
    max(0, index + ahead - width + 1)..<min(count, index + ahead + 1)
  }

  private func counts(_ values: [Double]) -> [Double] {
    var sums = [0]
    sums.reserveCapacity(values.count + 1)
    for value in values { sums.append((sums.last ?? 0) + (value.isNaN ? 0 : 1)) }
    return values.indices.map { index in
      let range = range(index, values.count)
      return Double(sums[range.upperBound] - sums[range.lowerBound])
    }
  }

  /// Folded from the beginning of each stretch of the window's width, and from its end: a window is a part of two of them.
  /// Nothing is taken away again, so that no rounding is left over from what is long past.
  private func folded(_ values: [Double], _ empty: Double, _ fold: (Double, Double) -> Double) -> [Double] {
    let present = values.map { $0.isNaN ? empty : $0 }
    let count = values.count
    var (fromStart, fromEnd) = (present, present)
    for index in present.indices where index % width != 0 {
      fromStart[index] = fold(fromStart[index - 1], present[index])
    }
    for index in present.indices.reversed() where index + 1 < count && (index + 1) % width != 0 {
      fromEnd[index] = fold(present[index], fromEnd[index + 1])
    }
    let counts = counts(values)
    return values.indices.map { index in
      guard counts[index] >= Double(least) else { return .nan }
      let range = range(index, count)
      let (first, last) = (range.lowerBound, range.upperBound - 1)
      // Within one stretch, which only windows at the ends or whole ones are.
      if first / width == last / width {
        return first % width == 0
          ? fromStart[last] : (last + 1) % width == 0 || last == count - 1 ? fromEnd[first] : fromStart[last]
      }
      return fold(fromEnd[first], fromStart[last])
    }
  }

  private func medians(_ values: [Double], _ run: TransformRun) throws(InvalidValue) -> [Double] {
    var sorted: [Double] = []
    var (first, last) = (0, 0)
    var results: [Double] = []
    results.reserveCapacity(values.count)
    for index in values.indices {
      if index.isMultiple(of: 1_024) { try run.check() }
      let range = range(index, values.count)
      while last < range.upperBound {
        if !values[last].isNaN { sorted.insert(values[last], at: place(of: values[last], in: sorted)) }
        last += 1
      }
      while first < range.lowerBound {
        if !values[first].isNaN { sorted.remove(at: place(of: values[first], in: sorted)) }
        first += 1
      }
      results.append(sorted.count >= least ? Quantile.value(0.5, ofSorted: sorted[...]) : .nan)
    }
    return results
  }

  /// The first place at which a number does not come before those that are there.
  private func place(of value: Double, in sorted: [Double]) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
