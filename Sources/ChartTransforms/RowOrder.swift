import ChartEngine
package import ChartModel
package import JSONModel
import Synchronization

/// The rows of a table by the values of one column, or of two: what finds those in an interval, or in a rectangle, without a look at
/// most of them.
///
/// Each column is cut into strips of about as many rows each, so that two columns make a grid of blocks, and rows are listed block
/// by block. It says nothing of what else is in the rows, so that all charts of the same columns have one in common.
package final class RowOrder: Sendable {
  private let columns: [Strips]
  /// Block by block, of one of the first column's strips after the other.
  private let rows: [UInt32]
  /// Where the rows of blocks begin among those; one more than there are blocks.
  private let starts: [Int]
  /// The block of each row; ``none`` of those that lack a value.
  let blocks: [UInt16]
  private let lastCover = Mutex<(key: CoverKey, cover: Cover)?>(nil)

  private struct CoverKey: Equatable {
    var ranges: [ClosedRange<Double>]
    var step: Int
  }

  static let none = UInt16.max
  /// How many strips a column is cut into where it is the only one, and where it is one of two. Of ten million rows those at the ends
  /// of an interval have ten thousand each; those along the sides of a rectangle forty thousand.
  private static let (stripCount, stripCountOfTwo) = (1_024, 255)

  /// How many bytes are needed for so many rows.
  package static func byteCount(rows: Int) -> Int {
    rows * (MemoryLayout<UInt32>.stride + MemoryLayout<UInt16>.stride)
  }

  /// - Parameter columns: One or two, of as many rows; what is missing lies in no interval.
  /// - Throws: ``InvalidValue`` without a path if nobody waits any more.
  /// - Complexity: O(*n*)
  package init(_ columns: [GrowingArray<Double>], _ run: TransformRun) throws(InvalidValue) {
    let rowCount = columns.first?.count ?? 0
    precondition((1...2).contains(columns.count) && columns.allSatisfy { $0.count == rowCount })
    precondition(rowCount <= Int(UInt32.max))
    let wanted = columns.count == 1 ? RowOrder.stripCount : RowOrder.stripCountOfTwo
    var strips: [Strips] = []
    var blocks = [UInt16](repeating: 0, count: rowCount)
    for values in columns {
      let own = try Strips(values, count: wanted, addingTo: &blocks, run)
      strips.append(own)
    }
    try run.check()
    let blockCount = strips.reduce(1) { $0 * $1.count }
    var starts = [Int](repeating: 0, count: blockCount + 1)
    for block in blocks where block != RowOrder.none { starts[Int(block) + 1] += 1 }
    for block in 0..<blockCount { starts[block + 1] += starts[block] }
    try run.check()
    let total = starts[blockCount]
    rows = [UInt32](unsafeUninitializedCapacity: total) { rows, written in
      var next = starts
      blocks.withUnsafeBufferPointer { blocks in
        next.withUnsafeMutableBufferPointer { next in
          for row in 0..<rowCount where blocks[row] != RowOrder.none {
            let block = Int(blocks[row])
            rows[next[block]] = UInt32(truncatingIfNeeded: row)
            next[block] += 1
          }
        }
      }
      written = total
    }
    (self.columns, self.starts, self.blocks) = (strips, starts, blocks)
  }

  /// How many strips each column has; a column that there is not counts as one strip.
  var stripCounts: (x: Int, y: Int) { (columns[0].count, columns.count > 1 ? columns[1].count : 1) }

  /// The rows in an interval, or in a rectangle, as whole blocks and the rows beside these.
  struct Cover {
    /// Strips that lie in it as a whole, in steps of some of them.
    var whole: (x: Range<Int>, y: Range<Int>)
    /// Those of its rows that are in no block of these strips.
    var rows: [UInt32]
  }

  /// - Parameters:
  ///   - ranges: The interval of each column, both ends included.
  ///   - step: How many strips are taken together, counted from the first one.
  /// - Complexity: O(*b*), and the rows of the blocks along its sides; the last one again costs nothing.
  func cover(_ ranges: [ClosedRange<Double>], step: Int) -> Cover {
    let key = CoverKey(ranges: ranges, step: step)
    if let known = lastCover.withLock({ $0?.key == key ? $0?.cover : nil }) { return known }
    let found = zip(columns, ranges).map { $0.strips(in: $1) }
    let x = found[0]
    let y = found.count > 1 ? found[1] : (any: 0..<1, whole: 0..<1)
    func steps(_ whole: Range<Int>, of count: Int) -> Range<Int> {
      let lower = (whole.lowerBound + step - 1) / step
      // The last step has as many strips as are left.
      let upper = whole.upperBound == count ? (count + step - 1) / step : whole.upperBound / step
      return lower..<max(lower, upper)
    }
    func strips(_ steps: Range<Int>, of count: Int) -> Range<Int> {
      min(steps.lowerBound * step, count)..<min(steps.upperBound * step, count)
    }
    let counts = stripCounts
    let whole = (x: steps(x.whole, of: counts.x), y: steps(y.whole, of: counts.y))
    let inside = (x: strips(whole.x, of: counts.x), y: strips(whole.y, of: counts.y))
    var rows: [UInt32] = []
    func add(_ strip: Int, _ others: Range<Int>) {
      // In runs of blocks of which all rows are taken, or each has to be looked at.
      var start = others.lowerBound
      while start < others.upperBound {
        let isWhole = x.whole.contains(strip) && y.whole.contains(start)
        let end =
          isWhole
          ? min(y.whole.upperBound, others.upperBound)
          : x.whole.contains(strip) && start < y.whole.lowerBound
            ? min(y.whole.lowerBound, others.upperBound) : others.upperBound
        let places = starts[strip * counts.y + start]..<starts[strip * counts.y + end]
        if isWhole { rows += self.rows[places] } else { addTested(places, ranges, to: &rows) }
        start = end
      }
    }
    for strip in x.any {
      if inside.x.contains(strip), !inside.y.isEmpty {
        add(strip, y.any.lowerBound..<inside.y.lowerBound)
        add(strip, inside.y.upperBound..<y.any.upperBound)
      } else {
        add(strip, y.any)
      }
    }
    let cover = Cover(whole: whole, rows: rows)
    lastCover.withLock { $0 = (key, cover) }
    return cover
  }

  /// Whether a row lies in an interval, or in a rectangle.
  func takes(_ row: Int, in ranges: [ClosedRange<Double>]) -> Bool {
    zip(columns, ranges).allSatisfy { $0.values.indices.contains(row) && $0.values[row].lies(in: $1) }
  }

  private func addTested(_ places: Range<Int>, _ ranges: [ClosedRange<Double>], to taken: inout [UInt32]) {
    let first = columns[0].values
    first.withUnsafeBufferPointer { x in
      rows.withUnsafeBufferPointer { rows in
        if columns.count == 1 {
          let range = ranges[0]
          for place in places where x[Int(rows[place])].lies(in: range) { taken.append(rows[place]) }
          return
        }
        columns[1].values.withUnsafeBufferPointer { y in
          let (rangeX, rangeY) = (ranges[0], ranges[1])
          for place in places {
            let row = Int(rows[place])
            if x[row].lies(in: rangeX), y[row].lies(in: rangeY) { taken.append(rows[place]) }
          }
        }
      }
    }
  }
}

