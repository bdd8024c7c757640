package import OrderedCollections
import POSIX
import Synchronization

/// The databases that this program may ask, by the names of their connections.
package final class Databases: Sendable {
  /// The connections that may be used.
  package enum Permission: Hashable, Sendable {
    /// All that the user has described: who asks has the user's rights already.
    case all
    /// Those that the program was started with.
    case named(Set<String>)
  }

  private let permission: Permission
  private let pools = Mutex<[ConnectionSettings: SessionPool]>([:])

  package init(_ permission: Permission) { self.permission = permission }

  /// A query of somebody's own, or a table.
  package struct Query: Hashable, Sendable {
    package var connection: String
    package var source: SQLSource
    /// The columns that are wanted; all if not given.
    package var columns: [String]?
    /// Whether some of them may be made of others, so that not all need be there.
    package var hasSteps: Bool
    /// What columns must hold for a row to be taken, one of each list; `nil` where no database can tell. Rows that are not as it
    /// says may come all the same.
    package var filter: OrderedDictionary<String, [SQLValue]?>

    package init(
      connection: String, source: SQLSource, columns: [String]? = nil, hasSteps: Bool = false,
      filter: OrderedDictionary<String, [SQLValue]?> = [:]
    ) {
      (self.connection, self.source, self.columns, self.hasSteps) = (connection, source, columns, hasSteps)
      self.filter = filter
    }
  }

  /// What a plan is made of.
  package struct Planning {
    package let source: SQLSource
    package let columns: [ColumnDescription]
    /// What rows must be to be taken.
    package var condition: SQLExpression?
    package let dialect: any SQLDialect
    /// Asks for something beside, such as the greatest of all values.
    package let ask: (SQLSelect) throws(DatabaseFault) -> ResultTable
  }

  /// A query that does steps.
  package struct Plan: Hashable, Sendable {
    package var select: SQLSelect
    /// What its columns are called outside, in its order.
    package var names: [String]
    /// How many steps it does.
    package var stepCount: Int

    package init(select: SQLSelect, names: [String], stepCount: Int) {
      (self.select, self.names, self.stepCount) = (select, names, stepCount)
    }
  }

  /// What a query gives. Called by a thread that may block.
  /// - Parameters:
  ///   - condition: Makes what rows must be besides; `nil` if that is nothing.
  ///   - plan: Makes a query of the query's steps; `nil` if there are none that the database could do.
  /// - Throws: ``DatabaseFault``
  package func rows(
    of query: Query, isCancelled: @escaping @Sendable () -> Bool = { false },
    where condition: (Planning) throws(DatabaseFault) -> SQLExpression? = { (_) throws(DatabaseFault) in nil },
    plan makePlan: (Planning) throws(DatabaseFault) -> Plan? = { (_) throws(DatabaseFault) in nil }
  ) throws(DatabaseFault) -> ResultTable {
    let settings = try settings(of: query.connection)
    let pool = try pool(for: settings)
    let watch = QueryWatch(limit: settings.limits.time, isCancelled: isCancelled)
    let source = query.source
    return try Databases.inSession(of: pool, watch) { session throws(DatabaseFault) in
      let all = try session.columns(of: source, watch)
      try Databases.check(all)
      let filter = query.filter.map { name, values in
        all.first { $0.name == name }.flatMap { column in values.flatMap { column.isAny(of: $0) } }
      }
      func run(_ select: SQLSelect) throws(DatabaseFault) -> ResultTable {
        try session.run(select, limits: settings.limits, watch)
      }
      var planning = Planning(
        source: source, columns: all, condition: .all(filter.compactMap(\.self)), dialect: pool.dialect, ask: run)
      planning.condition = .all([planning.condition, try condition(planning)].compactMap(\.self))
      if query.hasSteps, filter.allSatisfy({ $0 != nil }),
        let table = try Databases.planned(planning, settings.limits, makePlan)
      {
        return table
      }
      let names = Set(all.map(\.name))
      let wanted = query.columns.map { Set($0).union(query.filter.keys) } ?? names
      guard query.hasSteps || wanted.isSubset(of: names) else {
        // Whoever names the others will say which there are.
        return ResultTable(noneOf: all)
      }
      var columns = all.filter { wanted.contains($0.name) }
      // Where rows are only counted, one will do.
      if columns.isEmpty { columns = [all[0]] }
      let select = SQLSelect(
        columns.map { SQLSelect.Item($0.expression, as: $0.name) }, from: source, where: planning.condition,
        limit: settings.limits.rows + 1)
      var table = try session.run(select, giving: columns, limits: settings.limits, watch)
      table.listed = all.map(\.name)
      return table
    }
  }

  /// What a plan gives; `nil` if there is none, or the engine cannot carry it out.
  private static func planned(
    _ planning: Planning, _ limits: QueryLimits, _ makePlan: (Planning) throws(DatabaseFault) -> Plan?
  ) throws(DatabaseFault) -> ResultTable? {
    var hasPlan = false
    do throws(DatabaseFault) {
      guard let plan = try makePlan(planning) else { return nil }
      hasPlan = true
      var select = plan.select
      select.limit = min(select.limit ?? .max, limits.rows + 1)
      var table = try planning.ask(select)
      guard table.columns.count == plan.names.count else { return nil }
      table.columns = OrderedDictionary(
        zip(plan.names, table.columns.values).map { ($0, $1) }, uniquingKeysWith: { first, _ in first })
      (table.listed, table.stepCount) = (plan.names, plan.stepCount)
      return table
    } catch {
      // Where numbers are beyond what the engine computes with, or it knows less than others of its kind, steps are done here.
      guard error.kind == .query, hasPlan else { throw error }
      return nil
    }
  }

  /// What a query gives that was made here, for itself.
  /// - Throws: ``DatabaseFault``
  package func table(
    _ select: SQLSelect, of connection: String, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(DatabaseFault) -> ResultTable {
    let settings = try settings(of: connection)
    let pool = try pool(for: settings)
    let watch = QueryWatch(limit: settings.limits.time, isCancelled: isCancelled)
    return try Databases.inSession(of: pool, watch) { session throws(DatabaseFault) in
      try session.run(select, limits: settings.limits, watch)
    }
  }

  /// The columns of a query or table, without its rows.
  /// - Throws: ``DatabaseFault``
  package func columns(
    of query: Query, within limit: Duration, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(DatabaseFault) -> [ColumnDescription] {
    let settings = try settings(of: query.connection)
    let pool = try pool(for: settings)
    let watch = QueryWatch(limit: min(limit, settings.limits.time), isCancelled: isCancelled)
    return try Databases.inSession(of: pool, watch) { session throws(DatabaseFault) in
      try session.columns(of: query.source, watch)
    }
  }

  /// What answers at a connection: `PostgreSQL 15.18`.
  /// - Throws: ``DatabaseFault``
  package func server(of connection: String) throws(DatabaseFault) -> String {
    let settings = try settings(of: connection)
    let pool = try pool(for: settings)
    return try Databases.inSession(of: pool, QueryWatch(limit: settings.limits.connectTime)) { $0.server }
  }

  /// Does something in a session, which waits for a server: others work meanwhile.
  static func inSession<Result>(
    of pool: SessionPool, _ watch: QueryWatch, _ body: (any DatabaseSession) throws(DatabaseFault) -> Result
  ) throws(DatabaseFault) -> Result {
    try WorkThreads.waiting { () throws(DatabaseFault) in try pool.withSession(watch, body) }
  }

  // MARK: -

  /// - Throws: ``DatabaseFault/Kind/connection``, also of one that there is where it may not be used: nobody learns which there are.
  func settings(of name: String) throws(DatabaseFault) -> ConnectionSettings {
    if case .named(let names) = permission, !names.contains(name) {
      throw DatabaseFault(
        .connection,
        names.isEmpty
          ? "no connection may be used; the program that answers must be started with --connection NAME"
          : "the connection '\(name.prefix(60))' may not be used, only \(names.sorted().joined(separator: ", "))")
    }
    return try ConnectionList.settings(of: name)
  }

  func pool(for settings: ConnectionSettings) throws(DatabaseFault) -> SessionPool {
    if let pool = pools.withLock({ $0[settings] }) { return pool }
    let made = SessionPool(try DatabaseEngines.engine(for: settings), connectTime: settings.limits.connectTime)
    return pools.withLock { pools in
      if let pool = pools[settings] { return pool }
      // As it was described before, nobody will ask for it.
      for old in pools.keys where old.name == settings.name { pools[old] = nil }
      pools[settings] = made
      return made
    }
  }

  static func check(_ columns: [ColumnDescription]) throws(DatabaseFault) {
    guard !columns.isEmpty else { throw DatabaseFault(.query, "gives no columns") }
    guard columns.count <= columnLimit else {
      throw DatabaseFault(.tooMuch, "gives \(columns.count) columns, and at most \(columnLimit) are taken")
    }
    var names: Set<String> = []
    for column in columns where !names.insert(column.name).inserted {
      throw DatabaseFault(.query, "gives two columns '\(column.name)'; name one with `AS`")
    }
  }

  private static let columnLimit = 1_600
}

extension ColumnDescription {
  /// What is asked for.
  fileprivate var expression: SQLExpression {
    switch form {
    case .itself: .column(name)
    case .text: .text(.column(name))
    case .number: .number(.column(name))
    }
  }

  /// That it holds one of some values; `nil` where that is another question for a database than for a chart, to which `2017` and
  /// `"2017"` are the same number.
  func isAny(of values: [SQLValue]) -> SQLExpression? {
    var conditions: [SQLExpression] = []
    for value in values {
      switch (kind, value) {
      case (.numbers, .number), (.texts, .text):
        conditions.append(.compared(expression, .equal, .value(compared(value))))
      default: return nil
      }
    }
    return .any(conditions)
  }
}

extension ResultTable {
  /// No rows of some columns.
  package init(noneOf columns: [ColumnDescription]) {
    let empty = columns.map { column -> (String, ResultColumn) in
      switch column.kind {
      case .numbers: (column.name, .numbers([]))
      case .moments: (column.name, .moments([]))
      case .clockTimes: (column.name, .clockTimes([]))
      case .texts: (column.name, .texts(ResultColumn.TextCodes()))
      }
    }
    self.init(columns: OrderedDictionary(uniqueKeysWithValues: empty), rowCount: 0)
  }
}
