/// From where to where each bar reaches: from the baseline, or from the end of the bar below it in its stack. Positive ones
/// grow upwards, negative ones downwards, each on its own kind (B2).
struct BarStacks: Sendable {
  /// For each series that is a bar: the values at which its bars begin and end, NaN where there is none.
  private let spans: [Int: [Span]]
  /// The least and the greatest end of each series' bars: every layout asks for them.
  private let extents: [Int: ClosedRange<Double>]

  /// A bar's two ends; `end` is the one away from the baseline.
  struct Span: Hashable, Sendable {
    var base: Double
    var end: Double

    /// Whether there is a bar: its value is a number.
    var isFinite: Bool { end.isFinite && base.isFinite }
  }

  /// - Parameters:
  ///   - columns: the series that stand on one another, the lowest first.
  ///   - values: the values of a series.
  ///   - baseline: where bars begin that stand on nothing.
  /// - Complexity: O(*n*) in the number of values.
  init(columns: [[Int]], baseline: Double = 0, values: (Int) -> ArraySlice<Double>) {
    var spans: [Int: [Span]] = [:]
    for column in columns {
      var above: [Double] = []
      var below: [Double] = []
      for series in column {
        let values = values(series)
        if above.count < values.count {
          above += [Double](repeating: baseline, count: values.count - above.count)
          below += [Double](repeating: baseline, count: values.count - below.count)
        }
        spans[series] = values.enumerated().map { index, value in
          guard value.isFinite else { return Span(base: .nan, end: .nan) }
          let base = value < 0 ? below[index] : above[index]
          // A lone bar ends at its value; one on others at the sum. Beyond all doubles it stays where they end.
          let sum = column.count == 1 ? value : base + value
          let end = sum.isFinite ? sum : sum < 0 ? -Double.greatestFiniteMagnitude : .greatestFiniteMagnitude
          if value < 0 { below[index] = end } else { above[index] = end }
          return Span(base: base, end: end)
        }
      }
    }
    self.spans = spans
    extents = spans.compactMapValues { spans in
      BarStacks.extent(of: spans[...]).map { $0.low...$0.high }
    }
  }

  /// The ends of a series' bars, NaN where there is none; empty for one that has none.
  func spans(of series: Int) -> [Span] { spans[series] ?? [] }

  /// The ends of a series' bar at an index; `nil` if there is none.
  func span(series: Int, at index: Int) -> Span? {
    guard let spans = spans[series], spans.indices.contains(index), spans[index].isFinite else { return nil }
    return spans[index]
  }

  /// The least and the greatest end of a series' bars; `nil` if it has none.
  func extent(of series: Int) -> ClosedRange<Double>? { extents[series] }

  /// The same for some of them.
  /// - Complexity: O(*n*) in their number.
  func extent(of series: Int, in range: Range<Int>) -> (low: Double, high: Double)? {
    guard let spans = spans[series] else { return nil }
    return BarStacks.extent(of: spans[range.clamped(to: spans.indices)])
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
