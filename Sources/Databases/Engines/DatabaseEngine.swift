/// A kind of database, with the settings of one connection: opens sessions. One folder each, and a line in
/// ``DatabaseEngines``.
package protocol DatabaseEngine: Sendable {
  /// What `engine` in connections.toml calls it, the usual name first.
  static var names: [String] { get }
  /// How its SQL is written.
  var dialect: any SQLDialect { get }

  /// - Throws: ``DatabaseFault/Kind/connection`` if the settings lack something, or have what it does not know.
  init(_ settings: ConnectionSettings) throws(DatabaseFault)

  /// Opens a session in which nothing can be changed. Called by a thread that may block.
  func openSession(_ watch: QueryWatch) throws(DatabaseFault) -> any DatabaseSession

  /// Opens a session that may change something: the only one of its kind, for whoever makes pyramids.
  /// - Throws: ``DatabaseFault``, also where the engine has no pyramids.
  func openPyramidKeeper(_ watch: QueryWatch) throws(DatabaseFault) -> any PyramidKeeper
}

/// A conversation with a server. One thread at a time has it, and that may block.
///
/// A fault that leaves it unusable shows in ``isUsable``; any other one leaves it as it was.
package protocol DatabaseSession: AnyObject {
  /// Whether it can be asked again.
  var isUsable: Bool { get }
  /// What the server is, for people: `PostgreSQL 15.18`.
  var server: String { get }

  /// What a query gives, without running it.
  /// - Throws: ``DatabaseFault``
  func columns(of query: SQLSource, _ watch: QueryWatch) throws(DatabaseFault) -> [ColumnDescription]

  /// Runs a query.
  /// - Parameters:
  ///   - columns: What it gives, as ``columns(of:_:)`` says of it, in the order in which it does.
  ///   - limits: At the first row beyond them it is ended.
  /// - Throws: ``DatabaseFault``
  func run(
    _ query: SQLSelect, giving columns: [ColumnDescription], limits: QueryLimits, _ watch: QueryWatch
  ) throws(DatabaseFault) -> ResultTable

  /// Runs a query that was made here, of which its rows tell what columns they have.
  /// - Throws: ``DatabaseFault``
  func run(_ query: SQLSelect, limits: QueryLimits, _ watch: QueryWatch) throws(DatabaseFault) -> ResultTable

  /// The pyramids of some lines that may be read.
  /// - Throws: ``DatabaseFault``
  func pyramids(of request: PyramidRequest, _ watch: QueryWatch) throws(DatabaseFault) -> [FoundPyramid]

  func close()
}

extension DatabaseEngine {
  func openPyramidKeeper(_ watch: QueryWatch) throws(DatabaseFault) -> any PyramidKeeper {
    throw DatabaseFault(.query, "there are pyramids in PostgreSQL and ClickHouse alone")
  }
}

extension DatabaseSession {
  func run(_ query: SQLSelect, limits: QueryLimits, _ watch: QueryWatch) throws(DatabaseFault) -> ResultTable {
    try run(query, giving: try columns(of: .query(query), watch), limits: limits, watch)
  }

  func pyramids(of request: PyramidRequest, _ watch: QueryWatch) throws(DatabaseFault) -> [FoundPyramid] { [] }
}
