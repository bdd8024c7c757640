import ChartEngine
import Databases

/// Where the rows of some lines are, which are too many to be held: it does the work that goes through all of them.
protocol LineProvider: Sendable {
  /// Whether columns cost so little that some are asked for before anybody needs them.
  var isFast: Bool { get }

  var lineCount: Int { get }

  /// How many rows each line has, and from where to where they reach.
  /// - Throws: ``DatabaseFault``
  func totals(unless isCancelled: @escaping @Sendable () -> Bool) throws(DatabaseFault) -> [LineTotals]

  /// Some rows of each line, spread over all of it, which come at once.
  /// - Throws: ``DatabaseFault``
  func sample(
    atMost count: Int, unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [[LineRow]]

  /// What lies in some columns of every line.
  /// - Parameters:
  ///   - indices: The numbers of the columns.
  ///   - start: From where on rows before the first of them are counted; the beginning of the columns if not given.
  /// - Returns: For each line its columns in which there are rows, in their order, with ranks from 0 on; and how many rows come before.
  /// - Throws: ``DatabaseFault``
  func buckets(
    in columns: DyadicColumns, _ indices: ClosedRange<Int>, countingFrom start: Double?,
    unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [LineBuckets]

  /// All rows of a line in some parts, in their order; no more than so many of each.
  /// - Parameter parts: Apart from one another.
  /// - Throws: ``DatabaseFault``
  func rows(
    of line: Int, in parts: [Range<Double>], atMost limit: Int, unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [LineRow]

  /// The last rows of a line before a position, or the first ones from it on, in their order.
  /// - Parameter bound: How far they are looked for.
  /// - Throws: ``DatabaseFault``
  func rows(
    of line: Int, beside position: Double, _ side: LineSide, within bound: Double, count: Int,
    unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [LineRow]
}

enum LineSide: Hashable, Sendable { case before, from }

/// How long a line is.
struct LineTotals: Hashable, Sendable {
  var count: Int
  /// From the first to the last row; `nil` without any.
  var extent: ClosedRange<Double>?
}

/// Some columns of a line.
struct LineBuckets: Hashable, Sendable {
  var buckets: [LineBucket] = []
  /// How many rows there are between the place where counting began and the first column.
  var countBefore = 0
}
