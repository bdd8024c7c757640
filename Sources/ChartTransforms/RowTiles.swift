import ChartEngine
package import JSONModel

/// How many of the rows in an interval of a column, or in a rectangle of two, count in each of some marks, for any such interval:
/// counted without a look at most rows.
///
/// For each strip of a ``RowOrder``, or each block of its grid, is kept how many rows of it and of all before it count in each mark
/// (the data tiles of Moritz, Howe and Heer, *Falcon*, CHI 2019). So what lies between strips is a difference, and only the rows of
/// those at its sides are looked at, which makes the counts exact. Of ten million rows that takes some tens of microseconds, where a
/// scan takes tens of milliseconds.
package final class RowTiles: Sendable {
  private let order: RowOrder
  /// For each row the mark that it counts in; ``CountedMarks/none`` for none.
  private let marks: [UInt16]
  private let markCount: Int
  /// For each row whether it counts at all; `nil` for all.
  private let isTaken: [Bool]?
  /// How many strips are one of those that are counted: more than one where there are very many marks.
  private let step: Int
  /// How many there are of those along the second column.
  private let width: Int
  /// For each block, of one of the first column's strips after the other, the counts of all that lie before or in it along both.
  private let sums: [UInt32]

  /// The most marks that rows can count in.
  package static let mostMarks = CountedMarks.most
  /// The most numbers that are kept of all blocks together, unless even the fewest blocks have more.
  private static let mostSums = 1 << 24

  /// How many bytes are needed for so many marks, besides the order.
  package static func byteCount(marks: Int) -> Int { max(mostSums, marks) * MemoryLayout<UInt32>.stride }

  /// What it keeps besides the marks, which others may share, and how many bytes that are.
  package var memory: [(memory: ObjectIdentifier, byteCount: Int)] {
    [
      (ObjectIdentifier(order), RowOrder.byteCount(rows: order.blocks.count)),
      (ObjectIdentifier(self), (isTaken?.count ?? 0) + sums.count * MemoryLayout<UInt32>.stride),
    ]
  }

  /// - Parameters:
  ///   - marks: For each row the mark that it counts in; ``CountedMarks/none`` for one that counts in none.
  ///   - markCount: How many marks there are, at most ``mostMarks``.
  ///   - isTaken: For each row whether it counts at all; `nil` for all.
  /// - Throws: ``InvalidValue`` without a path if nobody waits any more.
  /// - Complexity: O(*n* + *b* · *m*) for *b* blocks.
  package init(
    _ order: RowOrder, marks: [UInt16], markCount: Int, where isTaken: [Bool]?, _ run: TransformRun
  ) throws(InvalidValue) {
    let blocks = order.blocks
    precondition((1...RowTiles.mostMarks).contains(markCount) && marks.count == blocks.count)
    precondition(isTaken.map { $0.count == blocks.count } ?? true)
    let strips = order.stripCounts
    func steps(_ count: Int, _ step: Int) -> Int { (count + step - 1) / step }
    var step = 1
    while step < max(strips.x, strips.y), steps(strips.x, step) * steps(strips.y, step) * markCount > RowTiles.mostSums
    {
      step *= 2
    }
    let (height, width) = (steps(strips.x, step), steps(strips.y, step))
    let places = (0..<strips.x * strips.y).map { block in
      (block / strips.y / step * width + block % strips.y / step) * markCount
    }
    try run.check()
    var sums = [UInt32](repeating: 0, count: height * width * markCount)
    sums.withUnsafeMutableBufferPointer { sums in
      places.withUnsafeBufferPointer { places in
        for row in blocks.indices where blocks[row] != RowOrder.none && marks[row] != CountedMarks.none {
          guard isTaken?[row] ?? true else { continue }
          sums[places[Int(blocks[row])] + Int(marks[row])] += 1
        }
      }
      let line = width * markCount
      for place in stride(from: 0, to: sums.count, by: line) {
        for place in place + markCount..<max(place + line, place + markCount) { sums[place] += sums[place - markCount] }
      }
      for place in line..<max(sums.count, line) { sums[place] += sums[place - line] }
    }
    (self.order, self.marks, self.markCount, self.isTaken) = (order, marks, markCount, isTaken)
    (self.step, self.width, self.sums) = (step, width, sums)
  }

  /// How many of the rows in an interval, or in a rectangle, count in each mark.
  /// - Parameter ranges: The interval of each of the order's columns, both ends included.
  /// - Complexity: O(*m*), and the rows of the blocks along its sides.
  package func counts(in ranges: [ClosedRange<Double>]) -> [Double] {
    let cover = order.cover(ranges, step: step)
    var counts = [UInt32](repeating: 0, count: markCount)
    let (x, y) = (cover.whole.x, cover.whole.y)
    if !x.isEmpty, !y.isEmpty {
      // What lies before all of an edge of the rectangle is taken away, and what lies before two of them was so twice.
      func corner(_ x: Int, _ y: Int) -> Int? { x > 0 && y > 0 ? ((x - 1) * width + y - 1) * markCount : nil }
      let corners = [
        (corner(x.upperBound, y.upperBound), true), (corner(x.lowerBound, y.upperBound), false),
        (corner(x.upperBound, y.lowerBound), false), (corner(x.lowerBound, y.lowerBound), true),
      ]
      for (place, isAdded) in corners {
        guard let place else { continue }
        for mark in 0..<markCount {
          counts[mark] = isAdded ? counts[mark] &+ sums[place + mark] : counts[mark] &- sums[place + mark]
        }
      }
    }
    for row in cover.rows {
      let mark = marks[Int(row)]
      guard mark != CountedMarks.none, isTaken?[Int(row)] ?? true else { continue }
      counts[Int(mark)] += 1
    }
    return counts.map(Double.init)
  }

  /// Whether a row is one of those in an interval, or in a rectangle, that count.
  /// - Parameter ranges: As of ``counts(in:)``.
  package func takes(_ row: Int, in ranges: [ClosedRange<Double>]) -> Bool {
    marks.indices.contains(row) && isTaken?[row] ?? true && order.takes(row, in: ranges)
  }
}
