import ChartEngine

/// A sum and a mean of numbers that together may be beyond all doubles, for a while or in the end.
struct WideSum {
  private var sum = RunningSum()
  /// The same of numbers that are so much smaller that no list of them is beyond what doubles hold.
  private var small = RunningSum()
  private(set) var count = 0.0

  /// A power of two, so that no digit is lost.
  private static let scale = 0x1p-64

  mutating func add(_ value: Double) {
    sum.add(value)
    small.add(value * WideSum.scale)
    count += 1
  }

  mutating func add(_ other: WideSum) {
    sum.add(other.sum)
    small.add(other.small)
    count += other.count
  }

  /// NaN if it is beyond all doubles.
  var value: Double {
    let value = sum.value
    return value.isFinite ? value : (small.value / WideSum.scale).orMissing
  }

  /// NaN if there are none.
  var mean: Double {
    let value = sum.value
    return value.isFinite ? value / count : (small.value / count / WideSum.scale).orMissing
  }
}
