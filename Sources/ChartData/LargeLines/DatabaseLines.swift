import ChartEngine
import Databases
import OrderedCollections

/// Lines whose rows are in a database: each question becomes a query.
struct DatabaseLines: LineProvider {
  /// A column of the query, as what it is read.
  struct Column: Hashable, Sendable {
    /// What is computed of it.
    var value: SQLExpression
    /// As conditions name it, so that an index serves; and whether it is one of whole numbers alone.
    var indexed: SQLExpression
    var isMoment = false
    var isWhole = false
    /// Of days and times on clocks where those are; `nil` for moments and numbers.
    var zone: String?
  }

  /// A line: its values, and which rows are its own.
  struct Line: Hashable, Sendable {
    var value: SQLExpression
    /// What the column that makes lines holds there; `nil` where all rows are its.
    var key: SQLValue?
  }

  let connection: String
  let source: SQLSource
  let dialect: any SQLDialect
  /// What rows must be to be taken.
  var condition: SQLExpression?
  let x: Column
  /// The column that makes lines, and what computes its keys; `nil` where each has a column of values.
  var by: (column: ColumnDescription, expression: SQLExpression)?
  var lines: [Line]
  /// Asks, or gives what was recorded.
  var ask: @Sendable (String, SQLSelect, @escaping @Sendable () -> Bool) throws(DatabaseFault) -> ResultTable

  // Whatever columns are asked for, all of their rows are gone through.
  let isFast = false
  var lineCount: Int { lines.count }

  /// The same where the answer to a question is known.
  func knowing(_ answer: ResultTable, to question: SQLSelect) -> DatabaseLines {
    var lines = self
    lines.ask = { [ask] connection, select, isCancelled throws(DatabaseFault) in
      select == question ? answer : try ask(connection, select, isCancelled)
    }
    return lines
  }

  // MARK: - Questions

  func totals(unless isCancelled: @escaping @Sendable () -> Bool) throws(DatabaseFault) -> [LineTotals] {
    try totals(in: nil, unless: isCancelled)
  }

