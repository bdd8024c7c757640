import JSONModel
import OrderedCollections

extension Databases {
  /// The pyramids that there are of some lines, as a table, so that it can be recorded as any other.
  /// - Throws: ``DatabaseFault``
  package func pyramids(
    of request: PyramidRequest, at connection: String, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(DatabaseFault) -> ResultTable {
    let settings = try settings(of: connection)
    let watch = QueryWatch(limit: settings.limits.time, isCancelled: isCancelled)
    let found = try Databases.inSession(of: try pool(for: settings), watch) { session throws(DatabaseFault) in
      try session.pyramids(of: request, watch)
    }
    let texts = found.map(\.json.text)
    var table = ResultTable(columns: [:], rowCount: texts.count)
    table.columns["pyramid"] = .texts(
      ResultColumn.TextCodes(codes: texts.indices.map { Int32($0) }, texts: texts))
    return table
  }

  /// What makes and keeps the pyramids of a database. Called by a thread that may block.
  /// - Parameter servers: The connections to the servers over which its tables lie, if there are several.
  /// - Throws: ``DatabaseFault``
  package func pyramidKeeper(
    of connection: String, over servers: [String] = [], isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(DatabaseFault) -> any PyramidKeeper {
    func open(_ name: String) throws(DatabaseFault) -> any PyramidKeeper {
      let settings = try settings(of: name)
      let watch = QueryWatch(limit: settings.limits.connectTime, isCancelled: isCancelled)
      return try DatabaseEngines.engine(for: settings).openPyramidKeeper(watch)
    }
    let keeper = try open(connection)
    guard !servers.isEmpty else { return keeper }
    guard let keeper = keeper as? ClickHousePyramidKeeper else {
      throw DatabaseFault(.connection, "the connection '\(connection)' is to one server alone")
    }
    for name in servers {
      guard let server = try open(name) as? ClickHousePyramidKeeper else {
        throw DatabaseFault(.connection, "the connection '\(name)' is to no server of ClickHouse")
      }
      keeper.servers.append(server.session)
    }
    return keeper
  }
}
