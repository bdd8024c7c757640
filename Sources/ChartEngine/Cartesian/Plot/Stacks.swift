import ChartModel

/// From where to where each entry reaches of series that stand on one another, or on the baseline. Positive bars grow upwards,
/// negative ones downwards, each on its own kind (B2); lines add up whatever they are, since they would be torn apart (M3).
struct Stacks: Sendable {
  /// Series that stand on one another, the lowest first.
  struct Column: Sendable {
    var series: [Int]
    /// Whether negative values stand on one another below the baseline.
    var isParted: Bool
  }

  /// For each series that stands somewhere: the values at which its entries begin and end, NaN where there is none.
  private var spans: [Int: [Span]]
  /// The least and the greatest end of each series: every layout asks for them.
  private let extents: [Int: ClosedRange<Double>]

  /// An entry's two ends; `end` is the one away from the baseline.
  struct Span: Hashable, Sendable {
    var base: Double
    var end: Double

    /// Whether there is an entry: its value is a number.
    var isFinite: Bool { end.isFinite && base.isFinite }

    /// Where another value of an entry is that is drawn here, such as an end of its error: as far beyond what the entry stands on,
    /// in the same measure.
    func place(of other: Double, own value: Double) -> Double {
      let (length, isSame) = (end - base, end == value)
      guard !isSame else { return other }
      // In percent a value is as long as its share.
      let share = value != 0 && abs(length - value) > 1e-9 * abs(value) ? length / value : 1
      return share.isFinite ? end + (other - value) * share : other
    }
  }

  /// - Parameters:
  ///   - columns: what stands on what.
  ///   - stacking: what becomes of the values of columns with several series, or in percent of all.
  ///   - bases: where the entries of series begin that stand on nothing, not even 0.
  ///   - values: the values of a series.
  /// - Complexity: O(*n*) in the number of values.
  init(
    columns: [Column], _ stacking: CartesianSpec.Stacking = .sum, bases: [Int: [Double]] = [:],
    values: (Int) -> ArraySlice<Double>
  ) {
    var spans: [Int: [Span]] = [:]
    for column in columns {
      if column.series.count == 1, let bases = bases[column.series[0]] {
        spans[column.series[0]] = zip(values(column.series[0]), bases).map { value, base in
          value.isFinite && base.isFinite ? Span(base: base, end: value) : Span(base: .nan, end: .nan)
        }
        continue
      }
      var values = column.series.map(values)
      if stacking == .percent { values = Stacks.percent(values) }
      let isAlone = column.series.count == 1
      let count = values.map(\.count).max() ?? 0
      var above = [Double](repeating: 0, count: count)
      var below = above
      for (series, values) in zip(column.series, values) {
        let first = values.firstIndex(where: \.isFinite).map { $0 - values.startIndex } ?? count
        let last = values.lastIndex(where: \.isFinite).map { $0 - values.startIndex } ?? -1
        spans[series] = values.enumerated().map { index, value in
          guard value.isFinite else {
            // Before its first value and behind its last one an area is nothing: it ends in a point on what is below it.
            let isEnd = !column.isParted && !isAlone && (index == first - 1 || index == last + 1)
            return isEnd ? Span(base: above[index], end: above[index]) : Span(base: .nan, end: .nan)
          }
          let isBelow = value < 0 && column.isParted
          let base = isBelow ? below[index] : above[index]
          // A lone bar ends at its value; one on others at the sum. Beyond all doubles it stays where they end.
          var end = Stacks.bounded(isAlone ? value : base + value)
          // Shares add up to all of it, but for rounding.
          if stacking == .percent, abs(abs(end) - 100) < 1e-6 { end = end < 0 ? -100 : 100 }
          if isBelow { below[index] = end } else { above[index] = end }
          return Span(base: base, end: end)
        }
      }
      guard stacking == .stream, !isAlone else { continue }
      for series in column.series {
        spans[series] = spans[series]?.enumerated().map { index, span in
          let middle = above[index] / 2 + below[index] / 2
          return Span(base: Stacks.bounded(span.base - middle), end: Stacks.bounded(span.end - middle))
        }
      }
    }
    self.spans = spans
    extents = spans.compactMapValues { spans in
      Stacks.extent(of: spans[...]).map { $0.low...$0.high }
    }
  }

  /// Values as percent of what all values at their place are together, whatever their signs; those of nothing are 0.
  private static func percent(_ values: [ArraySlice<Double>]) -> [ArraySlice<Double>] {
    let count = values.map(\.count).max() ?? 0
    // Halves of hundreds of the greatest numbers would have no sum.
    let scale = 0x1p-20
    let sums = (0..<count).map { index in
      values.reduce(0.0) { sum, values in
        let place = values.startIndex + index
        return values.indices.contains(place) && values[place].isFinite ? sum + abs(values[place]) * scale : sum
      }
    }
    return values.map { values in
      values.enumerated().map { index, value in
        sums[index] > 0 ? value * scale / sums[index] * 100 : value.isFinite ? 0 : value
      }[...]
    }
  }

  private static func bounded(_ value: Double) -> Double {
    min(max(value, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
  }

  /// The same with some entries of some series alone.
  /// - Parameter places: For each of these series which of its entries are taken, in their order.
  func taking(_ places: [Int: [Int]]) -> Stacks {
    var stacks = self
    for (series, places) in places {
      stacks.spans[series] = spans[series].map { spans in
        places.map { spans.indices.contains($0) ? spans[$0] : Span(base: .nan, end: .nan) }
      }
    }
    return stacks
  }

  /// The ends of a series' entries, NaN where there is none; empty for one that stands nowhere.
  func spans(of series: Int) -> [Span] { spans[series] ?? [] }

  /// The ends of a series' entry at an index; `nil` if there is none.
  func span(series: Int, at index: Int) -> Span? {
    guard let spans = spans[series], spans.indices.contains(index), spans[index].isFinite else { return nil }
    return spans[index]
  }

  /// The least and the greatest end of a series' entries; `nil` if it has none.
  func extent(of series: Int) -> ClosedRange<Double>? { extents[series] }

  /// The same for some of them.
  /// - Complexity: O(*n*) in their number.
  func extent(of series: Int, in range: Range<Int>) -> (low: Double, high: Double)? {
    guard let spans = spans[series] else { return nil }
    return Stacks.extent(of: spans[range.clamped(to: spans.indices)])
  }

  private static func extent(of spans: ArraySlice<Span>) -> (low: Double, high: Double)? {
    var lower = Double.infinity
    var upper = -Double.infinity
    for span in spans where span.isFinite {
      lower = min(lower, span.base, span.end)
      upper = max(upper, span.base, span.end)
    }
    return lower <= upper ? (lower, upper) : nil
  }
}
