import ChartEngine
import ChartModel

/// The rows of a line that what is looked at needs, put together of what is known.
struct LineAssembly {
  /// A row with its place among all rows of the line, if that is known.
  private struct Entry {
    var row: LineRow
    var rank: Int?
    /// How many rows before it, of those that were given with it, are the same.
    var copy = 0
  }

  private let parts: LineParts
  private let line: Int
  private let isLast: Bool
  private var entries: [Entry] = []
  private var complete: [ClosedRange<Double>] = []
  /// What has to be asked for before all that is needed is there.
  private(set) var missing: Set<LineParts.Part> = []
  /// What it is made of.
  private(set) var used: Set<LineParts.Part> = []
  /// Whether gaps narrower than a column of px are left out, for there are too many rows around them.
  private(set) var leavesOutGaps = false

  /// Rows around a place are looked through where there are no more than so many.
  private static let fewRows = 4_096
  /// A line of no more rows is held whole: of few rows a chart's words tell each, wherever it lies.
  private static let mostWhole = 512
  /// Columns are divided into so many narrower ones, 2 to the power of this, to find the place of a row.
  private static let refinement = 7

  /// - Parameter isLast: Whether what is known has to do, since no more is asked for.
  init(_ parts: LineParts, line: Int, for needs: Set<RowNeed>, isLast: Bool) {
    (self.parts, self.line, self.isLast) = (parts, line, isLast)
    addEnds()
    if let extent = totals.extent, totals.count <= LineAssembly.mostWhole {
      addAll(in: extent.lowerBound..<extent.upperBound.nextUp, rank: 0)
      return
    }
    let pictures = needs.compactMap { need -> (ClosedRange<Double>, Double)? in
      if case .picture(_, let positions, let length) = need { (positions, length) } else { nil }
    }
    for (positions, length) in pictures { addPicture(of: positions, pixelLength: length) }
    for need in needs {
      switch need {
      case .picture: break
      case .beside(_, let position): addRows(beside: position, pictures)
      case .row(_, let rank): addRow(rank)
      }
    }
  }

  private var totals: LineTotals { parts.whole.totals[line] }

  // MARK: - All of the line

  /// Where it begins and ends, and its extremes: axes depend on them whatever is looked at.
  private mutating func addEnds() {
    let all = parts.whole.lines[line]
    guard let first = all.first, let last = all.last, let extent = totals.extent else { return }
    if let ends = parts.whole.ends[line] {
      add(ends.first.first, of: ends.first, rank: ends.first.isFull ? ends.first.rank : nil)
      add(ends.last.last, of: ends.last, rank: ends.last.isFull ? ends.last.rank + ends.last.count - 1 : nil)
      add(ends.least.least, of: ends.least, rank: nil)
      add(ends.greatest.greatest, of: ends.greatest, rank: nil)
    }
    if first.first.x != extent.lowerBound || first.valueCount == 0 {
      entries.append(Entry(row: LineRow(x: extent.lowerBound, y: .nan), rank: first.isFull ? nil : 0))
    }
    if last.last.x != extent.upperBound || last.valueCount == 0 {
      entries.append(Entry(row: LineRow(x: extent.upperBound, y: .nan), rank: totals.count - 1))
    }
  }

  private mutating func add(_ row: LineRow, of bucket: LineBucket, rank: Int?) {
    let only = bucket.count == 1 ? bucket.rank : nil
    entries.append(Entry(row: row, rank: rank ?? only))
  }

  // MARK: - Pictures

