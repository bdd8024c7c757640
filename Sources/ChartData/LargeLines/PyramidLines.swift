import ChartEngine
import Databases
import OrderedCollections

/// Lines whose rows are in a database that has a pyramid of them. What goes through many rows reads that; the table itself is read only
/// where columns are narrower than the pyramid's, and where rows changed since it was brought up to date.
struct PyramidLines: LineProvider {
  let base: DatabaseLines
  let found: FoundPyramid
  let columns: PyramidColumns
  /// What tells each line in the pyramid.
  let series: [String]
  let order: QuestionOrder

  let isFast = true
  var lineCount: Int { series.count }

  private var pyramid: PyramidTable { found.pyramid }

  // MARK: - Reading

  /// The entries of each line in some parts, in no order.
  private func entries(
    _ parts: [PyramidTable.Part], _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [[PyramidEntry]] {
    var entries = [[PyramidEntry]](repeating: [], count: series.count)
    guard !parts.isEmpty, !series.isEmpty else { return entries }
    let table = try base.ask(
      base.connection, pyramid.query(PyramidTable.Question(series: series, parts), columns), isCancelled)
    let lines = Dictionary(zip(series, series.indices), uniquingKeysWith: { first, _ in first })
    for row in 0..<table.rowCount {
      guard let entry = PyramidEntry(table, row), let name = table.series(row), let line = lines[name] else { continue }
      entries[line].append(entry)
    }
    return entries
  }

  /// How many rows of each line lie in some parts.
  private func counts(
    _ parts: [PyramidTable.Part], _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [Int] {
    var counts = [Int](repeating: 0, count: series.count)
    guard !parts.isEmpty else { return counts }
    let table = try base.ask(
      base.connection, pyramid.counts(PyramidTable.Question(series: series, parts), columns), isCancelled)
    let lines = Dictionary(zip(series, series.indices), uniquingKeysWith: { first, _ in first })
    for row in 0..<table.rowCount {
      guard let line = table.series(row).flatMap({ lines[$0] }), table.columns.count == 2 else { continue }
      counts[line] = table.columns.values[1].number(row).flatMap { Int(exactly: $0) } ?? 0
    }
    return counts
  }

  /// The lines that the pyramid has: what tells each, how many rows it has, and at which position the first of them is.
  static func lines(
    of pyramid: PyramidTable, among series: [String]?, _ columns: PyramidColumns,
    _ ask: (SQLSelect) throws(DatabaseFault) -> ResultTable
  ) throws(DatabaseFault) -> [String: (count: Int, start: Double)] {
    let top = PyramidTable.Part(width: PyramidTable.width(pyramid.top))
    let table = try ask(pyramid.query(PyramidTable.Question(series: series, [top]), columns))
    var lines: [String: (count: Int, start: Double)] = [:]
    for row in 0..<table.rowCount {
      guard let entry = PyramidEntry(table, row), let name = table.series(row) else { continue }
      let known = lines[name] ?? (0, .infinity)
      lines[name] = (known.count + entry.bucket.count, min(known.start, entry.start))
    }
    return lines
  }

  // MARK: - Questions

  func totals(unless isCancelled: @escaping @Sendable () -> Bool) throws(DatabaseFault) -> [LineTotals] {
    let changes = changes(in: nil)
    let parts: [PyramidTable.Part]
    if changes.isEmpty {
      parts = [PyramidTable.Part(width: PyramidTable.width(pyramid.top))]
    } else {
      // How far the buckets of the top width go, and in them what is unchanged.
      let ends = try entries([PyramidTable.Part(width: PyramidTable.width(pyramid.top))], isCancelled).joined()
      let scale = 1 << (pyramid.top - pyramid.finest)
      guard let low = ends.map(\.bucket.index).min(), let high = ends.map(\.bucket.index).max(),
        let all = PyramidLines.range(low, high, times: scale)
      else { return try base.totals(unless: isCancelled) }
      parts = all.without(changes).flatMap { pyramid.parts(of: $0) }
    }
    var totals = try base.totals(in: changes.map(positions), none: changes.isEmpty, unless: isCancelled)
    for (line, entries) in try entries(parts, isCancelled).enumerated() {
      guard let last = entries.max(by: { $0.end < $1.end }) else { continue }
      let start = entries.map(\.start).min() ?? last.start
      var end = last.bucket.last.x
      if last.bucket.valueCount < last.bucket.count {
        // Rows without a value may come behind the last one with one.
        let behind = try only(line).totals(in: [end..<last.end], unless: isCancelled)
        end = max(end, behind.first?.extent?.upperBound ?? end)
      }
      totals[line].add(LineTotals(count: entries.reduce(0) { $0 + $1.bucket.count }, extent: start...max(start, end)))
    }
    return totals
  }

  func sample(
    atMost count: Int, unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [[LineRow]] {
    // Of the top width there are two or three.
    let exponent = max(pyramid.finest, pyramid.top - 6)
    return try entries([PyramidTable.Part(width: PyramidTable.width(exponent))], isCancelled).map { entries in
      entries.sorted { $0.bucket.index < $1.bucket.index }.flatMap(\.bucket.drawnRows)
    }
  }

  /// What is asked for to know some columns.
  private enum Question {
    /// What is drawn, and what is counted, in the pyramid.
    case entries([PyramidTable.Part])
    /// What is counted in the pyramid alone.
    case counts([PyramidTable.Part])
    /// What is drawn in the table, and counted from somewhere before it.
    case columns(ClosedRange<Int>, countingFrom: Double?)
    /// What is counted in the table alone.
    case rows([Range<Double>])
  }

  func buckets(
    in columns: DyadicColumns, _ indices: ClosedRange<Int>, countingFrom start: Double?,
    unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [LineBuckets] {
    let beginning = columns.start(of: Double(indices.lowerBound))
    let counted = start.flatMap { self.counted(from: $0, to: beginning) }
    if let start, start < beginning, counted == nil {
      // What is to be counted begins where no bucket does.
      return try base.buckets(in: columns, indices, countingFrom: start, unless: isCancelled)
    }
    var parts: [PyramidTable.Part] = []
    var changed: [Range<Int>] = [indices.lowerBound..<indices.upperBound + 1]
    if pyramid.exponents.contains(columns.exponent) {
      let all = changed[0]
      changed = changes(in: columns).compactMap { $0.clamped(to: all) }.filter { !$0.isEmpty }
      parts += all.without(changed).map { PyramidTable.Part(width: columns.width, $0.lowerBound...$0.upperBound - 1) }
    }
    // None of these needs what another one gives.
    var questions: [Question] = []
    let before = counted?.parts ?? []
    if !parts.isEmpty {
      // What is counted comes with what is drawn.
      questions.append(.entries(parts + before))
    } else if !before.isEmpty {
      questions.append(.counts(before))
    }
    var rest = counted?.rest ?? []
    for range in changed {
      // What is left to be counted just before it comes with it.
      let isNext = range.lowerBound == indices.lowerBound && rest.last?.upperBound == beginning
      let start = isNext ? rest.removeLast().lowerBound : nil
      let half = isLong(range, columns) ? range.lowerBound + range.count / 2 : range.upperBound
      questions.append(.columns(range.lowerBound...half - 1, countingFrom: start))
      if half < range.upperBound { questions.append(.columns(half...range.upperBound - 1, countingFrom: nil)) }
    }
    if !rest.isEmpty { questions.append(.rows(rest)) }
    let answers = try order.answers(to: questions) { question throws(DatabaseFault) in
      switch question {
      case .entries(let parts):
        try entries(parts, isCancelled).map { entries in
          LineBuckets(entries) { $0.width == columns.width && indices.contains($0.bucket.index) }
        }
      case .counts(let parts): try counts(parts, isCancelled).map { LineBuckets(countBefore: $0) }
      case .columns(let indices, let start):
        try base.buckets(in: columns, indices, countingFrom: start, unless: isCancelled)
      case .rows(let parts):
        try base.totals(in: parts, unless: isCancelled).map { LineBuckets(countBefore: $0.count) }
      }
    }
    var found = [LineBuckets](repeating: LineBuckets(), count: series.count)
    for answer in answers {
      for line in found.indices {
        found[line].buckets += answer[line].buckets
        found[line].countBefore += answer[line].countBefore
      }
    }
    for line in found.indices { found[line].buckets.sort { $0.index < $1.index } }
    return found
  }

  func rows(
    of line: Int, in parts: [Range<Double>], atMost limit: Int, unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [LineRow] {
    try base.rows(of: line, in: parts, atMost: limit, unless: isCancelled)
  }

  func rows(
    of line: Int, beside position: Double, _ side: LineSide, within bound: Double, count: Int,
    unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [LineRow] {
    try base.rows(of: line, beside: position, side, within: bound, count: count, unless: isCancelled)
  }

  // MARK: - Places

  /// Whether some columns of the table have so many rows that two sessions go through them sooner than one does.
  private func isLong(_ range: Range<Int>, _ columns: DyadicColumns) -> Bool {
    let finest = Double(range.count) * columns.width / PyramidTable.width(pyramid.finest) * Double(series.count)
    return order == .together && range.count > 1 && finest > PyramidLines.mostAtOnce
  }

  /// Buckets of the finest width, of some sixteen rows each: PostgreSQL takes 45 ms for the most that there are of a picture, and two of its
  /// sessions 30; of a quarter of that ClickHouse takes longer for two questions than for one.
  private static let mostAtOnce = 512.0

  /// Where rows are counted between two positions: buckets of the pyramid, and what has to be counted in the table.
  /// - Returns: `nil` if the first of them is where no bucket begins.
  private func counted(from start: Double, to end: Double) -> (parts: [PyramidTable.Part], rest: [Range<Double>])? {
    guard start < end else { return ([], []) }
    let finest = DyadicColumns(exponent: pyramid.finest, isThreefold: false)
    guard let low = Int(exactly: finest.index(of: start)), let high = Int(exactly: finest.index(of: end)),
      finest.start(of: Double(low)) == start
    else { return nil }
    let changed = changes(in: nil).compactMap { $0.clamped(to: low..<high) }.filter { !$0.isEmpty }
    let parts = (low..<high).without(changed).flatMap { pyramid.parts(of: $0) }
    let last = finest.start(of: Double(high))
    return (parts, changed.map(positions) + (last < end ? [last..<end] : []))
  }

  /// The columns in which rows changed, apart from one another, in their order.
  /// - Parameter columns: Those of the finest width if not given.
  private func changes(in columns: DyadicColumns?) -> [Range<Int>] {
    let columns = columns ?? DyadicColumns(exponent: pyramid.finest, isThreefold: false)
    var ranges: [Range<Int>] = []
    for change in found.changes {
      // Moments are rounded to doubles; and what is beyond all columns is beyond all rows.
      let low = PyramidLines.clamped(columns.index(of: change.lowerBound.nextDown))
      let high = PyramidLines.clamped(columns.index(of: change.upperBound.nextUp))
      if let last = ranges.last, low <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, high + 1)
      } else {
        ranges.append(low..<high + 1)
      }
    }
    return ranges
  }

  private static func clamped(_ index: Double) -> Int { Int(exactly: min(max(index, -0x1p53), 0x1p53)) ?? 0 }

  private static func range(_ low: Int, _ high: Int, times scale: Int) -> Range<Int>? {
    let (start, isFar) = low.multipliedReportingOverflow(by: scale)
    let (end, isFarther) = (high + 1).multipliedReportingOverflow(by: scale)
    return isFar || isFarther ? nil : start..<end
  }

  private func positions(_ range: Range<Int>) -> Range<Double> {
    let width = PyramidTable.width(pyramid.finest)
    return Double(range.lowerBound) * width..<Double(range.upperBound) * width
  }

  /// The same rows, with one of the lines alone.
  private func only(_ line: Int) -> DatabaseLines {
    var one = base
    one.lines = [base.lines[line]]
    return one
  }
}

extension DatabaseLines {
  /// The totals of some parts; of none there are none.
  fileprivate func totals(
    in parts: [Range<Double>], none: Bool, unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [LineTotals] {
    none
      ? [LineTotals](repeating: LineTotals(count: 0, extent: nil), count: lines.count)
      : try totals(in: parts, unless: isCancelled)
  }
}

extension LineBuckets {
  /// - Parameter isDrawn: Whether something is one of the columns; if not, it is counted alone.
  fileprivate init(_ entries: [PyramidEntry], isDrawn: (PyramidEntry) -> Bool) {
    for entry in entries {
      if isDrawn(entry) { buckets.append(entry.bucket) } else { countBefore += entry.bucket.count }
    }
  }
}

extension LineTotals {
  fileprivate mutating func add(_ other: LineTotals) {
    count += other.count
    guard let added = other.extent else { return }
    extent = extent.map { min($0.lowerBound, added.lowerBound)...max($0.upperBound, added.upperBound) } ?? added
  }
}

extension Range where Bound == Int {
  /// What is left without some others, which are in it or not, apart and in their order.
  fileprivate func without(_ others: [Range<Int>]) -> [Range<Int>] {
    var rest: [Range<Int>] = []
    var place = lowerBound
    for other in others where other.upperBound > lowerBound && other.lowerBound < upperBound {
      if other.lowerBound > place { rest.append(place..<other.lowerBound) }
      place = Swift.max(place, other.upperBound)
    }
    if place < upperBound { rest.append(place..<upperBound) }
    return rest
  }
}

/// What a pyramid has of a line's bucket.
private struct PyramidEntry {
  var width: Double
  var bucket: LineBucket
  /// The first position, also of rows without a value.
  var start: Double

  var end: Double { (Double(bucket.index) + 1) * width }

  init?(_ table: ResultTable, _ row: Int) {
    guard let width = table.number(.width, row), let start = table.number(.start, row),
      let index = table.number(.bucket, row).flatMap({ Int(exactly: $0) }),
      let count = table.number(.rows, row).flatMap({ Int(exactly: $0) }), count > 0,
      let missing = table.number(.missing, row).flatMap({ Int(exactly: $0) }), (0...count).contains(missing)
    else { return nil }
    let gap = LineRow(x: start, y: .nan)
    func drawn(_ x: PyramidTable.Field, _ y: PyramidTable.Field) -> LineRow {
      guard missing < count, let x = table.number(x, row), let y = table.number(y, row) else { return gap }
      return LineRow(x: x, y: y)
    }
    bucket = LineBucket(
      index: index, count: count, valueCount: count - missing, first: drawn(.firstX, .firstY),
      least: drawn(.leastX, .leastY), greatest: drawn(.greatestX, .greatestY), last: drawn(.lastX, .lastY))
    (self.width, self.start) = (width, start)
  }
}

extension ResultTable {
  fileprivate func number(_ field: PyramidTable.Field, _ row: Int) -> Double? {
    columns.values.indices.contains(field.rawValue) ? columns.values[field.rawValue].number(row) : nil
  }

  /// What tells a line; an empty text is kept as one that is missing.
  fileprivate func series(_ row: Int) -> String? {
    guard let field = columns.values.first, case .texts(let texts) = field else { return nil }
    return texts.codes[row] < 0 ? "" : texts.texts[Int(texts.codes[row])]
  }
}
