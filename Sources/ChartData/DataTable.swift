package import JSONModel

/// Rows with named columns, whatever file they came from.
package protocol DataTable {
  /// The columns' names.
  var columns: [String] { get }
  /// How a row is called in messages, with its number: `row 3`.
  func name(ofRow row: Int) -> String
  /// Calls `body` for each row with its number and its cells, in the order of ``columns``; cells may be missing at the end.
  func forEachRow(_ body: (Int, [DataCell]) throws(InvalidValue) -> Void) throws(InvalidValue)
}
