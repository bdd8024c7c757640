/// Makes and keeps the pyramids of a database, in a session that may change it.
///
/// Nothing else in this program may: it is only made for people who ask for it, with what their own user may do there.
package protocol PyramidKeeper: AnyObject {
  /// How a pyramid would be made. Changes nothing.
  /// - Throws: ``DatabaseFault``, also if there can be none.
  func plan(_ wish: PyramidWish, _ watch: QueryWatch) throws(DatabaseFault) -> PyramidPlan

  /// The pyramids of a table, also those that were begun and not filled.
  /// - Throws: ``DatabaseFault``
  func pyramids(ofTable names: [String], _ watch: QueryWatch) throws(DatabaseFault) -> [KeptPyramid]

  /// What is left of a pyramid that was begun and tells nothing of itself yet; `nil` if nothing is.
  /// - Throws: ``DatabaseFault``
  func unfinished(_ wish: PyramidWish, _ watch: QueryWatch) throws(DatabaseFault) -> KeptPyramid?

  /// Makes a pyramid, and fills it. If that fails nothing is left of it.
  /// - Throws: ``DatabaseFault``
  func make(_ plan: PyramidPlan, _ watch: QueryWatch) throws(DatabaseFault)

  /// Takes in what changed in the table.
  /// - Parameter all: Computes everything anew.
  /// - Throws: ``DatabaseFault``
  func refresh(_ kept: KeptPyramid, all: Bool, _ watch: QueryWatch) throws(DatabaseFault)

  /// Removes a pyramid.
  /// - Throws: ``DatabaseFault``
  func drop(_ kept: KeptPyramid, _ watch: QueryWatch) throws(DatabaseFault)

  func close()
}

extension PyramidKeeper {
  package func unfinished(_ wish: PyramidWish, _ watch: QueryWatch) throws(DatabaseFault) -> KeptPyramid? { nil }
}

/// A pyramid that somebody wishes for.
package struct PyramidWish: Hashable, Sendable {
  /// The names of the table, as ``SQLSource/table(_:)`` has them.
  package var table: [String]
  package var x: String
  package var y: String
  package var by: String?
  /// ``PyramidLine/standardName`` if not given.
  package var name: String?
  /// ``PyramidEstimate/rowsPerBucket`` if not given.
  package var rowsPerBucket: Double?
  /// Whether the table may get triggers, where the engine keeps pyramids by such.
  package var mayHaveTriggers = true

  package init(table: [String], x: String, y: String, by: String?) {
    (self.table, self.x, self.y, self.by) = (table, x, y, by)
  }
}

/// How a pyramid is made, and how large it becomes.
package struct PyramidPlan: Sendable {
  package var script: any PyramidScript
  package var estimate: PyramidEstimate
  /// Of the table with its indices, in bytes.
  package var tableSize: Double?
  /// About how many bytes it has itself.
  package var size: Double
  /// What it does to the table, and what else should be known before: sentences.
  package var notes: [String]
}

/// A pyramid that there is.
package struct KeptPyramid: Sendable {
  package var script: any PyramidScript
  /// Whether it was begun, but not filled: nobody reads it.
  package var isUnfinished: Bool
  /// What it lacks; `nil` if nothing.
  package var lack: String?
  /// In bytes; `nil` if the engine does not tell.
  package var size: Double?
}
