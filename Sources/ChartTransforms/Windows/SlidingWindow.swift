import ChartEngine
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
    case .sum: folded(values, Adding.self)
    case .mean: folded(values, Adding.self, isMean: true)
    case .min: folded(values, Least.self)
    case .max: folded(values, Greatest.self)
    case .median: try medians(values, run)
    }
  }

  /// The positions of a window that there are.
  private func range(_ index: Int, _ count: Int) -> Range<Int> {
    max(0, index + ahead - width + 1)..<min(count, index + ahead + 1)
  }

  /// Folded from the beginning of each stretch of the window's width, and from its end: a window is a part of two of them.
  /// Nothing is taken away again, so that no rounding is left over from what is long past.
  private func folded<Fold: WindowFold>(_ values: [Double], _ fold: Fold.Type, isMean: Bool = false) -> [Double] {
    let count = values.count
    var fromStart = [Double](repeating: Fold.empty, count: count)
    var fromEnd = fromStart
    var start = 0
    while start < count {
      let end = min(start + width, count)
      var folded = Fold.empty
      for index in start..<end {
        folded = Fold.folded(folded, values[index].isNaN ? Fold.empty : values[index])
        fromStart[index] = folded
      }
      folded = Fold.empty
      for index in (start..<end).reversed() {
        folded = Fold.folded(values[index].isNaN ? Fold.empty : values[index], folded)
        fromEnd[index] = folded
      }
      start = end
    }
    var results = [Double](repeating: .nan, count: count)
    // How many values the window holds, and where the stretch begins that its last one is in.
    var (present, next, stretch) = (0, 0, 0)
    for index in 0..<count {
      let range = range(index, count)
      while next < range.upperBound {
        if !values[next].isNaN { present += 1 }
        if next - stretch == width { stretch += width }
        next += 1
      }
      // From one window to the next at most one value is left behind.
      if range.lowerBound > 0, range.lowerBound == index + ahead - width + 1, !values[range.lowerBound - 1].isNaN {
        present -= 1
      }
      guard present >= least else { continue }
      let (first, last) = (range.lowerBound, range.upperBound - 1)
      let result =
        first < stretch
        ? Fold.folded(fromEnd[first], fromStart[last]) : first == stretch ? fromStart[last] : fromEnd[first]
      results[index] = isMean ? result / Double(present) : result
    }
    return results
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

/// How the numbers of a window become one.
private protocol WindowFold {
  static var empty: Double { get }
  static func folded(_ left: Double, _ right: Double) -> Double
}

private enum Adding: WindowFold {
  static var empty: Double { 0 }
  @inline(__always) static func folded(_ left: Double, _ right: Double) -> Double { left + right }
}

private enum Least: WindowFold {
  static var empty: Double { .infinity }
  @inline(__always) static func folded(_ left: Double, _ right: Double) -> Double { right < left ? right : left }
}

private enum Greatest: WindowFold {
  static var empty: Double { -.infinity }
  @inline(__always) static func folded(_ left: Double, _ right: Double) -> Double { right > left ? right : left }
}
