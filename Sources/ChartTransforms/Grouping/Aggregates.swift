import ChartEngine
import ChartModel
import JSONModel
import POSIX

/// What the values of each group have together. All pass over missing values, as SQL's do; of none at all there is nothing,
/// and 0 of them.
enum Aggregate: String, CaseIterable {
  case sum, mean, median, min, max, count, distinct, quantile, stdev, first, last

  static let names = allCases.map(\.rawValue)

  /// Whether it is a number of rows, whatever the column holds.
  var counts: Bool { self == .count || self == .distinct }

  /// Whether it is one of the values, or lies between them.
  var keepsType: Bool {
    switch self {
    case .mean, .median, .min, .max, .quantile, .first, .last: true
    case .sum, .count, .distinct, .stdev: false
    }
  }
}

/// Computes them.
struct Aggregation {
  let grouping: Grouping
  let run: TransformRun

  init(_ grouping: Grouping, _ run: TransformRun) {
    self.grouping = grouping
    self.run = run
  }

  /// How many rows each group has.
  func rowCounts() throws(InvalidValue) -> GrowingArray<Double> {
    var counts = [Double](repeating: 0, count: grouping.count)
    for (row, group) in grouping.ids.enumerated() {
      try run.check(row)
      counts[Int(group)] += 1
    }
    return GrowingArray(counts)
  }

  /// What the values of each group have together.
  /// - Parameter share: Of quantiles, from 0 to 1.
  /// - Throws: ``InvalidValue`` without a path if nobody waits any more.
  func column(_ aggregate: Aggregate, of values: GrowingArray<Double>, share: Double) throws(InvalidValue)
    -> GrowingArray<Double>
  {
    let result: [Double]
    switch aggregate {
    case .sum, .mean, .count: result = try sums(values, aggregate)
    case .min: result = try folded(values) { $0 < $1 ? $0 : $1 }
    case .max: result = try folded(values) { $0 > $1 ? $0 : $1 }
    case .first: result = try folded(values) { first, _ in first }
    case .last: result = try folded(values) { $1 }
    case .stdev: result = try deviations(values)
    case .median: result = try quantiles(values, 0.5)
    case .quantile: result = try quantiles(values, share)
    case .distinct: result = try distinct(values)
    }
    return GrowingArray(result)
  }

  // MARK: - In one pass

  @inline(__always)
  private func forEachPart(_ count: Int, _ body: (Range<Int>) -> Void) throws(InvalidValue) {
    var start = 0
    while start < count {
      try run.check()
      let end = Swift.min(start + TransformRun.stride, count)
      body(start..<end)
      start = end
    }
  }

  private func sums(_ values: GrowingArray<Double>, _ aggregate: Aggregate) throws(InvalidValue) -> [Double] {
    // Beside each other, so that all come with one line of memory.
    var totals = [(sum: RunningSum, count: Double)](repeating: (RunningSum(), 0), count: grouping.count)
    try forEachPart(values.count) { rows in
      values.withUnsafeBufferPointer { values in
        grouping.ids.withUnsafeBufferPointer { ids in
          totals.withUnsafeMutableBufferPointer { totals in
            for row in rows {
              let value = values[row]
              guard !value.isNaN else { continue }
              totals[Int(ids[row])].sum.add(value)
              totals[Int(ids[row])].count += 1
            }
          }
        }
      }
    }
    guard aggregate != .count else { return totals.map(\.count) }
    let isMean = aggregate == .mean
    let results = totals.map { $0.count > 0 ? $0.sum.value / (isMean ? $0.count : 1) : .nan }
    guard zip(totals, results).contains(where: { $0.count > 0 && !$1.isFinite }) else { return results }
    return try completed(results, values, isMean: isMean)
  }

  /// Results of all groups, with those anew whose sums are beyond all doubles.
  private func completed(
    _ results: [Double], _ values: GrowingArray<Double>, isMean: Bool
  ) throws(InvalidValue) -> [Double] {
    var sums = [WideSum](repeating: WideSum(), count: grouping.count)
    try forEachPart(values.count) { rows in
      for row in rows where !values[row].isNaN && !results[Int(grouping.ids[row])].isFinite {
        sums[Int(grouping.ids[row])].add(values[row])
      }
    }
    return results.indices.map { group in
      guard !results[group].isFinite, sums[group].count > 0 else { return results[group] }
      return isMean ? sums[group].mean : sums[group].value
    }
  }

