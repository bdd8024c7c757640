package import JSONModel

/// Rows with named columns, whatever file they came from.
package protocol DataTable {
  /// The columns' names.
  var columns: [String] { get }
  /// How the cells are written.
  var style: CellStyle { get }
  /// What stands between the fields of a text; `nil` for other tables.
  var delimiter: UInt8? { get }
  /// How a row is called in messages, with its number: `row 3`.
  func name(ofRow row: Int) -> String
  /// Calls `body` for each row with its number and its cells, in the order of ``columns``; cells may be missing at the end.
  func forEachRow(_ body: (Int, [DataCell]) throws(InvalidValue) -> Void) throws(InvalidValue)
  /// Calls `body` for each row that a filter takes.
  func forEachRow(where filter: RowFilter, _ body: (TableReader.Row) throws(InvalidValue) -> Void) throws(InvalidValue)
  /// Reads what a plot needs of all rows that its filter takes.
  func read(_ columns: inout PlotColumns) throws(InvalidValue)
}

extension DataTable {
  package var style: CellStyle { .typed }
  package var delimiter: UInt8? { nil }

  package func forEachRow(
    where filter: RowFilter, _ body: (TableReader.Row) throws(InvalidValue) -> Void
  ) throws(InvalidValue) {
    try forEachRow { number, cells throws(InvalidValue) in
      let row = TableReader.Row(number: number, cells: cells)
      if filter.matches(row, style) { try body(row) }
    }
  }

  package func read(_ columns: inout PlotColumns) throws(InvalidValue) {
    try forEachRow(where: columns.filter) { row throws(InvalidValue) in try columns.append(row) }
  }
}
