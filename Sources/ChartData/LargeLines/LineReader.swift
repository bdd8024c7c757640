import ChartEngine
package import ChartModel
import ChartTransforms
import Databases
package import JSONModel
import OrderedCollections

extension DataSource {
  /// The lines of a plot over a table of a database that is too large to be held.
  /// - Returns: `nil` if all rows are to be read.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  package func lines(of plot: CartesianSpec, _ data: DataSpec) throws(InvalidValue) -> LineSource? {
    try LineReader(plot, data, in: self)?.read()
  }
}

/// Finds out whether lines over a table of a database are to be held in part, and how they are asked for.
struct LineReader {
  /// Tables of no more rows are read whole.
  static let mostHeld = 100_000
  /// More names are not made lines of.
  static let mostNames = 10_000

  private let plot: CartesianSpec
  private let data: DataSpec
  private let place: DatabasePlace
  private let source: DataSource

  /// - Returns: `nil` if the plot draws anything else, or needs more than a picture's rows.
  init?(_ plot: CartesianSpec, _ data: DataSpec, in source: DataSource) {
    guard let place = DatabasePlace(data), plot.drawsOnlyLines(of: data) else { return nil }
    (self.plot, self.data, self.place, self.source) = (plot, data, place, source)
  }

  /// - Returns: `nil` if there are not so many rows, or what is read tells only once all are.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  func read() throws(InvalidValue) -> LineSource? {
    do throws(DatabaseFault) {
      return try found()
    } catch {
      // What is wrong with the spec, reading all of it tells better.
      switch error.kind {
      case .query, .forbidden, .connection, .unavailable, .tooMuch: return nil
      case .unreachable, .refused, .timeout, .cancelled: throw place.fault(error).prefixed(by: .key("data"))
      }
    }
  }

  private func found() throws(DatabaseFault) -> LineSource? {
    guard let planning = try planning(), let frame = try frame(planning), let x = x(frame, planning.dialect) else {
      return nil
    }
    let values = plot.lineColumns(of: data)
    let names = Set(frame.columns.map(\.name))
    guard !values.isEmpty, values.allSatisfy({ names.contains($0) }) else { return nil }
    let numbers = values.compactMap { name in frame.columns.first { $0.name == name && $0.kind == .numbers } }
    guard numbers.count == values.count else { return nil }
    var provider = DatabaseLines(
      connection: place.connection, source: frame.source, dialect: planning.dialect, condition: frame.condition, x: x,
      by: nil, lines: numbers.map { DatabaseLines.Line(value: .number(frame.expression(of: $0)), key: nil) }, ask: ask)
    var found = LineSource(isMoments: x.isMoment)
    if let columns = planning.dialect.pyramidColumns {
      let reader = PyramidReader(plot, data, place, frame, provider, columns, numbers, source, ask)
      if var overPyramids = try reader.read(&found.warnings) {
        overPyramids.warnings += found.warnings
        return overPyramids
      }
    }
    guard try hasMany(frame, planning) else { return nil }
    if let by = plot.seriesBy {
      guard let column = frame.columns.first(where: { $0.name == by.column }),
        column.kind == .texts || column.kind == .numbers,
        let split = try split(by, column, frame, x)
      else { return nil }
      provider.by = (column, split.expression)
      provider.lines = split.names.keys.map { DatabaseLines.Line(value: provider.lines[0].value, key: $0) }
      found.names = split.names.names
      found.warnings += split.names.warnings
    }
    found.lines = LargeLines(provider, isSequential: !(source.outside is LiveOutside))
    found.patience = source.databases?.patience(of: place.connection)
    return found
  }

  // MARK: - What there is

  private func planning() throws(DatabaseFault) -> Databases.Planning? {
    let query = Databases.Query(
      connection: place.connection, source: place.source, hasSteps: !data.transform.isEmpty,
      filter: data.filter.mapValues { DatabasePlace.values($0) })
    guard query.filter.values.allSatisfy({ $0 != nil }) else { return nil }
    let described = try source.asked(place.name) { () throws(DatabaseFault) in
      guard let databases = source.databases else { throw DatabaseFault(.connection, "no database may be asked here") }
      return try databases.description(of: query, isCancelled: source.isCancelled)
    }
    return Databases.Planning(described, of: query) { [ask, place, source] select throws(DatabaseFault) in
      try ask(place.connection, select, source.isCancelled)
    }
  }

  private func frame(_ planning: Databases.Planning) throws(DatabaseFault) -> LineColumns? {
    guard !data.transform.isEmpty else {
      return LineColumns(source: planning.source, condition: planning.condition, columns: planning.columns)
    }
    let wanted = ColumnReader(plot, data).used.drawn
    var pusher = StepPusher(planning, zone: plot.x.zone)
    guard let plan = try pusher.plan(data.transform, wanted: wanted), plan.stepCount == data.transform.count else {
      return nil
    }
    let query = Databases.Query(connection: place.connection, source: .query(plan.select))
    let described = try source.asked(place.name) { () throws(DatabaseFault) in
      guard let databases = source.databases else { throw DatabaseFault(.connection, "no database may be asked here") }
      return try databases.description(of: query, isCancelled: source.isCancelled)
    }
    guard let inner = Databases.Planning(described, of: query, ask: planning.ask),
      inner.columns.count == plan.names.count
    else { return nil }
    var columns = LineColumns(source: .query(plan.select), condition: nil, columns: inner.columns)
    for (index, name) in plan.names.enumerated() {
      columns.aliases[name] = inner.columns[index].name
      columns.columns[index].name = name
    }
    return columns
  }

  /// The column of the positions; `nil` if it is none whose places a database could compare.
  private func x(_ frame: LineColumns, _ dialect: any SQLDialect) -> DatabaseLines.Column? {
    guard let name = data.x, let column = frame.columns.first(where: { $0.name == name }), column.form == .itself else {
      return nil
    }
    let raw = frame.expression(of: column)
    switch column.kind {
    case .numbers:
      guard plot.x.scale != .time else { return nil }
      return DatabaseLines.Column(value: .number(raw), indexed: raw, isWhole: column.holdsWholeNumbers)
    case .moments:
      guard plot.x.scale != .linear else { return nil }
      return DatabaseLines.Column(value: raw, indexed: raw, isMoment: true)
    case .clockTimes:
      // Elsewhere clocks are put back, and what is later may show what is earlier.
      let zone = plot.x.zone
      guard plot.x.scale != .linear, zone == .utc, dialect.template(of: .clockOfMoment) != nil,
        dialect.template(of: .momentOfClock) != nil
      else { return nil }
      return DatabaseLines.Column(
        value: .call(.momentOfClock, [raw, .value(.text("UTC"))]), indexed: raw, isMoment: true, zone: "UTC")
    case .texts: return nil
    }
  }

  private func hasMany(_ frame: LineColumns, _ planning: Databases.Planning) throws(DatabaseFault) -> Bool {
    guard let column = frame.columns.first else { return false }
    let few = SQLSelect(
      [SQLSelect.Item(frame.expression(of: column), as: "ck_x")], from: frame.source, where: frame.condition,
      limit: LineReader.mostHeld + 1)
    let table = try ask(
      place.connection, SQLSelect([SQLSelect.Item(.call(.rowCount, []), as: "ck_n")], from: .query(few)),
      source.isCancelled)
    guard case .numbers(let counts)? = table.columns.values.first, let count = counts.first else { return false }
    return count > Double(LineReader.mostHeld)
  }

  // MARK: - Names

  /// The names that make lines: in the order of their first rows, or of their own.
  private func split(
    _ by: SeriesBySpec, _ column: ColumnDescription, _ frame: LineColumns, _ x: DatabaseLines.Column
  ) throws(DatabaseFault) -> (expression: SQLExpression, names: LineNames.Split)? {
    let expression = frame.expression(of: column)
    var select = SQLSelect(
      [
        SQLSelect.Item(expression, as: "ck_k"), SQLSelect.Item(.call(.least, [x.value]), as: "ck_low"),
      ], from: frame.source, where: frame.condition)
    select.groups = [expression]
    select.order = [SQLSelect.Order(.call(.least, [x.value]))]
    select.limit = LineReader.mostNames + 1
    let table = try ask(place.connection, select, source.isCancelled)
    guard table.rowCount <= LineReader.mostNames, let found = table.columns.values.first else { return nil }
    var names = LineNames()
    for row in 0..<table.rowCount {
      let first = table.columns.values[1].number(row) ?? .infinity
      switch found {
      case .texts(let texts) where texts.codes[row] >= 0:
        let name = texts.texts[Int(texts.codes[row])]
        if !name.isEmpty { names.append(.text(name), first: first) }
      case .numbers(let numbers) where !numbers[row].isNaN: names.append(.number(numbers[row]), first: first)
      default: names.hasNameless = true
      }
    }
    return names.split(by).map { (expression, $0) }
  }

  /// Asks the database, or gives what was recorded.
  private var ask: @Sendable (String, SQLSelect, @escaping @Sendable () -> Bool) throws(DatabaseFault) -> ResultTable {
    { [source] connection, select, isCancelled throws(DatabaseFault) in
      try source.asked(connection) { () throws(DatabaseFault) in
        guard let databases = source.databases else {
          throw DatabaseFault(.connection, "no database may be asked here")
        }
        return try databases.table(select, of: connection, isCancelled: isCancelled)
      }
    }
  }
}

