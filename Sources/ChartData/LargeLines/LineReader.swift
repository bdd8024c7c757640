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
    try LineReader(plot, data, in: self)?.read { reader throws(DatabaseFault) in try reader.lines() }
  }

  /// The same of small multiples.
  package func lines(
    of plot: CartesianSpec, _ data: DataSpec, by facet: FacetSpec
  ) throws(InvalidValue) -> LinePanels? {
    try LineReader(plot, data, facet, in: self)?.read { reader throws(DatabaseFault) in try reader.panels() }
  }
}

/// Finds out whether lines over a table of a database are to be held in part, and how they are asked for.
struct LineReader {
  /// More names are not made lines of.
  static let mostNames = 10_000

  private let plot: CartesianSpec
  private let data: DataSpec
  let facet: FacetSpec?
  let table: AskedTable
  private var source: DataSource { table.source }

  /// - Parameter facet: What splits the rows among small multiples.
  /// - Returns: `nil` if the plot draws anything else, or needs more than a picture's rows.
  init?(_ plot: CartesianSpec, _ data: DataSpec, _ facet: FacetSpec? = nil, in source: DataSource) {
    guard let table = AskedTable(data, zone: plot.x.zone, in: source), plot.drawsOnlyLines(of: data) else { return nil }
    (self.plot, self.data, self.facet, self.table) = (plot, data, facet, table)
  }