  /// The same of what lies in some parts alone.
  func totals(
    in parts: [Range<Double>]?, unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [LineTotals] {
    let inParts = parts.flatMap { parts in
      SQLExpression.any(parts.compactMap { isIn($0.lowerBound, .less, $0.upperBound) })
    }
    var totals = [LineTotals](repeating: LineTotals(count: 0, extent: nil), count: lines.count)
    let items = [
      SQLSelect.Item(.call(.rowCount, []), as: "ck_n"), SQLSelect.Item(.call(.least, [x.value]), as: "ck_low"),
      SQLSelect.Item(.call(.greatest, [x.value]), as: "ck_high"),
    ]
    // Where lines differ in their columns alone they have the same rows.
    let table = try run(
      grouped(items, where: .all([condition, hasPlace, isOfLine(nil), inParts].compactMap(\.self))), isCancelled)
    for row in 0..<table.rowCount {
      for line in linesOf(table, row) {
        guard let low = table.number(1, row), let high = table.number(2, row), let count = table.number(0, row),
          low <= high
        else { continue }
        totals[line] = LineTotals(count: Int(exactly: count) ?? 0, extent: low...high)
      }
    }
    return totals
  }

  func buckets(
    in columns: DyadicColumns, _ indices: ClosedRange<Int>, countingFrom start: Double?,
    unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [LineBuckets] {
    var found = [LineBuckets](repeating: LineBuckets(), count: lines.count)
    var part = columns.start(of: Double(indices.lowerBound))..<columns.start(of: Double(indices.upperBound) + 1)
    let column = self.column(columns)
    if let start, start < part.lowerBound, column != nil,
      Double(indices.lowerBound) - columns.index(of: start) <= DatabaseLines.mostCounted
    {
      // Those few columns are asked for with the others.
      part = start..<part.upperBound
    } else if let start, start < part.lowerBound {
      let items = [SQLSelect.Item(.call(.rowCount, []), as: "ck_n")]
      let table = try run(grouped(items, where: taken(in: start..<part.lowerBound)), isCancelled)
      for row in 0..<table.rowCount {
        for line in linesOf(table, row) {
          found[line].countBefore = table.number(0, row).flatMap { Int(exactly: $0) } ?? 0
        }
      }
    }
    guard let column else {
      for line in lines.indices {
        let rows = try rows(of: line, in: [part], atMost: LineParts.mostRows, unless: isCancelled)
        found[line].buckets = LineBucket.gathered(rows, in: columns)
      }
      return found
    }
    // Lines of one column of values come together.
    let values = OrderedSet(lines.map(\.value))
    for value in values {
      let table = try run(drawn(value, column, where: taken(in: part)), isCancelled)
      for row in 0..<table.rowCount {
        guard let bucket = bucket(of: table, row, columns) else { continue }
        for line in linesOf(table, row) where lines[line].value == value {
          if indices.contains(bucket.index) {
            found[line].buckets.append(bucket)
          } else if bucket.index < indices.lowerBound {
            found[line].countBefore += bucket.count
          }
        }
      }
    }
    for line in lines.indices { found[line].buckets.sort { $0.index < $1.index } }
    return found
  }

  /// Rows of no more columns than these are counted by columns.
  private static let mostCounted = 128.0

  func rows(
    of line: Int, in parts: [Range<Double>], atMost limit: Int, unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [LineRow] {
    let isThere = SQLExpression.any(parts.compactMap { isIn($0.lowerBound, .less, $0.upperBound) })
    var select = points(of: line, where: .all([condition, isOfLine(line), isThere].compactMap(\.self)))
    select.order = [SQLSelect.Order(.column("ck_x")), SQLSelect.Order(.column("ck_y"))]
    select.limit = limit * parts.count
    return rows(try run(select, isCancelled))
  }

  func rows(
    of line: Int, beside position: Double, _ side: LineSide, within bound: Double, count: Int,
    unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [LineRow] {
    let part = side == .before ? bound..<max(position, bound) : position..<max(bound, position)
    var select = points(of: line, where: taken(in: part, of: line))
    let isBefore = side == .before
    // As ``LineRow/precedes(_:_:)`` has it.
    let y = drawable(lines[line].value)
    select.order = [x.indexed, .isMissing(y), y].map { SQLSelect.Order($0, isDescending: isBefore) }
    select.limit = count
    let rows = rows(try run(select, isCancelled))
    return isBefore ? rows.reversed() : rows
  }

  // MARK: - Queries

  func run(_ select: SQLSelect, _ isCancelled: @escaping @Sendable () -> Bool) throws(DatabaseFault)
    -> ResultTable
  {
    try ask(connection, select, isCancelled)
  }

  /// A query whose rows are groups of each line, with what tells which.
  private func grouped(_ items: [SQLSelect.Item], where condition: SQLExpression?) -> SQLSelect {
    var select = SQLSelect(items, from: source, where: condition)
    if let by {
      select.items.append(SQLSelect.Item(by.expression, as: "ck_k"))
      select.groups = [by.expression]
    }
    return select
  }

  /// The lines that a row of an answer is about.
  func linesOf(_ table: ResultTable, _ row: Int) -> [Int] {
    guard by != nil else { return Array(lines.indices) }
    guard let key = table.value("ck_k", row) else { return [] }
    return lines.indices.filter { lines[$0].key == key }
  }

  /// The number of the column in which a row lies, or the moment at which that begins; `nil` if the engine cannot tell.
  func column(_ columns: DyadicColumns) -> SQLExpression? {
    let function: SQLFunction = x.isMoment ? .columnOfMoment : .columnOfNumber
    guard dialect.template(of: function) != nil, !x.isMoment || dialect.canDivide(momentsEvery: columns.width) else {
      return nil
    }
    return .call(function, [x.value, .value(.number(columns.width))])
  }

  private func point(_ line: Int) -> [SQLSelect.Item] {
    [SQLSelect.Item(x.value, as: "ck_x"), SQLSelect.Item(drawable(lines[line].value), as: "ck_y")]
  }

  /// The rows of a line as points.
  func points(of line: Int, where condition: SQLExpression?) -> SQLSelect {
    SQLSelect(point(line), from: source, where: condition)
  }

  /// A value, or nothing in place of one that has no place.
  func drawable(_ value: SQLExpression) -> SQLExpression {
    .choice(
      [
        SQLExpression.Choice(
          .both(
            .compared(value, .atLeast, .value(.number(-Double.greatestFiniteMagnitude))),
            .compared(value, .atMost, .value(.number(.greatestFiniteMagnitude)))), value)
      ], else: .nothing)
  }

  /// Of each column its first, least, greatest and last row. First what these are is found out, then where they are: of a run of equal
  /// values there is one row, too.
  func drawn(_ value: SQLExpression, _ column: SQLExpression, where condition: SQLExpression?) -> SQLSelect {
    var points = SQLSelect(
      [
        SQLSelect.Item(column, as: "ck_b"), SQLSelect.Item(x.value, as: "ck_x"),
        SQLSelect.Item(drawable(value), as: "ck_y"),
      ], from: source, where: condition)
    if let by { points.items.append(SQLSelect.Item(by.expression, as: "ck_k")) }
    points.isComputedOnce = true
    func item(_ expression: SQLExpression, _ name: String) -> SQLSelect.Item { SQLSelect.Item(expression, as: name) }
    let (b, x, y) = (SQLExpression.column("ck_b"), SQLExpression.column("ck_x"), SQLExpression.column("ck_y"))
    func where_(_ condition: SQLExpression, _ value: SQLExpression) -> SQLExpression {
      .choice([SQLExpression.Choice(condition, value)], else: .nothing)
    }
    let placed = where_(.not(.isMissing(y)), x)
    let ends = ["ck_n", "ck_v", "ck_start", "ck_first", "ck_last", "ck_low", "ck_high"]
    let found = [
      .call(.rowCount, []), .call(.count, [y]), .call(.least, [x]), .call(.least, [placed]), .call(.greatest, [placed]),
      SQLExpression.call(.least, [y]), .call(.greatest, [y]),
    ]
    let keys = by == nil ? [] : [SQLExpression.column("ck_k")]
    func grouped(_ items: [SQLSelect.Item], _ source: SQLSource) -> SQLSelect {
      var select = SQLSelect(items + (by == nil ? [] : [item(.column("ck_k"), "ck_k")]), from: source)
      select.groups = [b] + keys
      return select
    }
    // Some engines find them in one pass.
    if dialect.template(of: .valueOfLeast) != nil {
      let rows = [
        item(.call(.valueOfLeast, [x, y]), "ck_first_y"), item(.call(.valueOfGreatest, [x, y]), "ck_last_y"),
        item(.call(.valueOfLeast, [y, x]), "ck_low_x"), item(.call(.valueOfLeast, [.negated(y), x]), "ck_high_x"),
      ]
      return grouped(
        [item(b, "ck_rb")] + zip(found, ends).map { item($0, "ck_r" + $1.dropFirst(2)) } + rows, .query(points))
    }
    let narrow = grouped([item(b, "ck_b")] + zip(found, ends).map(item), .query(points))
    func same(_ names: [String]) -> [SQLSelect.Item] {
      names.map { item(.call(.least, [.column($0)]), "ck_r" + $0.dropFirst(2)) }
    }
    func equal(_ one: SQLExpression, _ name: String) -> SQLExpression { .compared(one, .equal, .column(name)) }
    var drawn = grouped(
      [item(b, "ck_rb")] + same(ends) + [
        item(.call(.least, [where_(equal(x, "ck_first"), y)]), "ck_first_y"),
        item(.call(.greatest, [where_(equal(x, "ck_last"), y)]), "ck_last_y"),
        item(.call(.least, [where_(equal(y, "ck_low"), x)]), "ck_low_x"),
        item(.call(.least, [where_(equal(y, "ck_high"), x)]), "ck_high_x"),
      ], .joined(points, narrow, using: ["ck_b"] + (by == nil ? [] : ["ck_k"])))
    // Of most rows of a column nothing is to be known. What is said of NULL is no truth, and must not make the join another one.
    let isDrawn = SQLExpression.any([
      equal(x, "ck_start"), equal(x, "ck_first"), equal(x, "ck_last"), equal(y, "ck_low"), equal(y, "ck_high"),
    ])
    drawn.condition = isDrawn.map {
      .choice([SQLExpression.Choice($0, .value(.truth(true)))], else: .value(.truth(false)))
    }
    return drawn
  }

  // MARK: - Conditions

  private func taken(in part: Range<Double>, of line: Int? = nil) -> SQLExpression? {
    .all(
      [
        condition, isOfLine(line), compared(.atLeast, part.lowerBound), compared(.less, part.upperBound),
      ].compactMap(\.self))
  }

  /// That a row has a position.
  var hasPlace: SQLExpression {
    guard !x.isMoment else { return .not(.isMissing(x.value)) }
    return .both(
      .compared(x.value, .atLeast, .value(.number(-Double.greatestFiniteMagnitude))),
      .compared(x.value, .atMost, .value(.number(.greatestFiniteMagnitude))))
  }

  /// That a row is one of a line, or of any.
  func isOfLine(_ line: Int?) -> SQLExpression? {
    guard let by else { return nil }
    return .isOne(by.expression, of: (line.map { [lines[$0]] } ?? lines).compactMap(\.key).map(by.column.compared))
  }

  /// That a row's position is in one of some ranges.
  func isIn(_ ranges: [ClosedRange<Double>]) -> SQLExpression? {
    .any(ranges.compactMap { isIn($0.lowerBound.nextDown, .atMost, $0.upperBound.nextUp) })
  }

  private func isIn(_ low: Double, _ comparison: SQLExpression.Comparison, _ high: Double) -> SQLExpression? {
    .all([compared(.atLeast, low), compared(comparison, high)].compactMap(\.self))
  }

  /// How a row's position is to another. Where positions are coarser than doubles the next that there is stands for it, which
  /// takes and leaves the same rows.
  func compared(_ comparison: SQLExpression.Comparison, _ position: Double) -> SQLExpression? {
    if x.isMoment {
      let moment = SQLExpression.value(.moment(dialect.moment(from: position)))
      let bound = x.zone.map { SQLExpression.call(.clockOfMoment, [moment, .value(.text($0))]) } ?? moment
      return .compared(x.indexed, comparison, bound)
    }
    if x.isWhole, let whole = Int(exactly: position.rounded(.up)) {
      return .compared(x.indexed, comparison, .value(.whole(whole)))
    }
    return .compared(x.indexed, comparison, .value(.number(position)))
  }

  // MARK: - Answers

  func rows(_ table: ResultTable) -> [LineRow] {
    (0..<table.rowCount).compactMap { row in
      table.number(0, row).map { LineRow(x: $0, y: table.number(1, row) ?? .nan) }
    }
  }

  func bucket(of table: ResultTable, _ row: Int, _ columns: DyadicColumns) -> LineBucket? {
    guard let place = table.number(0, row), let count = table.number(1, row).flatMap({ Int(exactly: $0) }), count > 0,
      let valueCount = table.number(2, row).flatMap({ Int(exactly: $0) }), let start = table.number(3, row),
      let index = Int(exactly: table.isMoments(0) ? columns.index(of: place) : place)
    else { return nil }
    let gap = LineRow(x: start, y: .nan)
    func drawn(_ xColumn: Int, _ yColumn: Int) -> LineRow {
      guard valueCount > 0, let x = table.number(xColumn, row), let y = table.number(yColumn, row) else { return gap }
      return LineRow(x: x, y: y)
    }
    return LineBucket(
      index: index, count: count, valueCount: valueCount, first: drawn(4, 8), least: drawn(10, 6),
      greatest: drawn(11, 7),
      last: drawn(5, 9))
  }
}

extension ResultColumn {
  /// A number or moment; `nil` where there is none.
  func number(_ row: Int) -> Double? {
    switch self {
    case .numbers(let numbers), .moments(let numbers), .clockTimes(let numbers): numbers[row].isNaN ? nil : numbers[row]
    case .texts: nil
    }
  }
}

extension ResultTable {
  func number(_ column: Int, _ row: Int) -> Double? { columns.values[column].number(row) }

  fileprivate func isMoments(_ column: Int) -> Bool {
    if case .moments = columns.values[column] { true } else { false }
  }

  fileprivate func value(_ name: String, _ row: Int) -> SQLValue? {
    switch columns[name] {
    case .numbers(let numbers)?: numbers[row].isNaN ? nil : .number(numbers[row])
    case .texts(let texts)?: texts.codes[row] < 0 ? nil : .text(texts.texts[Int(texts.codes[row])])
    default: nil
    }
  }
}
