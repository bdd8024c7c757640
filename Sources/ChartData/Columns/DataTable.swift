package import JSONModel

/// Rows with named columns, whatever file they came from.
package protocol DataTable {
  /// The columns' names.
  var columns: [String] { get }
  /// All that may be named, for messages: there may be more than were read.
  var listed: [String] { get }
  /// How the cells are written.
  var style: CellStyle { get }
  /// What stands between the fields of a text; `nil` for other tables.
  var delimiter: UInt8? { get }
  /// How a row is called in messages, with its number: `row 3`.
  func name(ofRow row: Int) -> String
  /// Calls `body` for each row with its number and its cells, in the order of ``columns``; cells may be missing at the end.
  func forEachRow(_ body: (Int, [DataCell]) throws(InvalidValue) -> Void) throws(InvalidValue)
  /// Calls `body` for each row that a filter takes, with its cells in some columns, in the order of those.
  func forEachRow(
    where filter: RowFilter, in columns: [Int], _ body: (TableReader.Row) throws(InvalidValue) -> Void
  ) throws(InvalidValue)
  /// Reads what a plot needs of all rows that its filter takes.
  func read(_ columns: inout PlotColumns) throws(InvalidValue)
}

extension DataTable {
  package var listed: [String] { columns }
  package var style: CellStyle { .typed }
  package var delimiter: UInt8? { nil }

  package func forEachRow(
    where filter: RowFilter, in columns: [Int], _ body: (TableReader.Row) throws(InvalidValue) -> Void
  ) throws(InvalidValue) {
    try forEachRow { number, cells throws(InvalidValue) in
      // Rows may be shorter than the header.
      func cell(_ column: Int) -> DataCell { cells.indices.contains(column) ? cells[column] : .missing }
      guard filter.matches(style, cell) else { return }
      try body(TableReader.Row(number: number, cells: columns.map(cell)))
    }
  }

  package func read(_ columns: inout PlotColumns) throws(InvalidValue) {
    let slots = PlotColumns.Slots(columns)
    try forEachRow(where: columns.filter, in: columns.columns) { row throws(InvalidValue) in
      try columns.append(row, slots)
    }
  }
}
