import ChartEngine
import Databases
import Synchronization

// What a query asks a provider for, and how what it gives is kept.

extension LargeLines {
  /// Asks for what a query names, and keeps it.
  /// - Throws: ``DatabaseFault``
  func load(_ query: Query, unless isCancelled: @escaping @Sendable () -> Bool) throws(DatabaseFault) {
    switch query {
    case .whole:
      guard state.withLock({ $0.parts == nil }) else { return }
      // Both may go through all of the table: side by side they take twice as long, and it is the sample that somebody waits for.
      if let sample = state.withLock({ $0.flights[.sample] }) {
        let limit = LargeLines.headStart
        _ = try? wait(for: sample, until: .now + limit, Patience(limit: limit, isCancelled: isCancelled))
        if isCancelled() { throw .cancelled }
      }
      let whole = try whole(unless: isCancelled)
      state.withLock { state in
        if state.parts == nil { state.parts = LineParts(whole, mostKept: LineParts.mostKept / share) }
      }
    case .sample:
      let end = ContinuousClock.now + LargeLines.sampleTime
      let isLate: @Sendable () -> Bool = { [self] in .now > end || state.withLock { $0.parts != nil } }
      var sample: [[LineRow]] = []
      do throws(DatabaseFault) {
        sample = try provider.sample(atMost: LargeLines.sampleCount) { isCancelled() || isLate() }
      } catch {
        // What takes so long is of no use.
        guard error.kind == .cancelled, isLate() else { throw error }
      }
      state.withLock { $0.sample = sample.map { $0.sorted(by: LineRow.precedes) } }
    case .tiles(let columns, let numbers): try loadTiles(columns, numbers, unless: isCancelled)
    case .rows(let line, let ranges):
      let rows = try provider.rows(of: line, in: ranges, atMost: LineParts.mostRows, unless: isCancelled)
      state.withLock { state in
        for range in ranges {
          state.parts?.keep(rows.filter { range.contains($0.x) }, as: .rows(line: line, range))
        }
      }
    case .beside(let line, let position, let side):
      guard let bound = state.withLock({ $0.parts?.bound(of: line, beside: position, side) }) else { return }
      let rows = try provider.rows(of: line, beside: position, side, within: bound, count: 2, unless: isCancelled)
      state.withLock { $0.parts?.keep(rows, as: .beside(line: line, position, side)) }
    }
  }

  private static let sampleCount = 256
  private static let sampleTime = Duration.seconds(3)
  /// For how long nothing else is asked for beside it: one row of 8,192 takes a second of 10⁸ in ClickHouse, and all of a line fifteen.
  private static let headStart = Duration.seconds(1)

  private func whole(unless isCancelled: @escaping @Sendable () -> Bool) throws(DatabaseFault) -> LineParts.Whole {
    let totals = try provider.totals(unless: isCancelled)
    let extents = totals.compactMap(\.extent)
    let all = extents.dropFirst().reduce(extents.first) { all, next in
      all.map { min($0.lowerBound, next.lowerBound)...max($0.upperBound, next.upperBound) }
    }
    // Of one position alone any column will do.
    let columns = all.flatMap { LineParts.columns(of: $0) } ?? DyadicColumns(exponent: 0, isThreefold: false)
    var lines = [[LineBucket]](repeating: [], count: totals.count)
    if let all, let low = Int(exactly: columns.index(of: all.lowerBound)),
      let high = Int(exactly: columns.index(of: all.upperBound))
    {
      let found = try provider.buckets(in: columns, low...high, countingFrom: nil, unless: isCancelled)
      for (line, buckets) in found.enumerated() where lines.indices.contains(line) {
        lines[line] = LargeLines.ranked(buckets.buckets, from: 0)
      }
    }
    return LineParts.Whole(columns: columns, lines: lines, totals: totals)
  }

  private static func ranked(_ buckets: [LineBucket], from start: Int) -> [LineBucket] {
    var rank = start
    return buckets.map { bucket in
      var bucket = bucket
      bucket.rank = rank
      rank += bucket.count
      return bucket
    }
  }

  private func loadTiles(
    _ columns: DyadicColumns, _ numbers: ClosedRange<Int>, unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) {
    guard let known = state.withLock({ $0.parts }) else { return }
    let indices =
      LineParts.indices(ofTile: numbers.lowerBound)
      .lowerBound...LineParts.indices(ofTile: numbers.upperBound).upperBound
    let whole = known.whole.columns
    let first = whole.index(of: columns.start(of: Double(indices.lowerBound)))
    let found = try provider.buckets(in: columns, indices, countingFrom: whole.start(of: first), unless: isCancelled)
    let lines = known.whole.totals.indices.map { line -> [LineBucket] in
      guard found.indices.contains(line) else { return [] }
      let before = Int(exactly: first).map { known.rank(of: line, before: $0) } ?? 0
      return LargeLines.ranked(found[line].buckets, from: before + found[line].countBefore)
    }
    state.withLock { state in
      for number in numbers {
        let own = LineParts.indices(ofTile: number)
        state.parts?.keep(
          lines.map { Array($0[$0.place(ofColumn: own.lowerBound)..<$0.place(ofColumn: own.upperBound + 1)]) },
          as: .tile(columns, number))
      }
    }
  }
}