/// The columns that there are after all steps, and what they are read from.
struct LineColumns {
  var source: SQLSource
  var condition: SQLExpression?
  var columns: [ColumnDescription]
  /// What they are called there, if that is something else.
  var aliases: [String: String] = [:]

  func expression(of column: ColumnDescription) -> SQLExpression {
    let raw = SQLExpression.column(aliases[column.name] ?? column.name)
    return switch column.form {
    case .itself: raw
    case .text: .text(raw)
    case .number: .number(raw)
    }
  }
}

/// Lines of a database, of which only what pictures need is held.
package struct LineSource: Sendable {
  package var lines: LargeLines?
  /// What a column calls them; `nil` where the spec lists them.
  package var names: [String]?
  package var isMoments: Bool
  package var warnings: [String] = []
  /// How long a picture waits for rows.
  package var patience: Duration?
}

extension CartesianSpec {
  /// Whether all that it draws is lines of the columns of its table, each by itself: then a picture of a part needs few of the rows.
  fileprivate func drawsOnlyLines(of data: DataSpec) -> Bool {
    guard common.link == nil, common.facet == nil, stacking == nil, data.x != nil, data.dateFormat == nil,
      x.scale != .category, x.scale != .log, x.labels.isEmpty, x.values.isEmpty, x.lastDays == nil, x.hasGaps != false
    else { return false }
    let lines = seriesBy.map { [$0.template] } ?? series
    guard !lines.isEmpty || kind == .line else { return false }
    return lines.allSatisfy { series in
      guard case .line(let style) = series.kind, style.error == nil, style.stack == nil, series.values.isEmpty,
        series.positions == nil, series.markers.isEmpty
      else { return false }
      let axis = valueAxis(of: series)
      return axis.scale == .linear && axis.labels.isEmpty
    }
  }

  /// The columns of the values of each line.
  fileprivate func lineColumns(of data: DataSpec) -> [String] {
    if let seriesBy { return [seriesBy.template.column ?? data.y].compactMap(\.self) }
    guard !series.isEmpty else { return [data.y].compactMap(\.self) }
    let isOnly = series.count == 1
    return series.compactMap { $0.column ?? (isOnly ? data.y : nil) ?? ($0.name.isEmpty ? nil : $0.name) }
  }
}