  /// - Returns: `nil` if there are not so many rows, or what is read tells only once all are.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  func read<Found>(
    _ find: (LineReader) throws(DatabaseFault) -> Found?
  ) throws(InvalidValue) -> Found? {
    do {
      return try table.unlessWrong { () throws(DatabaseFault) in try find(self) }
    } catch {
      throw error.prefixed(by: .key("data"))
    }
  }

  // MARK: - Lines

  /// What lines are made of, whichever there are.
  struct Basis {
    let planning: Databases.Planning
    let frame: LineColumns
    /// The columns of values.
    let values: [ColumnDescription]
    /// All rows, with a line for each of these.
    let lines: DatabaseLines
  }

  /// - Returns: `nil` if no database could tell what the lines are.
  /// - Throws: ``DatabaseFault``
  func basis() throws(DatabaseFault) -> Basis? {
    guard let planning = try table.planning(), let frame = try frame(planning), let x = x(frame, planning.dialect)
    else {
      return nil
    }
    let values = plot.lineColumns(of: data)
    let numbers = values.compactMap { name in frame.columns.first { $0.name == name && $0.kind == .numbers } }
    guard !values.isEmpty, numbers.count == values.count else { return nil }
    let lines = DatabaseLines(
      connection: table.place.connection, source: frame.source, dialect: planning.dialect, condition: frame.condition,
      x: x, by: nil, lines: numbers.map { DatabaseLines.Line(value: .number(frame.expression(of: $0)), key: nil) },
      ask: table.ask)
    return Basis(planning: planning, frame: frame, values: numbers, lines: lines)
  }

  func lines() throws(DatabaseFault) -> LineSource? {
    guard let basis = try basis() else { return nil }
    var warnings: [String] = []
    if let pyramids = try pyramids(of: basis, nil, &warnings), var found = try pyramids.lines() {
      found.warnings = warnings + found.warnings
      return found
    }
    guard try hasMany(basis), let lines = try splitting(basis) else { return nil }
    return table.lineSource(lines.lines, of: basis, names: lines.names, warnings: warnings + lines.warnings)
  }

  /// Whether there are more rows than are read whole. Of what is selected there are as few as may be: its rows are in the order of all.
  /// - Throws: ``DatabaseFault``
  func hasMany(_ basis: Basis) throws(DatabaseFault) -> Bool {
    guard source.selections.isEmpty else { return true }
    guard let column = basis.frame.columns.first else { return false }
    return try table.hasMany(
      of: basis.frame.source, where: basis.frame.condition, basis.frame.expression(of: column))
  }

  /// A line for each name of the column that makes lines, if there is one.
  /// - Returns: `nil` if that makes none.
  /// - Throws: ``DatabaseFault``
  func splitting(
    _ basis: Basis
  ) throws(DatabaseFault) -> (lines: DatabaseLines, names: [String]?, warnings: [String])? {
    guard let by = plot.seriesBy else { return (basis.lines, nil, []) }
    guard let column = basis.frame.columns.first(where: { $0.name == by.column }),
      column.kind == .texts || column.kind == .numbers,
      let split = try split(by, column, basis.frame, basis.lines.x)
    else { return nil }
    var lines = basis.lines
    lines.by = (column, basis.frame.expression(of: column))
    lines.lines = split.keys.map { DatabaseLines.Line(value: lines.lines[0].value, key: $0) }
    return (lines, split.names, split.warnings)
  }

  /// What has pyramids of the lines.
  /// - Parameter panels: The column that splits rows among small multiples, if one alone does.
  /// - Returns: `nil` if there are none.
  /// - Throws: ``DatabaseFault``
  func pyramids(
    of basis: Basis, _ panels: String?, _ warnings: inout [String]
  ) throws(DatabaseFault) -> PyramidReader? {
    guard let columns = basis.planning.dialect.pyramidColumns else { return nil }
    return try PyramidReader(plot, data, table, basis, columns, panels: panels, &warnings)
  }

  // MARK: - What there is

  private func frame(_ planning: Databases.Planning) throws(DatabaseFault) -> LineColumns? {
    guard !data.transform.isEmpty else {
      return LineColumns(source: planning.source, condition: planning.condition, columns: planning.columns)
    }
    let wanted = ColumnReader(plot, data).columns + (facet?.splittingColumns ?? [])
    var pusher = StepPusher(planning, zone: plot.x.zone)
    guard let plan = try pusher.plan(data.transform, wanted: wanted), plan.stepCount == data.transform.count else {
      return nil
    }
    let query = Databases.Query(connection: table.place.connection, source: .query(plan.select))
    guard let inner = Databases.Planning(try table.description(of: query), of: query, ask: planning.ask),
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

  // MARK: - Names

  /// The names that make lines: in the order of their first rows, or of their own.
  private func split(
    _ by: SeriesBySpec, _ column: ColumnDescription, _ frame: LineColumns, _ x: DatabaseLines.Column
  ) throws(DatabaseFault) -> LineNames.Split? {
    let expression = frame.expression(of: column)
    var select = SQLSelect(
      [
        SQLSelect.Item(expression, as: "ck_k"), SQLSelect.Item(.call(.least, [x.value]), as: "ck_low"),
      ], from: frame.source, where: frame.condition)
    select.groups = [expression]
    select.order = [SQLSelect.Order(.call(.least, [x.value]))]
    select.limit = LineReader.mostNames + 1
    let table = try ask(select)
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
    return names.split(by)
  }

  func ask(_ select: SQLSelect) throws(DatabaseFault) -> ResultTable {
    try table.ask(table.place.connection, select, source.isCancelled)
  }

  /// A table of an answer's columns.
  func specTable(_ answer: ResultTable) -> SpecTable { SpecTable(answer, zone: plot.x.zone, watch: source.watch) }

  /// What steps need to be carried out here.
  var run: TransformRun {
    let watch = source.watch
    return TransformRun(zone: plot.x.zone, watch: { watch.stepsFault })
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

/// Lines of a database, of which only what pictures need is held, as they were found.
package struct LineSource: Sendable {
  package var lines: LargeLines
  /// What a column calls them; `nil` where the spec lists them.
  package var names: [String]?
  /// Whether their positions are moments.
  package var isMoments: Bool
  package var warnings: [String] = []
  /// How long a picture waits for rows.
  package var patience: Duration?

  /// The lines as those of a plot.
  /// - Parameters:
  ///   - number: The plot's.
  ///   - series: What its series are called that a column makes; those found if not given.
  package func plot(_ number: Int = 0, _ rows: HeldLine.Rows = .all, series: [String]? = nil) -> ChartLines.Plot {
    let own = names.flatMap { names in series.map { $0.map { names.firstIndex(of: $0) } } }
    return ChartLines.Plot(
      number: number, rows: rows, lines, series: own ?? (0..<lines.lineCount).map { $0 }, patience: patience)
  }
}

extension AskedTable {
  /// - Parameter lack: What the provider may lack, as ``LargeLines/lack`` has it.
  func lineSource(
    _ provider: any LineProvider, of basis: LineReader.Basis, names: [String]? = nil, warnings: [String] = [],
    lack: String? = nil, share: Int = 1
  ) -> LineSource {
    LineSource(
      lines: LargeLines(provider, order, lack: lack, share: share), names: names, isMoments: basis.lines.x.isMoment,
      warnings: warnings, patience: source.databases?.patience(of: place.connection))
  }
}

extension CartesianSpec {
  /// Whether all that it draws is lines of the columns of its table, each by itself: then a picture of a part needs few of the rows.
  fileprivate func drawsOnlyLines(of data: DataSpec) -> Bool {
    guard stacking == nil, data.x != nil, data.dateFormat == nil,
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
