import ChartModel
import ChartTransforms
import Databases
import JSONModel
import OrderedCollections

/// Finds out whether lines over a table of a database have pyramids, by which they are read.
struct PyramidReader {
  private let plot: CartesianSpec
  private let table: AskedTable
  private let basis: LineReader.Basis
  private let columns: PyramidColumns
  /// The column whose values tell lines in the pyramids, and which of them are wanted.
  private let by: ColumnDescription?
  private let keys: [SQLValue]?
  private let found: [FoundPyramid]

  /// - Parameters:
  ///   - panels: The column that splits the rows among small multiples, if one does.
  ///   - warnings: Gets why a pyramid that there is cannot be read.
  /// - Returns: `nil` if there is none that can.
  /// - Throws: ``DatabaseFault``
  init?(
    _ plot: CartesianSpec, _ data: DataSpec, _ table: AskedTable, _ basis: LineReader.Basis, _ columns: PyramidColumns,
    panels: String?, _ warnings: inout [String]
  ) throws(DatabaseFault) {
    let frame = basis.frame
    guard case .table(let names) = frame.source, data.transform.isEmpty, table.source.selections.isEmpty,
      let wanted = PyramidReader.wantedKeys(plot, data, panels),
      let x = frame.columns.first(where: { $0.name == data.x })
    else { return nil }
    let by = wanted.column.flatMap { name in frame.columns.first { $0.name == name } }
    guard (by == nil) == (wanted.column == nil) else { return nil }
    let request = PyramidRequest(table: names, x: x, values: basis.values, by: by)
    let all = [FoundPyramid](try PyramidReader.pyramids(of: request, table), of: request)
    warnings += all.filter(\.isWrong).map {
      "data: the pyramid '\($0.pyramid.name)' is not read, since it \($0.lack ?? "is wrong"); "
        + "see `chart-kernel index \(table.place.connection).\(data.table ?? "")`"
    }
    found = all.filter { !$0.isWrong }
    guard !found.isEmpty else { return nil }
    (self.plot, self.table, self.basis, self.columns) = (plot, table, basis, columns)
    (self.by, keys) = (by, wanted.keys)
  }

  /// By what a pyramid has to tell lines, and which of them are wanted.
  /// - Returns: `nil` if rows are taken by something else besides.
  private static func wantedKeys(
    _ plot: CartesianSpec, _ data: DataSpec, _ panels: String?
  ) -> (column: String?, keys: [SQLValue]?)? {
    let column = plot.seriesBy?.column ?? panels ?? data.filter.keys.first
    guard data.filter.keys.allSatisfy({ $0 == column }) else { return nil }
    guard let column, let filter = data.filter[column] else { return (column, nil) }
    guard let keys = DatabasePlace.values(filter), plot.seriesBy != nil || panels != nil || keys.count == 1 else {
      return nil
    }
    return (column, keys)
  }

  private static func pyramids(
    of request: PyramidRequest, _ table: AskedTable
  ) throws(DatabaseFault) -> ResultTable {
    try table.source.asked(table.place.name) { () throws(DatabaseFault) in
      guard let databases = table.source.databases else {
        throw DatabaseFault(.connection, "no database may be asked here")
      }
      return try databases.pyramids(of: request, at: table.place.connection, isCancelled: table.source.isCancelled)
    }
  }

  private func ask(_ select: SQLSelect) throws(DatabaseFault) -> ResultTable {
    try table.ask(table.place.connection, select, table.source.isCancelled)
  }

  /// The lines of the chart.
  /// - Returns: `nil` if they have so few rows that they are read whole.
  /// - Throws: ``DatabaseFault``
  func lines() throws(DatabaseFault) -> LineSource? {
    plot.seriesBy == nil ? try listed(basis.lines, key: keys?.first, mayBeFew: false) : try split(found[0])
  }

  /// Those of one of small multiples.
  /// - Parameters:
  ///   - key: What the column holds there that splits the rows.
  ///   - lines: Its rows.
  ///   - share: How many there are.
  /// - Returns: `nil` if pyramids do not tell it from others.
  /// - Throws: ``DatabaseFault``
  func lines(ofPanel key: SQLValue, _ lines: DatabaseLines, share: Int) throws(DatabaseFault) -> LineSource? {
    try listed(lines, key: key, mayBeFew: true, share: share)
  }

  // MARK: - Lines

