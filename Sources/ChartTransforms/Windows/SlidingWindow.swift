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
    case .sum where areBounded(values): folded(values, RunningSum()) { sum, _ in sum.value }
    // Of ten million means none needs the decimals of its sum.
    case .mean where areBounded(values): folded(values, Total()) { total, count in total.value / Double(count) }
    case .sum: folded(values, WideSum()) { sum, _ in sum.value }
    case .mean: folded(values, WideSum()) { sum, _ in sum.mean }
    case .min: folded(values, Least()) { least, _ in least.value }
    case .max: folded(values, Greatest()) { greatest, _ in greatest.value }
    case .median: try medians(values, run)
    }
  }

  /// Whether no sum of a window is beyond all doubles, so that the quicker one will do.
  private func areBounded(_ values: [Double]) -> Bool {
    let limit = Double.greatestFiniteMagnitude / Double(width) / 2
    return !values.contains { abs($0) > limit }
  }

  /// The positions of a window that there are.
  private func range(_ index: Int, _ count: Int) -> Range<Int> {
    max(0, index + ahead - width + 1)..<min(count, index + ahead + 1)
  }

  /// Folded from the beginning of each stretch of the window's width, and from its end: a window is a part of two of them.
  /// Nothing is taken away again, so that no rounding is left over from what is long past.
  /// - Parameters:
  ///   - empty: What is known of no number.
  ///   - result: Gets what is known of the numbers of a window, and how many they are.
  @inline(__always)
  private func folded<Fold: WindowFold>(
    _ values: [Double], _ empty: Fold, _ result: (Fold, Int) -> Double
  ) -> [Double] {
    let count = values.count
    var results = [Double](repeating: .nan, count: count)
    // How many values the window holds, and where the stretch begins that its last one is in.
    var (present, next, stretch) = (0, 0, 0)
    // What is known of that stretch up to the window's end, and of an earlier one from each of its positions on.
    var (front, back) = (empty, BackFolds(start: -1, folds: [Fold]()))
    for index in 0..<count {
      let range = range(index, count)
      while next < range.upperBound {
        if next - stretch == width {
          back = BackFolds(values, stretch..<next, empty)
          (stretch, front) = (next, empty)
        }
        if !values[next].isNaN {
          present += 1
          front.add(values[next])
        }
        next += 1
      }
      // From one window to the next at most one value is left behind.
      if range.lowerBound > 0, range.lowerBound == index + ahead - width + 1, !values[range.lowerBound - 1].isNaN {
        present -= 1
      }
      let first = range.lowerBound
      // Behind the last value windows only become shorter.
      if first > stretch, back.start != stretch { back = BackFolds(values, stretch..<next, empty) }
      guard present >= least else { continue }
      var whole = first == stretch ? front : back[first]
      if first < stretch { whole.add(front) }
      results[index] = result(whole, present)
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

/// What is known of some numbers of a window.
private protocol WindowFold {
  mutating func add(_ value: Double)
  mutating func add(_ other: Self)
}

/// What is known of a stretch from each of its positions to its end.
private struct BackFolds<Fold: WindowFold> {
  let start: Int
  let folds: [Fold]

  init(start: Int, folds: [Fold]) { (self.start, self.folds) = (start, folds) }

  init(_ values: [Double], _ stretch: Range<Int>, _ empty: Fold) {
    var folds = [Fold](repeating: empty, count: stretch.count)
    var fold = empty
    for index in stretch.reversed() {
      if !values[index].isNaN { fold.add(values[index]) }
      folds[index - stretch.lowerBound] = fold
    }
    self.init(start: stretch.lowerBound, folds: folds)
  }

  subscript(position: Int) -> Fold { folds[position - start] }
}

extension RunningSum: WindowFold {}

extension WideSum: WindowFold {}

private struct Total: WindowFold {
  var value = 0.0

  mutating func add(_ other: Double) { value += other }
  mutating func add(_ other: Total) { add(other.value) }
}

private struct Least: WindowFold {
  var value = Double.infinity

  mutating func add(_ other: Double) { if other < value { value = other } }
  mutating func add(_ other: Least) { add(other.value) }
}

private struct Greatest: WindowFold {
  var value = -Double.infinity

  mutating func add(_ other: Double) { if other > value { value = other } }
  mutating func add(_ other: Greatest) { add(other.value) }
}