  @inline(__always)
  private func folded(
    _ values: GrowingArray<Double>, _ next: (Double, Double) -> Double
  ) throws(InvalidValue) -> [Double] {
    var results = [Double](repeating: .nan, count: grouping.count)
    try forEachPart(values.count) { rows in
      values.withUnsafeBufferPointer { values in
        grouping.ids.withUnsafeBufferPointer { ids in
          results.withUnsafeMutableBufferPointer { results in
            for row in rows {
              let value = values[row]
              guard !value.isNaN else { continue }
              let group = Int(ids[row])
              results[group] = results[group].isNaN ? value : next(results[group], value)
            }
          }
        }
      }
    }
    return results
  }

  /// Of a sample: from two values on.
  private func deviations(_ values: GrowingArray<Double>) throws(InvalidValue) -> [Double] {
    let means = try sums(values, .mean)
    let counts = try sums(values, .count)
    func deviations(_ scale: Double) throws(InvalidValue) -> [Double] {
      var squares = [Double](repeating: 0, count: grouping.count)
      try forEachPart(values.count) { rows in
        values.withUnsafeBufferPointer { values in
          for row in rows where !values[row].isNaN {
            let group = Int(grouping.ids[row])
            let distance = values[row] * scale - means[group] * scale
            squares[group] += distance * distance
          }
        }
      }
      return squares.indices.map { counts[$0] > 1 ? (squares[$0] / (counts[$0] - 1)).squareRoot() / scale : .nan }
    }
    var results = try deviations(1)
    func isLost(_ group: Int) -> Bool { counts[group] > 1 && !results[group].isFinite }
    // Squares beyond all doubles are those of great numbers, which have as many digits when they are smaller.
    if results.indices.contains(where: isLost) {
      let small = try deviations(0x1p-600)
      for group in results.indices where isLost(group) { results[group] = small[group].orMissing }
    }
    // Squares of small numbers are none at all, or have few digits; great numbers differ by none so small.
    func isTiny(_ group: Int) -> Bool { results[group] < 0x1p-480 && abs(means[group]) < 0x1p-400 }
    if results.indices.contains(where: isTiny) {
      let great = try deviations(0x1p600)
      for group in results.indices where isTiny(group) { results[group] = great[group] }
    }
    return results
  }

  // MARK: - Of all values of a group

  /// The values of each group, one group after the other, and where each begins.
  private func groupedValues(_ values: GrowingArray<Double>) throws(InvalidValue) -> (values: [Double], starts: [Int]) {
    let counts = try sums(values, .count)
    var starts = [0]
    starts.reserveCapacity(counts.count + 1)
    for count in counts { starts.append((starts.last ?? 0) + Int(saturating: count)) }
    var (next, present) = (starts, [Double](repeating: 0, count: starts.last ?? 0))
    try forEachPart(values.count) { rows in
      values.withUnsafeBufferPointer { values in
        grouping.ids.withUnsafeBufferPointer { ids in
          next.withUnsafeMutableBufferPointer { next in
            present.withUnsafeMutableBufferPointer { present in
              for row in rows where !values[row].isNaN {
                let group = Int(ids[row])
                present[next[group]] = values[row]
                next[group] += 1
              }
            }
          }
        }
      }
    }
    return (present, starts)
  }

  /// Between the two nearest values, as NumPy, R and most others have it (type 7).
  private func quantiles(_ values: GrowingArray<Double>, _ share: Double) throws(InvalidValue) -> [Double] {
    var (present, starts) = try groupedValues(values)
    var results: [Double] = []
    results.reserveCapacity(grouping.count)
    for group in 0..<grouping.count {
      if group.isMultiple(of: 64) || starts[group + 1] - starts[group] > TransformRun.stride { try run.check() }
      results.append(
        present.withUnsafeMutableBufferPointer {
          Quantile.value(share, of: UnsafeMutableBufferPointer(rebasing: $0[starts[group]..<starts[group + 1]]))
        })
    }
    return results
  }

  private func distinct(_ values: GrowingArray<Double>) throws(InvalidValue) -> [Double] {
    var (present, starts) = try groupedValues(values)
    var results: [Double] = []
    results.reserveCapacity(grouping.count)
    for group in 0..<grouping.count {
      if group.isMultiple(of: 64) || starts[group + 1] - starts[group] > TransformRun.stride { try run.check() }
      let range = starts[group]..<starts[group + 1]
      present[range].sort()
      let part = present[range]
      results.append(Double(part.isEmpty ? 0 : 1 + zip(part, part.dropFirst()).count { $0 != $1 }))
    }
    return results
  }
}
