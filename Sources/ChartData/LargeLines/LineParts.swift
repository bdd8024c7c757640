import ChartEngine

/// What is known of some lines, and what more would have to be asked for to draw a picture of them.
struct LineParts: Sendable {
  /// What is asked for in one query.
  enum Part: Hashable, Sendable {
    /// So many columns one after another, of all lines.
    case tile(DyadicColumns, Int)
    case rows(line: Int, Range<Double>)
    case beside(line: Int, Double, LineSide)
  }

  /// What is known of all of a line.
  struct Whole: Sendable {
    let columns: DyadicColumns
    /// For each line, with ranks.
    let lines: [[LineBucket]]
    let totals: [LineTotals]
    /// For each line the columns of its first and last value, and of the first of the least and of the greatest; `nil` without any.
    let ends: [(first: LineBucket, last: LineBucket, least: LineBucket, greatest: LineBucket)?]

    init(columns: DyadicColumns, lines: [[LineBucket]], totals: [LineTotals]) {
      (self.columns, self.lines, self.totals) = (columns, lines, totals)
      ends = lines.map { line in
        let valued = line.filter { $0.valueCount > 0 }
        guard let first = valued.first, let last = valued.last,
          let least = valued.min(by: { $0.least.y < $1.least.y }),
          let greatest = valued.max(by: { $0.greatest.y < $1.greatest.y })
        else { return nil }
        return (first, last, least, greatest)
      }
    }
  }

  /// How many columns are asked for at once.
  static let tileLength = 128
  /// More rows of one part are not held.
  static let mostRows = 65_536

  let whole: Whole
  private(set) var tiles: [Part: [[LineBucket]]] = [:]
  private(set) var rows: [Part: [LineRow]] = [:]
  /// When each was last used, so that those are forgotten that were not for the longest time.
  private var uses: [Part: Int] = [:]
  private var clock = 0
  /// How many rows all parts together have, of which a column counts as six.
  private var size = 0

  /// - Parameter mostKept: How many rows all parts together may have.
  init(_ whole: Whole, mostKept: Int = LineParts.mostKept) { (self.whole, self.mostKept) = (whole, mostKept) }

  /// The columns that show all of some lines: no more than 4,096, so wide that wider ones are made of these.
  static func columns(of extent: ClosedRange<Double>) -> DyadicColumns? {
    // Of powers of two the widest that makes at least 2,048.
    let length = extent.upperBound - extent.lowerBound
    guard length > 0, length.isFinite else { return nil }
    let exponent = (length / 2_048).exponent
    return DyadicColumns(exponent: Int(exponent), isThreefold: false)
  }

  // MARK: - Keeping

  /// How many rows all parts together may have: 64 MiB.
  static let mostKept = 1 << 22
  private let mostKept: Int

  mutating func keep(_ buckets: [[LineBucket]], as tile: Part) {
    forget(tile)
    tiles[tile] = buckets
    size += size(of: tile)
    touch(tile)
  }

  mutating func keep(_ rows: [LineRow], as part: Part) {
    forget(part)
    self.rows[part] = rows
    size += size(of: part)
    touch(part)
  }

  private mutating func forget(_ part: Part) {
    guard uses[part] != nil else { return }
    size -= size(of: part)
    (tiles[part], rows[part], uses[part]) = (nil, nil, nil)
  }

  private mutating func touch(_ part: Part) {
    clock += 1
    uses[part] = clock
  }

  /// Notes what a picture was made of, and forgets what was not used for the longest time if that is too much.
  mutating func use(_ parts: Set<Part>) {
    let now = clock
    for part in parts where uses[part] != nil { touch(part) }
    guard size > mostKept else { return }
    for (old, use) in uses.sorted(by: { $0.value < $1.value }) where use <= now && size > mostKept / 2 {
      forget(old)
    }
  }

  private func size(of part: Part) -> Int {
    1 + (rows[part]?.count ?? 0) + 6 * (tiles[part]?.reduce(0) { $0 + $1.count } ?? 0)
  }

  // MARK: - Looking

  /// Where the columns of a part begin and end.
  static func indices(ofTile number: Int) -> ClosedRange<Int> {
    number * tileLength...number * tileLength + tileLength - 1
  }

