import ChartEngine
import ChartModel
import ChartTransforms
import Databases
import OrderedCollections

/// Small multiples of lines of a database, of which only what pictures need is held.
package struct LinePanels: Sendable {
  package struct Panel: Sendable {
    /// What its row of charts is called; `nil` where rows say nothing.
    package var row: String?
    /// What it is called, or its column.
    package var column: String?
    package var lines: LineSource
  }

  package var panels: [Panel] = []
  package var warnings: [String] = []
}

extension LineReader {
  /// The lines of each of small multiples.
  /// - Returns: `nil` if all rows are to be read.
  /// - Throws: ``DatabaseFault``
  func panels() throws(DatabaseFault) -> LinePanels? {
    guard let facet, let basis = try basis(), try hasMany(basis), let split = try PanelSplit(facet, basis, self),
      let lines = try splitting(basis)
    else { return nil }
    var found = LinePanels(warnings: split.warnings + lines.warnings)
    let by = facet.splittingColumns
    var pyramids: PyramidReader?
    if by.count == 1, lines.names == nil { pyramids = try self.pyramids(of: basis, by[0], &found.warnings) }
    for panel in split.panels {
      var own = lines.lines
      own.condition = .all([own.condition].compactMap(\.self) + panel.conditions)
      let source =
        try pyramids?.lines(ofPanel: panel.keys[0], own, share: split.panels.count)
        ?? table.lineSource(own, of: basis, names: lines.names, share: split.panels.count)
      found.panels.append(LinePanels.Panel(row: panel.row, column: panel.column, lines: source))
    }
    return found
  }
}

/// What rows of small multiples there are.
private struct PanelSplit {
  struct Panel {
    var row: String?
    var column: String?
    /// What each of the columns holds that split the rows, and that a row is so.
    var keys: [SQLValue]
    var conditions: [SQLExpression]
  }

  var panels: [Panel] = []
  var warnings: [String] = []

  /// More combinations are not looked at: so many charts are not made of any.
  private static let mostCombinations = FacetSpec.maximumCount * FacetSpec.maximumCount + 1

  /// - Returns: `nil` if the columns are none whose values a database could compare, or there would be too many charts: reading the rows
  ///   says so.
  /// - Throws: ``DatabaseFault``
  init?(_ facet: FacetSpec, _ basis: LineReader.Basis, _ reader: LineReader) throws(DatabaseFault) {
    let columns = facet.splittingColumns.compactMap { name in basis.frame.columns.first { $0.name == name } }
    guard !columns.isEmpty, columns.count == facet.splittingColumns.count,
      columns.allSatisfy({ $0.kind == .texts || $0.kind == .numbers })
    else { return nil }
    let expressions = columns.map { basis.frame.expression(of: $0) }
    // In the order of their first rows, as names come.
    let first = SQLExpression.call(.least, [basis.lines.x.value])
    var select = SQLSelect(
      expressions.enumerated().map { SQLSelect.Item($1, as: "ck_f\($0)") } + [
        SQLSelect.Item(first, as: "ck_low"), SQLSelect.Item(.call(.rowCount, []), as: "ck_n"),
      ], from: basis.frame.source, where: basis.frame.condition)
    select.groups = expressions
    select.order = [SQLSelect.Order(first)] + expressions.map { SQLSelect.Order($0) }
    select.limit = PanelSplit.mostCombinations
    var answer = try reader.ask(select)
    guard answer.columns.count == columns.count + 2, case .numbers(let counts)? = answer.columns.values.last else {
      return nil
    }
    let values = Array(answer.columns.values.prefix(columns.count))
    answer.columns = [:]
    for (column, found) in zip(columns, values) { answer.columns[column.name] = found }
    let run = reader.run
    let frame = reader.specTable(answer).frame(of: nil, rows: nil, zone: run.zone)
    guard let split = try? FacetSplit(frame, facet, run, counts: counts) else { return nil }
    /// The values that are called something, of each column.
    var keys = columns.map { _ in [String: SQLValue]() }
    for panel in split.panels {
      guard let row = panel.rows.first else { continue }
      for (index, name) in PanelSplit.names(panel, facet).enumerated() {
        keys[index][name] = values[index].key(Int(row))
      }
    }
    for panel in split.panels {
      let own = zip(keys, PanelSplit.names(panel, facet)).compactMap { $0[$1] }
      // Of a row and a column of charts no row may have both: but each has them with another.
      guard own.count == columns.count else { return nil }
      let conditions = columns.indices.map { index in
        SQLExpression.compared(expressions[index], .equal, .value(columns[index].compared(own[index])))
      }
      panels.append(Panel(row: panel.row, column: panel.column, keys: own, conditions: conditions))
    }
    warnings = run.warnings
  }

  /// What the columns hold that split rows, in their order.
  private static func names(_ panel: FacetSplit.Panel, _ facet: FacetSpec) -> [String] {
    [facet.row == nil ? nil : panel.row, (facet.by ?? facet.column) == nil ? nil : panel.column].compactMap(\.self)
  }
}

extension FacetSpec {
  /// The columns that split rows: that of rows of charts, then the other.
  var splittingColumns: [String] { [row, by ?? column].compactMap(\.self) }
}

extension ResultColumn {
  /// A text or number, as it is compared with; `nil` where there is none.
  fileprivate func key(_ row: Int) -> SQLValue? {
    switch self {
    case .texts(let texts): texts.codes[row] < 0 ? nil : .text(texts.texts[Int(texts.codes[row])])
    case .numbers(let numbers): numbers[row].isNaN ? nil : .number(numbers[row])
    case .moments, .clockTimes: nil
    }
  }
}
