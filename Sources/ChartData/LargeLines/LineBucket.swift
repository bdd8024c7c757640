import ChartEngine

/// A row of a line: a position and the value there.
struct LineRow: Hashable, Sendable {
  var x: Double
  /// NaN where there is none.
  var y: Double

  var hasValue: Bool { !y.isNaN }

  /// The order of a line's rows: by position, then by value, those without one last.
  static func precedes(_ left: LineRow, _ right: LineRow) -> Bool {
    if left.x != right.x { return left.x < right.x }
    if left.hasValue != right.hasValue { return left.hasValue }
    return left.y < right.y
  }
}

/// What lies in one of the ``DyadicColumns`` of a line, of which there is a row at least.
struct LineBucket: Hashable, Sendable {
  /// The column's number.
  var index: Int
  /// How many rows of the line come before.
  var rank = 0
  var count: Int
  /// How many rows have a value.
  var valueCount: Int
  /// Of the rows with a value the first, the first of the least, the first of the greatest, and the last one. Without any it is the
  /// first row in place of each.
  var first: LineRow
  var least: LineRow
  var greatest: LineRow
  var last: LineRow

  /// Whether every row has a value.
  var isFull: Bool { valueCount == count }
  /// Whether some rows have a value, and some have none: where the line is torn they do not tell.
  var isTorn: Bool { valueCount > 0 && valueCount < count }

  /// Takes in the next one of the same line.
  mutating func append(_ next: LineBucket) {
    if valueCount == 0 {
      (first, least, greatest, last) = (next.valueCount == 0 ? first : next.first, next.least, next.greatest, next.last)
      if next.valueCount == 0 { (least, greatest, last) = (first, first, first) }
    } else if next.valueCount > 0 {
      if next.least.y < least.y { least = next.least }
      if next.greatest.y > greatest.y { greatest = next.greatest }
      last = next.last
    }
    count += next.count
    valueCount += next.valueCount
  }

  /// The rows that it is drawn with, in their order, without what comes twice.
  var drawnRows: [LineRow] {
    var rows: [LineRow] = []
    forEachDrawnRow { rows.append($0) }
    return rows
  }

  /// The same one by one: pictures have thousands of them.
  @inline(__always)
  func forEachDrawnRow(_ body: (LineRow) -> Void) {
    body(first)
    guard valueCount > 0 else { return }
    let isRising = !LineRow.precedes(greatest, least)
    let (one, other) = isRising ? (least, greatest) : (greatest, least)
    if one != first { body(one) }
    if other != one { body(other) }
    if last != other { body(last) }
  }
}

extension LineBucket {
  /// What lies in each column of some rows.
  static func gathered(_ rows: [LineRow], in columns: DyadicColumns) -> [LineBucket] {
    var gathered: [LineBucket] = []
    for row in rows {
      let one = LineBucket(
        index: Int(exactly: columns.index(of: row.x)) ?? 0, count: 1, valueCount: row.hasValue ? 1 : 0, first: row,
        least: row,
        greatest: row, last: row)
      if gathered.last?.index == one.index { gathered[gathered.count - 1].append(one) } else { gathered.append(one) }
    }
    return gathered
  }
}

extension [LineBucket] {
  /// The same rows in wider columns, each of which is made of whole ones of these.
  /// - Parameters:
  ///   - columns: Those of the buckets.
  ///   - wider: At least as wide, and multiples of these.
  func gathered(from columns: DyadicColumns, into wider: DyadicColumns) -> [LineBucket] {
    var gathered: [LineBucket] = []
    for bucket in self {
      var bucket = bucket
      bucket.index = Int(wider.index(of: columns.start(of: Double(bucket.index))))
      if gathered.last?.index == bucket.index {
        gathered[gathered.count - 1].append(bucket)
      } else {
        gathered.append(bucket)
      }
    }
    return gathered
  }

  /// The place of the first one whose column is at least another.
  /// - Complexity: O(log *n*)
  func place(ofColumn index: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle].index < index { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension DyadicColumns {
  /// Whether each of some wider columns is made of whole ones of these.
  func nest(in wider: DyadicColumns) -> Bool {
    exponent <= wider.exponent && (!isThreefold || wider.isThreefold)
  }
}
