import ChartEngine
import Databases
import Synchronization
import TestSupport

@testable import ChartData

/// Lines whose rows are in memory, looked through one by one whatever is asked: what any database has to answer.
final class LinesInMemory: LineProvider {
  let lines: [[LineRow]]
  let isFast: Bool
  var lineCount: Int { lines.count }
  /// Why the next questions for columns are not answered, the first of them first.
  let faults = Mutex<[DatabaseFault]>([])
  private let counts = Mutex((queries: 0, rows: 0, columns: 0))

  /// - Parameter lines: Rows in any order.
  init(_ lines: [[LineRow]], isFast: Bool = false) {
    self.lines = lines.map { $0.sorted(by: LineRow.precedes) }
    self.isFast = isFast
  }

  /// How often it was asked, how often for columns, and how many rows it has given.
  var asked: (queries: Int, rows: Int, columns: Int) { counts.withLock { $0 } }

  private func note(rows: Int) {
    counts.withLock { counts in
      counts.queries += 1
      counts.rows += rows
    }
  }

  func totals(unless isCancelled: @escaping @Sendable () -> Bool) -> [LineTotals] {
    lines.map { rows in
      LineTotals(count: rows.count, extent: rows.first.flatMap { first in rows.last.map { first.x...$0.x } })
    }
  }

  func sample(atMost count: Int, unless isCancelled: @escaping @Sendable () -> Bool) -> [[LineRow]] {
    lines.map { rows in stride(from: 0, to: rows.count, by: max(rows.count / count, 1)).map { rows[$0] } }
  }

  func buckets(
    in columns: DyadicColumns, _ indices: ClosedRange<Int>, countingFrom start: Double?,
    unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [LineBuckets] {
    if let fault = faults.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw fault }
    let found = lines.map { rows -> LineBuckets in
      var found = LineBuckets()
      let (first, end) = (
        columns.start(of: Double(indices.lowerBound)), columns.start(of: Double(indices.upperBound) + 1)
      )
      found.countBefore = rows.count { $0.x < first && $0.x >= start ?? first }
      let inside = rows.filter { $0.x >= first && $0.x < end }
      var place = 0
      while place < inside.count {
        let index = columns.index(of: inside[place].x)
        let own = inside[place...].prefix { columns.index(of: $0.x) == index }
        place = own.endIndex
        let valued = own.filter(\.hasValue)
        let (low, high) = (valued.map(\.y).min(), valued.map(\.y).max())
        let gap = own[own.startIndex]
        found.buckets.append(
          LineBucket(
            index: Int(index), count: own.count, valueCount: valued.count, first: valued.first ?? gap,
            least: valued.first { $0.y == low } ?? gap, greatest: valued.first { $0.y == high } ?? gap,
            last: valued.last ?? gap))
      }
      return found
    }
    note(rows: found.reduce(0) { $0 + $1.buckets.count })
    counts.withLock { $0.columns += 1 }
    return found
  }

  func rows(
    of line: Int, in parts: [Range<Double>], atMost limit: Int, unless isCancelled: @escaping @Sendable () -> Bool
  ) -> [LineRow] {
    let rows = Array(lines[line].filter { row in parts.contains { $0.contains(row.x) } }.prefix(limit * parts.count))
    note(rows: rows.count)
    return rows
  }

  func rows(
    of line: Int, beside position: Double, _ side: LineSide, within bound: Double, count: Int,
    unless isCancelled: @escaping @Sendable () -> Bool
  ) -> [LineRow] {
    note(rows: count)
    return switch side {
    case .before: Array(lines[line].filter { $0.x < position && $0.x >= bound }.suffix(count))
    case .from: Array(lines[line].filter { $0.x >= position && $0.x < bound }.prefix(count))
    }
  }
}

/// Rows of all kinds: even and uneven, many at one position, gaps, runs of one value, spikes.
enum LineSample: String, CaseIterable {
  case walk, uneven, ties, gaps, torn, constant, spikes, steps, twins, far

  func rows(_ count: Int, _ random: inout SplitMix64) -> [LineRow] {
    var (x, y) = (0.0, 0.0)
    return (0..<count).map { index in
      y += Double(random.whole(-100...100)) / 16
      switch self {
      case .walk: return LineRow(x: Double(index), y: y)
      case .uneven:
        x += random.chance(0.001) ? 500 : random.number(0...2)
        return LineRow(x: x, y: y)
      case .ties:
        if !random.chance(0.7) { x += Double(random.whole(1...3)) }
        return LineRow(x: x, y: y)
      case .gaps: return LineRow(x: Double(index), y: (index / 700) % 3 == 1 ? .nan : y)
      case .torn: return LineRow(x: Double(index), y: random.chance(0.01) ? .nan : y)
      case .constant: return LineRow(x: Double(index), y: (index / 900) % 2 == 0 ? 4 : y)
      case .spikes: return LineRow(x: Double(index), y: random.chance(0.0005) ? 1e4 : Double(random.whole(0...3)))
      case .steps: return LineRow(x: Double(index / 37) * 10, y: Double((index / 2_000) % 5))
      case .twins: return LineRow(x: Double(index / 3), y: Double(index / 9 % 7))
      case .far: return LineRow(x: 1_700_000_000_000 + Double(index) * 250.125, y: y)
      }
    }
  }
}
