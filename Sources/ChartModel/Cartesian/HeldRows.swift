/// Which rows of a series are held, where there are too many for all of them: those that what is looked at needs.
///
/// The values and positions of the series are those of these rows, in the order of all rows: by position, and of one position by value.
package struct HeldRows: Hashable, Sendable {
  /// Which line of its chart the series is.
  package var line = HeldLine()
  /// How many rows there are.
  package var count: Int
  /// The place of each held row among all of them: rising, and in [0, ``count``).
  package var ranks: [Int]
  /// Those of the held rows, by their indices, of which the place is not known: it is somewhere between those beside it.
  package var unplaced: Set<Int>
  /// From where to where all rows are held: in rising order, and apart from one another.
  package var complete: [ClosedRange<Double>]

  package init(count: Int, ranks: [Int], unplaced: Set<Int> = [], complete: [ClosedRange<Double>] = []) {
    (self.count, self.ranks, self.unplaced, self.complete) = (count, ranks, unplaced, complete)
  }

  /// As a column of a document has it: how many rows there are, how many parts are complete, from where to where each is, and the
  /// places, with a half where they are not known.
  package var numbers: [Double] {
    [Double(count), Double(complete.count)] + complete.flatMap { [$0.lowerBound, $0.upperBound] }
      + ranks.enumerated().map { Double($1) + (unplaced.contains($0) ? 0.5 : 0) }
  }

  /// - Parameter numbers: As ``numbers`` gives them.
  /// - Returns: `nil` for what are none.
  package init?(numbers: some Collection<Double>) {
    let all = Array(numbers)
    guard all.count >= 2, let count = Int(exactly: all[0]), let parts = Int(exactly: all[1]), count >= 0,
      (0...(all.count - 2) / 2).contains(parts)
    else { return nil }
    var complete: [ClosedRange<Double>] = []
    for part in 0..<parts {
      let ends = (all[2 + 2 * part], all[3 + 2 * part])
      guard ends.0 <= ends.1, complete.last.map({ $0.upperBound < ends.0 }) ?? true else { return nil }
      complete.append(ends.0...ends.1)
    }
    let places = all[(2 + 2 * parts)...]
    let ranks = places.map { Int(exactly: $0.rounded(.down)) ?? -1 }
    guard ranks.allSatisfy({ $0 >= 0 && $0 < count }), zip(ranks, ranks.dropFirst()).allSatisfy({ $0 < $1 }) else {
      return nil
    }
    let unplaced = zip(ranks.indices, places).filter { $1.rounded() != $1 }.map { $0.0 }
    self.init(count: count, ranks: ranks, unplaced: Set(unplaced), complete: complete)
  }

  /// How many rows there are from one that is held up to, and without, another.
  /// - Parameter range: Their indices among those that are held; the one after the last is after all rows.
  package func count(in range: Range<Int>) -> Int {
    func rank(_ index: Int) -> Int { ranks.indices.contains(index) ? ranks[index] : count }
    return range.isEmpty ? 0 : max(0, rank(range.upperBound) - rank(range.lowerBound))
  }

  /// The index, among those that are held, of the row at a place among all; `nil` if it is not held.
  /// - Complexity: O(log *n*)
  package func index(ofRank rank: Int) -> Int? {
    var (low, high) = (0, ranks.count)
    while low < high {
      let middle = low + (high - low) / 2
      if ranks[middle] < rank { low = middle + 1 } else { high = middle }
    }
    return low < ranks.count && ranks[low] == rank ? low : nil
  }

  /// Whether all rows of a part are held.
  package func isComplete(in part: ClosedRange<Double>) -> Bool {
    complete.contains { $0.lowerBound <= part.lowerBound && part.upperBound <= $0.upperBound }
  }
}

/// A line of a chart, or of the charts that it is made of, of which only some rows are held.
package struct HeldLine: Hashable, Sendable {
  /// Which of the rows that the chart's author names are the line's.
  package enum Rows: Hashable, Sendable {
    case all
    /// Those that the charts leave which the chart is linked with, and those that stand out there.
    case filtered, highlighted
  }

  /// Which of all plots it is in: the charts of a layout and small multiples are numbered through.
  package var plot: Int
  package var series: Int
  package var rows: Rows

  package init(plot: Int = 0, series: Int = 0, rows: Rows = .all) {
    (self.plot, self.series, self.rows) = (plot, series, rows)
  }
}
