import ChartEngine
import ChartModel
import ChartTransforms
import Databases
import JSONModel
import OrderedCollections

/// The table or query of a database that a chart's data name, for questions whose answers are small: what it has, and how many rows.
struct AskedTable {
  /// Tables of no more rows are read whole.
  var mostHeld: Int { min(100_000, source.databases?.rowLimit(of: place.connection) ?? .max) }

  /// What is recorded has to be asked for in the same order again.
  var order: QuestionOrder { source.outside is LiveOutside ? .together : .oneByOne }

  let data: DataSpec
  let place: DatabasePlace
  let zone: TimeZoneRules
  let source: DataSource

  /// - Parameter zone: Where days and times are read that are of no zone.
  /// - Returns: `nil` if the data name no database.
  init?(_ data: DataSpec, zone: TimeZoneRules, in source: DataSource) {
    guard let place = DatabasePlace(data) else { return nil }
    (self.data, self.place, self.zone, self.source) = (data, place, zone, source)
  }

  /// Its columns, and what its rows must be to be taken; `nil` where only reading the rows tells whether they are.
  /// - Throws: ``DatabaseFault``
  func planning() throws(DatabaseFault) -> Databases.Planning? {
    let query = Databases.Query(
      connection: place.connection, source: place.source, hasSteps: !data.transform.isEmpty,
      filter: data.filter.mapValues { DatabasePlace.values($0) })
    guard query.filter.values.allSatisfy({ $0 != nil }) else { return nil }
    let planning = Databases.Planning(try description(of: query), of: query) {
      [ask, place, source] select throws(DatabaseFault) in
      try ask(place.connection, select, source.isCancelled)
    }
    guard let planning else { return nil }
    return planning.taking(try planning.condition(of: source.selections, zone: zone))
  }

  /// What is found out by asking.
  /// - Returns: `nil` also where the data are wrong, which reading all of them tells better.
  /// - Throws: ``InvalidValue`` with the path inside `data`.
  func unlessWrong<Found>(_ find: () throws(DatabaseFault) -> Found?) throws(InvalidValue) -> Found? {
    do throws(DatabaseFault) {
      return try find()
    } catch {
      switch error.kind {
      case .query, .forbidden, .connection, .unavailable, .tooMuch: return nil
      case .unreachable, .refused, .timeout, .cancelled: throw place.fault(error)
      }
    }
  }

  /// Its columns, without its rows.
  /// - Throws: ``DatabaseFault``
  func description(of query: Databases.Query) throws(DatabaseFault) -> ResultTable {
    try source.asked(place.name) { () throws(DatabaseFault) in
      guard let databases = source.databases else { throw DatabaseFault(.connection, "no database may be asked here") }
      return try databases.description(of: query, isCancelled: source.isCancelled)
    }
  }

  /// Whether there are more rows than are read whole.
  /// - Parameter column: One that there is.
  /// - Throws: ``DatabaseFault``
  func hasMany(
    of rows: SQLSource, where condition: SQLExpression?, _ column: SQLExpression
  ) throws(DatabaseFault) -> Bool {
    let few = SQLSelect(
      [SQLSelect.Item(column, as: "ck_x")], from: rows, where: condition, limit: mostHeld + 1)
    let table = try ask(
      place.connection, SQLSelect([SQLSelect.Item(.call(.rowCount, []), as: "ck_n")], from: .query(few)),
      source.isCancelled)
    guard case .numbers(let counts)? = table.columns.values.first, let count = counts.first else { return false }
    return count > Double(mostHeld)
  }

  /// Asks the database, or gives what was recorded.
  var ask: @Sendable (String, SQLSelect, @escaping @Sendable () -> Bool) throws(DatabaseFault) -> ResultTable {
    { [source] connection, select, isCancelled throws(DatabaseFault) in
      try source.asked(connection) { () throws(DatabaseFault) in
        guard let databases = source.databases else {
          throw DatabaseFault(.connection, "no database may be asked here")
        }
        return try databases.table(select, of: connection, isCancelled: isCancelled)
      }
    }
  }
}