  static func tile(ofColumn index: Int) -> Int {
    index >= 0 ? index / tileLength : -((-index + tileLength - 1) / tileLength)
  }

  /// The columns of a line, as far as they are known.
  /// - Parameter missing: Gets what has to be asked for to know the rest.
  func buckets(
    of line: Int, in columns: DyadicColumns, _ indices: ClosedRange<Int>, _ missing: inout Set<Part>,
    _ used: inout Set<Part>
  ) -> [LineBucket] {
    if whole.columns.nest(in: columns) {
      let own = whole.lines[line]
      let start = columns.start(of: Double(indices.lowerBound))
      let end = columns.start(of: Double(indices.upperBound) + 1)
      let places = own.place(ofColumn: clampedIndex(start))..<own.place(ofColumn: clampedIndex(end))
      return Array(own[places]).gathered(from: whole.columns, into: columns)
    }
    var found: [LineBucket] = []
    for number in LineParts.tile(ofColumn: indices.lowerBound)...LineParts.tile(ofColumn: indices.upperBound) {
      let part = Part.tile(columns, number)
      guard let tile = tiles[part] else {
        missing.insert(part)
        continue
      }
      used.insert(part)
      let own = tile[line]
      found += own[own.place(ofColumn: indices.lowerBound)..<own.place(ofColumn: indices.upperBound + 1)]
    }
    return found
  }

  /// Those of some tiles, from the first to the last, that are not known and have rows of some line, as far as all of the lines tells.
  func unknown(_ numbers: ClosedRange<Int>, of columns: DyadicColumns) -> ClosedRange<Int>? {
    let extents = whole.totals.compactMap(\.extent)
    guard let low = extents.map(\.lowerBound).min(), let high = extents.map(\.upperBound).max() else { return nil }
    let unknown = numbers.filter { number in
      let indices = LineParts.indices(ofTile: number)
      return tiles[.tile(columns, number)] == nil && columns.start(of: Double(indices.lowerBound)) <= high
        && columns.start(of: Double(indices.upperBound) + 1) > low
    }
    return unknown.first.flatMap { first in unknown.last.map { first...$0 } }
  }

  /// The columns of a line beside one, as far as they are known without asking: none, where the next that has rows may be unknown.
  func neighbors(of line: Int, in columns: DyadicColumns, _ index: Int, _ side: LineSide) -> [LineBucket] {
    if whole.columns.nest(in: columns) {
      let all = whole.lines[line].gathered(from: whole.columns, into: columns)
      let place = all.place(ofColumn: index)
      return side == .before ? Array(all[..<place].suffix(2)) : Array(all[place...].prefix(2))
    }
    let number = LineParts.tile(ofColumn: side == .before ? index - 1 : index)
    guard let tile = tiles[.tile(columns, number)]?[line] else { return [] }
    let place = tile.place(ofColumn: index)
    return side == .before ? Array(tile[..<place].suffix(2)) : Array(tile[place...].prefix(2))
  }

  private func clampedIndex(_ position: Double) -> Int {
    let index = whole.columns.index(of: position)
    return Int(exactly: min(max(index, -0x1p53), 0x1p53)) ?? 0
  }

  /// How far two rows are looked for beside a position: so far that there are some.
  func bound(of line: Int, beside position: Double, _ side: LineSide) -> Double {
    let own = whole.lines[line]
    let index = clampedIndex(position)
    let place = own.place(ofColumn: index)
    // Of the column in which the position lies all rows may be on its other side.
    switch side {
    case .before:
      let place = max(place - 2, 0)
      return own.indices.contains(place) ? whole.columns.start(of: Double(own[place].index)) : position
    case .from:
      let isInside = place < own.count && own[place].index == index
      let place = min(place + (isInside ? 2 : 1), own.count - 1)
      return own.indices.contains(place) ? whole.columns.start(of: Double(own[place].index) + 1) : position
    }
  }

  /// How many rows come before a column of those that show all of a line.
  func rank(of line: Int, before index: Int) -> Int {
    let own = whole.lines[line]
    let place = own.place(ofColumn: index)
    return place < own.count ? own[place].rank : whole.totals[line].count
  }
}