  private mutating func addPicture(of positions: ClosedRange<Double>, pixelLength: Double) {
    guard let extent = totals.extent, let columns = DyadicColumns(pixelLength: pixelLength) else { return }
    let seen = positions.clamped(to: extent)
    guard positions.overlaps(extent), let low = index(of: seen.lowerBound, columns),
      let high = index(of: seen.upperBound, columns), low <= high, high - low < 1 << 20
    else { return addNeighbors(of: positions, nil, columns, atLeast: 2) }
    let buckets = parts.buckets(of: line, in: columns, low...high, &missing, &used)
    let part = columns.start(of: Double(low))..<columns.start(of: Double(high) + 1)
    guard missing.isEmpty else {
      if isLast {
        for bucket in buckets { addDrawn(bucket) }
        addCoarse(in: part)
      }
      return
    }
    // Of few rows those that are joined by a curve tell how it goes on.
    var neighborCount = 2
    let count = buckets.reduce(0) { $0 + $1.count }
    let pixels = (positions.upperBound - positions.lowerBound) / pixelLength
    // A little more than what is drawn row by row, since the division is rounded.
    if Double(count) <= 2.05 * pixels + 8 {
      if buckets.allSatisfy({ $0.count <= 2 && $0.isFull }) {
        for bucket in buckets { addDrawn(bucket) }
        complete.append(part.lowerBound...part.upperBound.nextDown)
      } else if count > 0 {
        addAll(in: part, rank: buckets[0].rank)
      }
    } else {
      addTorn(buckets, columns)
      for bucket in buckets { addDrawn(bucket) }
      neighborCount = 1
    }
    addNeighbors(of: positions, (low, high, buckets), columns, atLeast: neighborCount)
  }

  /// What there is of all of the line, as long as nothing better is known.
  private mutating func addCoarse(in part: Range<Double>) {
    for bucket in parts.whole.lines[line] {
      let start = parts.whole.columns.start(of: Double(bucket.index))
      if start < part.upperBound, start + parts.whole.columns.width > part.lowerBound { addDrawn(bucket) }
    }
  }

  private mutating func addDrawn(_ bucket: LineBucket) {
    let isKnown = bucket.isFull || bucket.valueCount == 0
    let (first, last) = (bucket.rank, bucket.rank + bucket.count - 1)
    var place = 0
    bucket.forEachDrawnRow { row in
      // The last of several is at the end, and nowhere else.
      let rank = place == 0 ? first : row == bucket.last ? last : nil
      entries.append(Entry(row: row, rank: isKnown ? rank : nil))
      place += 1
    }
  }

  /// In more places than these a line is not torn within a column: what lies between them is narrower than a third of a px.
  private static let mostTears = 512

  /// All rows of columns in which the line is torn.
  private mutating func addTorn(_ buckets: [LineBucket], _ columns: DyadicColumns) {
    let torn = buckets.filter(\.isTorn)
    guard !torn.isEmpty else { return }
    let ends = torn.indices.filter { $0 == torn.count - 1 || torn[$0 + 1].index != torn[$0].index + 1 }
    guard torn.reduce(0, { $0 + $1.count }) <= LineParts.mostRows, ends.count <= LineAssembly.mostTears else {
      leavesOutGaps = true
      return
    }
    var start = 0
    for end in ends {
      addAll(
        in: columns.start(of: Double(torn[start].index))..<columns.start(of: Double(torn[end].index) + 1),
        rank: torn[start].rank)
      start = end + 1
    }
  }

  /// The rows to which the line leads beyond both edges.
  /// - Parameter neighborCount: How many on either side.
  private mutating func addNeighbors(
    of positions: ClosedRange<Double>, _ seen: (low: Int, high: Int, buckets: [LineBucket])?, _ columns: DyadicColumns,
    atLeast neighborCount: Int
  ) {
    guard let extent = totals.extent else { return }
    let start = seen.map { columns.start(of: Double($0.low)) } ?? positions.lowerBound
    let end = seen.map { columns.start(of: Double($0.high) + 1) } ?? positions.upperBound.nextUp
    let count = seen?.buckets.reduce(0) { $0 + $1.count } ?? 0
    if let seen, addKnown(parts.neighbors(of: line, in: columns, seen.low, .before), .before, atLeast: neighborCount) {
      // They are there.
    } else if extent.lowerBound < start {
      addEdge(.beside(line: line, start, .before), rank: seen?.buckets.first?.rank)
    }
    if let seen, addKnown(parts.neighbors(of: line, in: columns, seen.high + 1, .from), .from, atLeast: neighborCount) {
      // These, too.
    } else if extent.upperBound >= end {
      let after = seen?.buckets.first.map { $0.rank + count }
      addEdge(.beside(line: line, end, .from), rank: after)
    }
  }

