/// The statements that make a pyramid, and what else is done with it besides reading it.
///
/// They change a database, so none is run by this program unless somebody says so; whoever looks after the database can
/// read and run them as well. Statements that belong together are a transaction, and come in a list; engines without
/// transactions have lists of one.
package protocol PyramidScript: Sendable {
  var pyramid: PyramidTable { get }

  /// Makes and fills it.
  var create: [[String]] { get }
  /// Takes in what changed in the table since; nothing where the engine sees to that by itself.
  var refresh: [[String]] { get }
  /// Computes all of it anew.
  var rebuild: [[String]] { get }
  /// Removes all that ``create`` made, or as far as it came.
  var drop: [[String]] { get }
  /// Asks for what a ``PyramidEstimate`` is made of: rows, lines, lowest, highest, and the bytes of the table.
  var estimate: String { get }
  /// Asks whether it lacks something of the table.
  var staleness: String { get }

  /// Asks for the pyramids that there are of a line.
  static func find(_ line: PyramidLine) -> SQLStatement

  /// About how many bytes the pyramid of a table has.
  /// - Parameters:
  ///   - rowsPerBucket: How many rows of a line lie in a bucket of the finest width.
  ///   - seriesLength: The bytes of what tells lines apart.
  static func estimatedSize(rowCount: Double, rowsPerBucket: Double, seriesLength: Int) -> Double
}

extension PyramidScript {
  /// Transactions as a script for people.
  package func script(of transactions: [[String]]) -> String {
    transactions.map { statements in
      let script = statements.map { $0 + ";\n" }.joined()
      return statements.count > 1 ? "BEGIN;\n" + script + "COMMIT;\n" : script
    }.joined()
  }
}
