package import ChartModel
package import JSONModel

/// How many of the rows whose value lies in an interval count in each of some marks, for any interval: counted without a look at most
/// of them.
///
/// Rows lie in about a thousand blocks by their value, and for each block is kept how many rows of it and of all before it count in
/// each mark (the data tiles of Moritz, Howe and Heer, *Falcon*, CHI 2019). So what lies between two blocks is a difference, and
/// only the rows of the two blocks at the ends are looked at, which makes the counts exact. Of ten million rows that takes some
/// tens of microseconds, where a scan takes tens of milliseconds.
package final class RowTiles: Sendable {
  private let values: GrowingArray<Double>
  /// Block by block.
  private let rows: [UInt32]
  /// The mark of each of these rows.
  private let marks: [UInt16]
  /// Where blocks begin among those; one more than there are blocks.
  private let starts: [Int]
  /// The least and the greatest value of each block; each is greater than those of the blocks before it.
  private let ends: [(least: Double, greatest: Double)]
  /// For each block the counts of all before it, and last those of all.
  private let sums: [UInt32]
  private let markCount: Int

  /// The most marks that rows can count in.
  package static let mostMarks = Int(UInt16.max)
  private static let (blockCount, cellCount) = (1_024, 1 << 17)
  /// The most numbers that are kept of all blocks together.
  private static let mostSums = 1 << 26

  /// How many bytes are needed for so many rows.
  package static func byteCount(rows: Int, marks: Int) -> Int {
    rows * (MemoryLayout<UInt32>.stride + MemoryLayout<UInt16>.stride)
      + (blocks(marks) + 1) * marks * MemoryLayout<UInt32>.stride
  }

  private static func blocks(_ marks: Int) -> Int { min(blockCount, max(mostSums / max(marks, 1), 1)) }

  /// - Parameters:
  ///   - values: Of the rows; what is missing lies in no interval.
  ///   - marks: For each row the mark that it counts in; -1 for none.
  ///   - markCount: How many marks there are, at most ``mostMarks``.
  ///   - isTaken: For each row whether it counts at all; `nil` for all.
  /// - Throws: ``InvalidValue`` without a path if nobody waits any more.
  /// - Complexity: O(*n* + *b* · *m*) for *b* blocks.
  package init(
    _ values: GrowingArray<Double>, marks codes: [Int32], markCount: Int, where isTaken: [Bool]?, _ run: TransformRun
  ) throws(InvalidValue) {
    precondition(markCount <= RowTiles.mostMarks && codes.count == values.count && values.count <= Int(UInt32.max))
    let count = values.count
    func counts(_ row: Int, _ values: UnsafeBufferPointer<Double>) -> Bool {
      codes[row] >= 0 && !values[row].isNaN && isTaken?[row] ?? true
    }
    // Cells of equal numbers of doubles, which keep their order: narrow where values are near 0.
    var (least, greatest, total) = (UInt64.max, UInt64.min, 0)
    try run.check()
    values.withUnsafeBufferPointer { values in
      for row in 0..<count where counts(row, values) {
        let key = RowTiles.key(values[row])
        (least, greatest, total) = (min(least, key), max(greatest, key), total + 1)
      }
    }
    let span = total > 0 ? greatest - least : 0
    let shift = UInt64(max(0, 64 - span.leadingZeroBitCount - RowTiles.cellCount.trailingZeroBitCount))
    var blockOfCell = [UInt16](repeating: 0, count: RowTiles.cellCount)
    var starts = [0]
    try run.check()
    values.withUnsafeBufferPointer { values in
      var inCell = [Int](repeating: 0, count: RowTiles.cellCount)
      for row in 0..<count where counts(row, values) { inCell[Int((RowTiles.key(values[row]) - least) >> shift)] += 1 }
      let wanted = max((total + RowTiles.blocks(markCount) - 1) / RowTiles.blocks(markCount), 1)
      var own = 0
      for cell in inCell.indices {
        if own >= wanted {
          starts.append(starts[starts.count - 1] + own)
          own = 0
        }
        blockOfCell[cell] = UInt16(truncatingIfNeeded: starts.count - 1)
        own += inCell[cell]
      }
      // None is empty but the only one.
      if own > 0 || starts.count == 1 { starts.append(starts[starts.count - 1] + own) }
    }
    let blockCount = starts.count - 1
    var ends = [(least: Double, greatest: Double)](repeating: (.infinity, -.infinity), count: blockCount)
    try run.check()
    var rows: [UInt32] = []
    let marks = values.withUnsafeBufferPointer { values in
      [UInt16](unsafeUninitializedCapacity: total) { marks, written in
        rows = [UInt32](unsafeUninitializedCapacity: total) { rows, written in
          var next = starts
          for row in 0..<count where counts(row, values) {
            let value = values[row]
            let block = Int(blockOfCell[Int((RowTiles.key(value) - least) >> shift)])
            let place = next[block]
            next[block] = place + 1
            rows[place] = UInt32(truncatingIfNeeded: row)
            marks[place] = UInt16(truncatingIfNeeded: codes[row])
            ends[block] = (min(ends[block].least, value), max(ends[block].greatest, value))
          }
          written = total
        }
        written = total
      }
    }
    try run.check()
    var sums = [UInt32](repeating: 0, count: (blockCount + 1) * markCount)
    sums.withUnsafeMutableBufferPointer { sums in
      for block in 0..<blockCount {
        let (before, after) = (block * markCount, (block + 1) * markCount)
        for mark in 0..<markCount { sums[after + mark] = sums[before + mark] }
        for place in starts[block]..<starts[block + 1] { sums[after + Int(marks[place])] += 1 }
      }
    }
    (self.values, self.rows, self.marks, self.markCount) = (values, rows, marks, markCount)
    (self.starts, self.ends, self.sums) = (starts, ends, sums)
  }

  /// A number that is ordered as values are.
  @inline(__always)
  private static func key(_ value: Double) -> UInt64 {
    let bits = (value + 0).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }

  /// How many of the rows whose value lies in an interval, both ends included, count in each mark.
  /// - Complexity: O(*m*), and the rows of two blocks.
  package func counts(in range: ClosedRange<Double>) -> [Double] {
    var counts = [Double](repeating: 0, count: markCount)
    // The blocks that may have any of them.
    let first = ends.partitioningIndex { $0.greatest >= range.lowerBound }
    let end = ends.partitioningIndex { $0.least > range.upperBound }
    guard first < end else { return counts }
    let isWhole = (
      ends[first].least >= range.lowerBound && (first < end - 1 || ends[first].greatest <= range.upperBound),
      ends[end - 1].greatest <= range.upperBound && (first < end - 1 || ends[first].least >= range.lowerBound)
    )
    let (start, stop) = (isWhole.0 ? first : first + 1, isWhole.1 ? end : end - 1)
    if start < stop {
      for mark in 0..<markCount {
        counts[mark] = Double(sums[stop * markCount + mark] - sums[start * markCount + mark])
      }
    }
    if !isWhole.0 { add(first, in: range, to: &counts) }
    if !isWhole.1, end - 1 > first { add(end - 1, in: range, to: &counts) }
    return counts
  }

  private func add(_ block: Int, in range: ClosedRange<Double>, to counts: inout [Double]) {
    values.withUnsafeBufferPointer { values in
      for place in starts[block]..<starts[block + 1] {
        let value = values[Int(rows[place])]
        if value >= range.lowerBound, value <= range.upperBound { counts[Int(marks[place])] += 1 }
      }
    }
  }
}

extension Array {
  /// The index of the first element of which something is true that is true of all after it.
  /// - Complexity: O(log *n*)
  fileprivate func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