  /// Takes the next rows from columns of which these are known.
  /// - Returns: Whether they are.
  private mutating func addKnown(_ buckets: [LineBucket], _ side: LineSide, atLeast count: Int) -> Bool {
    var found = 0
    for bucket in side == .before ? buckets.reversed() : buckets where found < count {
      // Of more rows only the nearest one is known, if all have values: others lie between the first and the last.
      guard bucket.isFull, bucket.count <= 2 || found + 1 == count else { return false }
      found += bucket.count
    }
    guard found >= count else { return false }
    for bucket in buckets { addDrawn(bucket) }
    return true
  }

  /// - Parameter rank: How many rows come before the edge, if that is known.
  private mutating func addEdge(_ part: LineParts.Part, rank edge: Int?) {
    guard case .beside(_, _, let side) = part else { return }
    guard let rows = parts.rows[part] else {
      missing.insert(part)
      return
    }
    used.insert(part)
    for (place, row) in rows.enumerated() {
      let rank = edge.map { side == .before ? $0 - rows.count + place : $0 + place }
      entries.append(Entry(row: row, rank: rank, copy: rows[..<place].count { $0 == row }))
    }
  }

  // MARK: - Places

  /// All rows of a part.
  private mutating func addAll(in part: Range<Double>, rank: Int) {
    guard !part.isEmpty else { return }
    let key = LineParts.Part.rows(line: line, part)
    guard let rows = parts.rows[key] else {
      missing.insert(key)
      return
    }
    used.insert(key)
    for (place, row) in rows.enumerated() { entries.append(Entry(row: row, rank: rank + place)) }
    complete.append(part.lowerBound...part.upperBound.nextDown)
  }

  /// The columns of the line around a place, of which it is known how many rows lie in each, from the widest to the narrowest.
  private mutating func levels(around position: Double, _ pictures: [(ClosedRange<Double>, Double)]) -> [(
    DyadicColumns, [LineBucket]
  )] {
    var levels = [(parts.whole.columns, parts.whole.lines[line])]
    for (positions, length) in pictures where positions.contains(position) {
      guard let columns = DyadicColumns(pixelLength: length), columns.width < levels[levels.count - 1].0.width,
        let extent = totals.extent, positions.overlaps(extent),
        let low = index(of: positions.clamped(to: extent).lowerBound, columns),
        let high = index(of: positions.clamped(to: extent).upperBound, columns), low <= high
      else { continue }
      var unknown: Set<LineParts.Part> = []
      let buckets = parts.buckets(of: line, in: columns, low...high, &unknown, &used)
      if unknown.isEmpty { levels.append((columns, buckets)) }
    }
    // Narrower and narrower, until few rows are left to look through.
    while let (columns, buckets) = levels.last, levels.count < 8, let index = index(of: position, columns) {
      let place = buckets.place(ofColumn: index)
      guard place < buckets.count, buckets[place].index == index, buckets[place].count > LineAssembly.fewRows else {
        break
      }
      let finer = DyadicColumns(exponent: columns.exponent - LineAssembly.refinement, isThreefold: columns.isThreefold)
      guard let inner = self.index(of: position, finer) else { break }
      let tile = LineParts.indices(ofTile: LineParts.tile(ofColumn: inner))
      var unknown: Set<LineParts.Part> = []
      let found = parts.buckets(of: line, in: finer, tile, &unknown, &used)
      guard unknown.isEmpty else {
        missing.formUnion(unknown)
        return []
      }
      // Rows of one position cannot be told apart any more.
      if found.count == 1, found[0].first.x == found[0].last.x { break }
      levels.append((finer, found))
    }
    return levels
  }

