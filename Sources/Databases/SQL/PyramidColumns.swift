/// What the columns of an engine's pyramids hold.
package struct PyramidColumns: Sendable {
  var series: String
  var width: String
  var bucket: String
  /// Whether a bucket may have several rows, which are put together as they are read.
  var isMerged: Bool
  var rows: SQLExpression
  var missing: SQLExpression
  /// The first position of all rows.
  var start: SQLExpression
  /// Of the rows with a value the position and the value of each.
  var first: (x: SQLExpression, y: SQLExpression)
  var least: (x: SQLExpression, y: SQLExpression)
  var greatest: (x: SQLExpression, y: SQLExpression)
  var last: (x: SQLExpression, y: SQLExpression)

  /// As they are called, each row a bucket.
  static let plain = PyramidColumns(
    series: "series", width: "width", bucket: "bucket", isMerged: false, rows: .column("rows"),
    missing: .column("missing"), start: .column("start_x"), first: (.column("first_x"), .column("first_y")),
    least: (.column("low_x"), .column("low_y")), greatest: (.column("high_x"), .column("high_y")),
    last: (.column("last_x"), .column("last_y")))
}