extension Double {
  @inline(__always)
  fileprivate func lies(in range: ClosedRange<Double>) -> Bool { self >= range.lowerBound && self <= range.upperBound }
}

// MARK: - Strips

/// A column, cut into strips of about as many rows each by its values.
private struct Strips: Sendable {
  let values: GrowingArray<Double>
  /// The least and the greatest value of each strip; each is greater than those of the strips before it.
  private let ends: [(least: Double, greatest: Double)]
  var count: Int { ends.count }

  /// The most cells of equal numbers of doubles that values are first put into: of these strips are made, so that there are enough of
  /// them where values of both signs, or near 0, leave most cells empty.
  private static let mostCells = 1 << 20

  /// - Parameters:
  ///   - count: How many strips there are to be.
  ///   - blocks: For each row the strip that it has of the columns before, which this adds its own to.
  init(
    _ values: GrowingArray<Double>, count wanted: Int, addingTo blocks: inout [UInt16], _ run: TransformRun
  ) throws(InvalidValue) {
    try run.check()
    // Cells of equal numbers of doubles, which keep their order: narrow where values are near 0.
    let keys = Strips.parts(of: values, length: 1 << 20) { values in
      var (least, greatest, total) = (UInt64.max, UInt64.min, 0)
      for value in values where !value.isNaN {
        let key = Strips.key(value)
        (least, greatest, total) = (min(least, key), max(greatest, key), total + 1)
      }
      return (least: least, greatest: greatest, total: total)
    }
    let total = keys.reduce(0) { $0 + $1.total }
    let least = keys.reduce(.max) { min($0, $1.least) }
    let greatest = keys.reduce(.min) { max($0, $1.greatest) }
    let cellCount =
      1 << min(max(Int.bitWidth - total.leadingZeroBitCount + 1, 10), Strips.mostCells.trailingZeroBitCount)
    let span = total > 0 ? greatest - least : 0
    let shift = UInt64(max(0, 64 - span.leadingZeroBitCount - cellCount.trailingZeroBitCount))
    try run.check()
    // Each part has cells of its own, few beside its rows.
    let inCell = Strips.parts(of: values, length: max(values.count / 4, 4 * cellCount)) { values in
      var inCell = [UInt32](repeating: 0, count: cellCount)
      for value in values where !value.isNaN { inCell[Int((Strips.key(value) - least) >> shift)] += 1 }
      return inCell
    }
    .reduce(into: [UInt32](repeating: 0, count: cellCount)) { sums, own in
      for cell in own.indices { sums[cell] += own[cell] }
    }
    var stripOfCell = [UInt16](repeating: 0, count: cellCount)
    let enough = max((total + wanted - 1) / wanted, 1)
    var (strip, own) = (0, 0)
    for cell in inCell.indices where inCell[cell] > 0 {
      if own >= enough { (strip, own) = (strip + 1, 0) }
      stripOfCell[cell] = UInt16(truncatingIfNeeded: strip)
      own += Int(inCell[cell])
    }
    let count = strip + 1
    try run.check()
    let none = [(least: Double, greatest: Double)](repeating: (.infinity, -.infinity), count: count)
    let ends = blocks.withUnsafeMutableBufferPointer { blocks in
      values.withUnsafeBufferPointer { values in
        stripOfCell.withUnsafeBufferPointer { stripOfCell in
          // `unsafe`: each row has one part that looks at it, and all have ended when `map` returns.
          nonisolated(unsafe) let (blocks, values, stripOfCell) = (blocks, values, stripOfCell)
          return Parts.map(blocks.count, length: 1 << 20) { rows in
            var ends = none
            for row in rows {
              let value = values[row]
              guard !value.isNaN else {
                blocks[row] = RowOrder.none
                continue
              }
              let strip = Int(stripOfCell[Int((Strips.key(value) - least) >> shift)])
              ends[strip] = (min(ends[strip].least, value), max(ends[strip].greatest, value))
              guard blocks[row] != RowOrder.none else { continue }
              blocks[row] = UInt16(truncatingIfNeeded: Int(blocks[row]) * count + strip)
            }
            return ends
          }
        }
      }
    }
    .reduce(into: none) { all, own in
      for strip in own.indices {
        all[strip] = (min(all[strip].least, own[strip].least), max(all[strip].greatest, own[strip].greatest))
      }
    }
    (self.values, self.ends) = (values, ends)
  }