  private mutating func addRows(beside position: Double, _ pictures: [(ClosedRange<Double>, Double)]) {
    guard let extent = totals.extent, !position.isNaN else { return }
    let position = min(max(position, extent.lowerBound), extent.upperBound)
    let levels = levels(around: position, pictures)
    guard !levels.isEmpty else { return }
    var (before, after): (LineRow?, LineRow?)
    // Of the narrowest columns that know one.
    for (columns, buckets) in levels.reversed() {
      guard let index = index(of: position, columns) else { continue }
      let place = buckets.place(ofColumn: index)
      if before == nil { before = buckets[..<place].last { $0.valueCount > 0 }?.last }
      let next = place < buckets.count && buckets[place].index == index ? place + 1 : place
      if after == nil { after = buckets[next...].first { $0.valueCount > 0 }?.first }
    }
    let part = (before?.x ?? extent.lowerBound)..<(after?.x ?? extent.upperBound).nextUp
    guard !complete.contains(where: { $0.lowerBound <= part.lowerBound && part.upperBound.nextDown <= $0.upperBound })
    else { return }
    // Its place is known where a column begins in it, or at an end of all.
    let key = LineParts.Part.rows(line: line, part)
    guard let rows = parts.rows[key] else {
      missing.insert(key)
      return
    }
    var rank: Int?
    if before == nil { rank = 0 } else if after == nil { rank = totals.count - rows.count }
    for (columns, buckets) in levels where rank == nil {
      guard let index = index(of: part.upperBound.nextDown, columns) else { continue }
      let place = buckets.place(ofColumn: index)
      guard place < buckets.count, buckets[place].index == index else { continue }
      let start = columns.start(of: Double(index))
      guard start >= part.lowerBound else { continue }
      rank = buckets[place].rank - rows.count { $0.x < start }
    }
    addAll(in: part, rank: rank ?? 0)
  }

  private mutating func addRow(_ rank: Int) {
    guard rank >= 0, rank < totals.count else { return }
    var level = (parts.whole.columns, parts.whole.lines[line])
    for _ in 0..<8 {
      let (columns, buckets) = level
      var (low, high) = (0, buckets.count)
      while low < high {
        let middle = low + (high - low) / 2
        if buckets[middle].rank + buckets[middle].count <= rank { low = middle + 1 } else { high = middle }
      }
      guard low < buckets.count else { return }
      let bucket = buckets[low]
      let (start, end) = (columns.start(of: Double(bucket.index)), columns.start(of: Double(bucket.index) + 1))
      let finer = DyadicColumns(exponent: columns.exponent - LineAssembly.refinement, isThreefold: columns.isThreefold)
      guard bucket.count > LineAssembly.fewRows, bucket.first.x != bucket.last.x, let first = index(of: start, finer),
        let last = index(of: end.nextDown, finer)
      else { return addAll(in: start..<end, rank: bucket.rank) }
      var unknown: Set<LineParts.Part> = []
      let found = parts.buckets(of: line, in: finer, first...last, &unknown, &used)
      guard unknown.isEmpty else {
        missing.formUnion(unknown)
        return
      }
      level = (finer, found)
    }
  }

  private func index(of position: Double, _ columns: DyadicColumns) -> Int? {
    let index = columns.index(of: position)
    return abs(index) < 0x1p52 ? Int(index) : nil
  }

  // MARK: - The rows

  /// The rows in their order, each once, and their places.
  var held: (x: [Double], y: [Double], rows: HeldRows) {
    var sorted = entries
    sorted.sort { left, right in
      if LineRow.precedes(left.row, right.row) { return true }
      if LineRow.precedes(right.row, left.row) { return false }
      return (left.rank ?? .max) < (right.rank ?? .max)
    }
    var kept: [Entry] = []
    var same = 0
    for entry in sorted {
      if let last = kept.last, !LineRow.precedes(last.row, entry.row) {
        // Of rows that are the same in all the place alone tells them apart, and without one it is one that is there already.
        if entry.rank == nil ? entry.copy < same : entry.rank == last.rank { continue }
        same += 1
      } else {
        same = 1
      }
      kept.append(entry)
    }
    var ranks = [Int](repeating: 0, count: kept.count)
    var next = totals.count
    // What lies between two places that are known is somewhere between them: nobody asks where before it is known.
    for place in kept.indices.reversed() {
      ranks[place] = min(kept[place].rank ?? .max, next - 1)
      next = ranks[place]
    }
    let unplaced = Set(kept.indices.filter { kept[$0].rank == nil })
    return (
      kept.map(\.row.x), kept.map(\.row.y),
      HeldRows(count: totals.count, ranks: ranks, unplaced: unplaced, complete: joined(complete))
    )
  }

  private func joined(_ parts: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    var joined: [ClosedRange<Double>] = []
    for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, part.lowerBound <= last.upperBound.nextUp {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, part.upperBound)
      } else {
        joined.append(part)
      }
    }
    return joined
  }
}
