import ChartEngine
import Databases

/// Lines of several providers, one's behind another's.
struct JoinedLines: LineProvider {
  /// How many lines each has, and who.
  let groups: [(count: Int, provider: any LineProvider)]
  let order: QuestionOrder

  var isFast: Bool { groups.allSatisfy(\.provider.isFast) }
  var lineCount: Int { groups.reduce(0) { $0 + $1.count } }

  private func joined<Element: Sendable>(
    _ body: @escaping @Sendable (any LineProvider) throws(DatabaseFault) -> [Element]
  ) throws(DatabaseFault) -> [Element] {
    try order.answers(to: groups.map(\.provider)) { provider throws(DatabaseFault) in try body(provider) }.flatMap(
      \.self)
  }

  private func place(of line: Int) -> (provider: any LineProvider, line: Int)? {
    var line = line
    for group in groups {
      if line < group.count { return (group.provider, line) }
      line -= group.count
    }
    return nil
  }

  func totals(unless isCancelled: @escaping @Sendable () -> Bool) throws(DatabaseFault) -> [LineTotals] {
    try joined { provider throws(DatabaseFault) in try provider.totals(unless: isCancelled) }
  }

  func sample(
    atMost count: Int, unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [[LineRow]] {
    try joined { provider throws(DatabaseFault) in try provider.sample(atMost: count, unless: isCancelled) }
  }

  func buckets(
    in columns: DyadicColumns, _ indices: ClosedRange<Int>, countingFrom start: Double?,
    unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [LineBuckets] {
    try joined { provider throws(DatabaseFault) in
      try provider.buckets(in: columns, indices, countingFrom: start, unless: isCancelled)
    }
  }

  func rows(
    of line: Int, in parts: [Range<Double>], atMost limit: Int, unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [LineRow] {
    guard let (provider, line) = place(of: line) else { return [] }
    return try provider.rows(of: line, in: parts, atMost: limit, unless: isCancelled)
  }

  func rows(
    of line: Int, beside position: Double, _ side: LineSide, within bound: Double, count: Int,
    unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [LineRow] {
    guard let (provider, line) = place(of: line) else { return [] }
    return try provider.rows(of: line, beside: position, side, within: bound, count: count, unless: isCancelled)
  }
}