  /// What is found out of parts of the values, side by side.
  private static func parts<Result: Sendable>(
    of values: GrowingArray<Double>, length: Int, _ body: @Sendable (UnsafeBufferPointer<Double>) -> Result
  ) -> [Result] {
    values.withUnsafeBufferPointer { values in
      // `unsafe`: nobody writes them, and all parts have ended when `map` returns.
      nonisolated(unsafe) let values = values
      return Parts.map(values.count, length: length) { body(UnsafeBufferPointer(rebasing: values[$0])) }
    }
  }

  /// A number that is ordered as values are.
  @inline(__always)
  private static func key(_ value: Double) -> UInt64 {
    let bits = (value + 0).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }

  /// The strips that may have values of an interval, and those of which all values lie in it.
  func strips(in range: ClosedRange<Double>) -> (any: Range<Int>, whole: Range<Int>) {
    let first = ends.partitioningIndex { $0.greatest >= range.lowerBound }
    let end = max(ends.partitioningIndex { $0.least > range.upperBound }, first)
    var whole = first..<end
    if !whole.isEmpty, ends[whole.lowerBound].least < range.lowerBound { whole = whole.dropFirst() }
    if !whole.isEmpty, ends[whole.upperBound - 1].greatest > range.upperBound { whole = whole.dropLast() }
    return (first..<end, whole)
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

// MARK: - In common

extension RowOrder {
  private struct Known: Sendable {
    weak var order: RowOrder?
  }

  /// Those that somebody holds.
  private static let known = Mutex<[Known]>([])

  /// The order of some columns: the same for all that see the same memory, as long as one of them holds it.
  /// - Parameters, Throws: As of ``init(_:_:)``.
  package static func common(
    of columns: [GrowingArray<Double>], _ run: TransformRun
  ) throws(InvalidValue) -> RowOrder {
    let found = known.withLock { known in
      known.removeAll { $0.order == nil }
      return known.lazy.compactMap(\.order).first { $0.isOf(columns) }
    }
    if let found { return found }
    let made = try RowOrder(columns, run)
    known.withLock { $0.append(Known(order: made)) }
    return made
  }

  private func isOf(_ others: [GrowingArray<Double>]) -> Bool {
    columns.count == others.count && zip(columns, others).allSatisfy { $0.values.isIdentical(to: $1) }
  }
}