  /// A column of values for each line.
  /// - Parameter mayBeFew: Whether they are held in part also where they have few rows.
  private func listed(
    _ base: DatabaseLines, key: SQLValue?, mayBeFew: Bool, share: Int = 1
  ) throws(DatabaseFault) -> LineSource? {
    var groups: [(count: Int, provider: any LineProvider)] = []
    var series = ""
    if let key {
      guard let text = PyramidReader.text(of: key) else { return nil }
      series = text
    }
    var hasMany = mayBeFew
    for (index, value) in basis.values.enumerated() {
      var one = base
      one.lines = [base.lines[index]]
      guard let pyramid = found.first(where: { $0.pyramid.line.y.name == value.name }) else {
        groups.append((1, one))
        continue
      }
      if !hasMany {
        let counted = try PyramidLines.lines(of: pyramid.pyramid, among: [series], columns) {
          select throws(DatabaseFault) in
          let answer = try ask(select)
          // What reads the pyramid begins with the same question.
          one = one.knowing(answer, to: select)
          return answer
        }
        hasMany = (counted[series]?.count ?? 0) > table.mostHeld
      }
      groups.append(
        (1, PyramidLines(base: one, found: pyramid, columns: columns, series: [series], order: table.order)))
    }
    guard hasMany else { return nil }
    return lineSource(
      groups.count == 1 ? groups[0].provider : JoinedLines(groups: groups, order: table.order), found, share: share)
  }

  /// A line for each name.
  private func split(_ found: FoundPyramid) throws(DatabaseFault) -> LineSource? {
    guard let spec = plot.seriesBy, let by else { return nil }
    var texts: [String]?
    if let keys {
      let known = keys.compactMap(PyramidReader.text)
      guard known.count == keys.count else { return nil }
      texts = known
    }
    let lines = try PyramidLines.lines(of: found.pyramid, among: texts, columns, ask)
    guard lines.values.reduce(0, { $0 + $1.count }) > table.mostHeld, lines.count <= LineReader.mostNames else {
      return nil
    }
    var firsts = lines.mapValues(\.start)
    for (series, first) in try newLines(found, by) where texts?.contains(series) ?? true {
      firsts[series] = min(firsts[series] ?? .infinity, first)
    }
    var (names, series) = (LineNames(), [SQLValue: String]())
    for (text, first) in firsts.sorted(by: { $0.key < $1.key }) where !text.isEmpty {
      guard let key = PyramidReader.key(text, of: by.kind), series.updateValue(text, forKey: key) == nil else {
        return nil
      }
      names.append(key, first: first)
    }
    guard let split = names.split(spec) else { return nil }
    var one = basis.lines
    one.by = (by, basis.frame.expression(of: by))
    one.lines = split.keys.map { DatabaseLines.Line(value: basis.lines.lines[0].value, key: $0) }
    let own = split.keys.compactMap { series[$0] }
    var source = lineSource(
      PyramidLines(base: one, found: found, columns: columns, series: own, order: table.order), [found])
    (source.names, source.warnings) = (split.names, split.warnings)
    return source
  }

  /// The first position of each line where rows changed that the pyramid does not have.
  private func newLines(
    _ found: FoundPyramid, _ by: ColumnDescription
  ) throws(DatabaseFault) -> [(series: String, first: Double)] {
    guard !found.changes.isEmpty else { return [] }
    let (frame, base) = (basis.frame, basis.lines)
    let expression = frame.expression(of: by)
    var select = SQLSelect(
      [
        SQLSelect.Item(expression, as: "ck_k"), SQLSelect.Item(.call(.least, [base.x.value]), as: "ck_low"),
      ], from: frame.source, where: .all([frame.condition, base.isIn(found.changes)].compactMap(\.self)))
    select.groups = [expression]
    select.limit = LineReader.mostNames + 1
    let table = try ask(select)
    guard let keys = table.columns.values.first else { return [] }
    return (0..<table.rowCount).compactMap { row in
      guard let first = table.columns.values[1].number(row) else { return nil }
      switch keys {
      case .texts(let texts) where texts.codes[row] >= 0: return (texts.texts[Int(texts.codes[row])], first)
      case .numbers(let numbers) where !numbers[row].isNaN: return (JSON(numbers[row]).wholeText, first)
      default: return nil
      }
    }
  }

  private func lineSource(_ provider: any LineProvider, _ found: [FoundPyramid], share: Int = 1) -> LineSource {
    let lack = found.compactMap { one in
      one.lack.map {
        "the pyramid '\(one.pyramid.name)' \($0); `chart-kernel index` with --refresh brings it up to date"
      }
    }.first
    return table.lineSource(provider, of: basis, lack: lack, share: share)
  }

  // MARK: - Keys

  /// What tells a line in a pyramid; `nil` of what may be written in several ways.
  private static func text(of key: SQLValue) -> String? {
    switch key {
    case .text(let text): text
    case .number(let number): Int(exactly: number).flatMap { $0.magnitude < 1 << 53 ? "\($0)" : nil }
    case .whole, .truth, .moment: nil
    }
  }

  /// The key of a line that a pyramid tells of.
  private static func key(_ text: String, of kind: ResultKind) -> SQLValue? {
    switch kind {
    case .texts: .text(text)
    case .numbers:
      Int(text).flatMap { $0.magnitude < 1 << 53 ? .number(Double($0)) : nil }
    case .moments, .clockTimes: nil
    }
  }
}
