import JSONModel
import OrderedCollections
import POSIX

/// A session with a PostgreSQL server, in which every query is a transaction that may only read, unless it is one for pyramids.
///
/// A query is one round trip: what it may do is settled when the session begins. Where functions may be called that could change that,
/// a transaction is begun around it, which nothing in it can make one that writes.
final class PostgreSQLSession: DatabaseSession {
  private let library: PostgreSQLLibrary
  private let connection: OpaquePointer
  /// The connection's, for messages.
  private let name: String
  private let guardian: SQLGuard
  private let password: Secret?
  private let needsTransactions: Bool
  private var isOpen = true

  /// What somebody may do in a session.
  enum Purpose: Hashable {
    /// To read. Where functions may be called that could change that, each query is a transaction.
    case reading(needsTransactions: Bool)
    /// To change whatever its user may, for as long as that takes.
    case changing
  }

  init(
    _ library: PostgreSQLLibrary, name: String, _ parameters: OrderedDictionary<String, String>, password: Secret?,
    guardian: SQLGuard, for purpose: Purpose, timeout: Duration, _ watch: QueryWatch
  ) throws(DatabaseFault) {
    (self.library, self.name, self.password, self.guardian) = (library, name, password, guardian)
    needsTransactions = purpose == .reading(needsTransactions: true)
    guard let connection = PostgreSQLSession.start(library, parameters, password) else {
      throw DatabaseFault(.unavailable, "there is no memory for a connection")
    }
    self.connection = connection
    do throws(DatabaseFault) {
      try finishConnecting(watch)
      // What goes to standard error otherwise.
      _ = library.setNoticeProcessor(connection, { _, _ in }, nil)
      guard library.setNonblocking(connection, 1) == 0 else { throw gone() }
      try settle(purpose, timeout, watch)
    } catch {
      close()
      throw error
    }
  }

  /// Makes it one for its purpose, in two round trips: a server may be far away.
  private func settle(_ purpose: Purpose, _ timeout: Duration, _ watch: QueryWatch) throws(DatabaseFault) {
    // Texts are read as they are looked at here; days and numbers are the same whatever the server's user is used to.
    var settings = ["standard_conforming_strings": "on", "client_encoding": "UTF8", "statement_timeout": "0"]
    if purpose != .changing {
      settings["default_transaction_read_only"] = "on"
      // A little more than here: here it is known why.
      settings["statement_timeout"] = "\(min(timeout.components.seconds, 86_400) * 1_000 + 1_500)"
    }
    var items = settings.sorted { $0.key < $1.key }.map { "set_config('\($0.key)', '\($0.value)', false)" }
    if purpose != .changing {
      // Whether compiling pays off the planner tells by what it takes for the number of rows: where it is wrong, compiling takes
      // longer by far than the query. Not all releases do it.
      items.append("CASE WHEN current_setting('jit', true) IS NOT NULL THEN set_config('jit', 'off', false) END")
    }
    _ = try execute("SELECT " + items.joined(separator: ", "), watch)
    // Where nobody waits any more a query need not be done to its end. Not all servers can tell: they say so, and go on.
    guard majorVersion >= 14 else { return }
    do throws(DatabaseFault) {
      _ = try execute("SET client_connection_check_interval = '2s'", watch)
    } catch {
      guard error.kind == .query else { throw error }
    }
  }

  private var majorVersion: Int {
    let version = library.parameterStatus(connection, "server_version").map { String(cString: $0) } ?? ""
    return Int(version.prefix(while: \.isNumber)) ?? 0
  }

  deinit { close() }

  var isUsable: Bool { isOpen && library.status(connection) == 0 }

  var server: String {
    library.parameterStatus(connection, "server_version").map { "PostgreSQL " + String(cString: $0) } ?? "PostgreSQL"
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    library.finish(connection)
  }

  // MARK: - Connecting

  private static func start(
    _ library: PostgreSQLLibrary, _ parameters: OrderedDictionary<String, String>, _ password: Secret?
  ) -> OpaquePointer? {
    func start(_ parameters: [(String, String)]) -> OpaquePointer? {
      var names: [UnsafePointer<CChar>?] = parameters.map { UnsafePointer(strdup($0.0)) }
      var values: [UnsafePointer<CChar>?] = parameters.map { UnsafePointer(strdup($0.1)) }
      defer {
        for text in names { free(UnsafeMutablePointer(mutating: text)) }
        for text in values {
          guard let text = UnsafeMutablePointer(mutating: text) else { continue }
          // Nothing of a password is left in memory that is free.
          memset(text, 0, strlen(text))
          free(text)
        }
      }
      names.append(nil)
      values.append(nil)
      return library.connectStart(names, values, 1)
    }
    let plain = parameters.map { ($0.key, $0.value) }
    return password?.reveal { start(plain + [("password", $0)]) } ?? start(plain)
  }

  private func finishConnecting(_ watch: QueryWatch) throws(DatabaseFault) {
    // PGRES_POLLING_…: 0 failed, 1 reading, 2 writing, 3 done. At the beginning it counts as writing.
    var state: Int32 = 2
    while library.status(connection) != 1 {
      if state == 3 { return }
      guard state == 1 || state == 2 else { break }
      do throws(DatabaseFault) {
        try wait(writing: state == 2, watch)
      } catch {
        guard error.kind == .timeout else { throw error }
        throw DatabaseFault(.unreachable, "'\(name)' cannot be reached: \(error.reason)")
      }
      state = library.connectPoll(connection)
    }
    throw connectionFault
  }

  /// Why there is no connection, in the library's words.
  private var connectionFault: DatabaseFault {
    let message = message
    let isRefused = [
      "authentication failed", "no password supplied", "no pg_hba.conf entry", "does not exist", "permission denied",
    ]
    .contains { message.contains($0) }
    return DatabaseFault(isRefused ? .refused : .unreachable, "'\(name)' cannot be reached: \(message)")
  }

  /// What the library said last, on one line and without what nobody may see.
  private var message: String {
    let text = library.errorMessage(connection).map { String(cString: $0) } ?? ""
    let line = text.split(whereSeparator: \.isNewline).joined(separator: "; ")
    return password?.removed(from: line) ?? line
  }

  private func gone() -> DatabaseFault {
    DatabaseFault(.unreachable, "'\(name)' ended the session: \(message)")
  }

  // MARK: - Waiting

  /// Waits until the socket is ready.
  private func wait(writing: Bool, _ watch: QueryWatch) throws(DatabaseFault) {
    let events = FileDescriptor.readable | (writing ? FileDescriptor.writable : 0)
    while true {
      try watch.check()
      // It may be another one after each step of a connection.
      let socket = library.socket(connection)
      guard socket >= 0 else { throw gone() }
      if FileDescriptor.poll([(FileDescriptor(socket), events)], milliseconds: watch.wait) != nil { return }
    }
  }

  /// Waits for the answer to what was sent.
  /// - Parameter body: Takes rows as they come, if they are not kept until all are there.
  /// - Returns: The last of it.
  /// - Throws: ``DatabaseFault``, also what `body` throws; the server is asked to end what it is at then, and if it does not at once, the
  ///   session is ended.
  @discardableResult
  private func answer(
    _ watch: QueryWatch,
    rows body: (borrowing PostgreSQLRows) throws(DatabaseFault) -> Void = { (_) throws(DatabaseFault) in }
  ) throws(DatabaseFault) -> PostgreSQLRows {
    do throws(DatabaseFault) {
      var last: OpaquePointer?
      defer { if let last { library.clear(last) } }
      while true {
        try waitForAnswer(watch)
        // The answer is over when there is no more of it.
        guard let next = library.result(connection) else { break }
        switch library.resultStatus(next) {
        case 9: try body(PostgreSQLRows(library, next))
        case 3, 4, 8:
          // PGRES_COPY_…: nothing here begins one.
          library.clear(next)
          close()
          throw DatabaseFault(.query, "is not a SELECT")
        default:
          // The first that went wrong says why; what comes behind it is only its end.
          if let last { library.clear(last) }
          last = next
        }
      }
      guard let whole = last else { throw gone() }
      last = nil
      return PostgreSQLRows(library, whole)
    } catch {
      if isUsable, error.kind != .unreachable { endQuery() }
      throw error
    }
  }

  private func waitForAnswer(_ watch: QueryWatch) throws(DatabaseFault) {
    while true {
      let rest = library.flush(connection)
      guard rest >= 0 else { throw gone() }
      if rest == 0, library.isBusy(connection) == 0 { return }
      try wait(writing: rest == 1, watch)
      guard library.consumeInput(connection) == 1 else { throw gone() }
    }
  }

  /// Ends what the server is at, so that the session can be used on.
  private func endQuery() {
    if let cancel = library.getCancel(connection) {
      var fault = [CChar](repeating: 0, count: 256)
      _ = library.cancel(cancel, &fault, Int32(fault.count))
      library.freeCancel(cancel)
    }
    let watch = QueryWatch(limit: .seconds(1))
    do throws(DatabaseFault) {
      try waitForAnswer(watch)
      while let rows = library.result(connection) {
        library.clear(rows)
        try waitForAnswer(watch)
      }
    } catch {
      close()
    }
  }

  // MARK: - Statements

  @discardableResult
  func execute(_ statement: String, _ watch: QueryWatch) throws(DatabaseFault) -> PostgreSQLRows {
    try rows(SQLStatement(text: statement, parameters: []), watch)
  }

  /// What a statement of this program's own gives, as texts.
  func texts(_ statement: SQLStatement, _ watch: QueryWatch) throws(DatabaseFault) -> [[String?]] {
    try rows(statement, watch).texts
  }

  private func rows(_ statement: SQLStatement, _ watch: QueryWatch) throws(DatabaseFault) -> PostgreSQLRows {
    try send(statement.text, with: statement.parameters)
    let rows = try answer(watch)
    guard rows.isWell else { throw fault(rows) }
    return rows
  }

  private func send(_ statement: String, with parameters: [SQLValue] = [], isBinary: Bool = false) throws(DatabaseFault)
  {
    guard isOpen else { throw DatabaseFault(.unreachable, "'\(name)' ended the session") }
    let values: [UnsafePointer<CChar>?] = parameters.map { UnsafePointer(strdup(PostgreSQLDialect.text(of: $0))) }
    defer { for value in values { free(UnsafeMutablePointer(mutating: value)) } }
    guard
      library.sendQuery(
        connection, statement, Int32(parameters.count), nil, values, nil, nil, isBinary ? 1 : 0) == 1
    else { throw gone() }
  }

  /// Runs a body in a transaction that may only read, and whose end undoes all that it has changed in the session.
  private func reading<Result>(_ watch: QueryWatch, _ body: () throws(DatabaseFault) -> Result) throws(DatabaseFault)
    -> Result
  {
    guard needsTransactions else { return try body() }
    _ = try execute("BEGIN TRANSACTION READ ONLY", watch)
    do throws(DatabaseFault) {
      let result = try body()
      try end()
      return result
    } catch {
      if isUsable { try? end() }
      throw error
    }
  }

  private func end() throws(DatabaseFault) {
    do throws(DatabaseFault) {
      _ = try execute("ROLLBACK", QueryWatch(limit: .seconds(5)))
    } catch {
      close()
      throw error
    }
  }

  func columns(of query: SQLSource, _ watch: QueryWatch) throws(DatabaseFault) -> [ColumnDescription] {
    if case .written(let text) = query { try guardian.check(text) }
    let statement = SQLWriter.statement(ofAll: query, in: PostgreSQLDialect())
    try PostgreSQLSession.check(statement)
    return try reading(watch) { () throws(DatabaseFault) in
      guard library.sendPrepare(connection, "", statement.text, 0, nil) == 1 else { throw gone() }
      let prepared = try answer(watch)
      guard prepared.isWell else { throw fault(prepared) }
      guard library.sendDescribe(connection, "") == 1 else { throw gone() }
      let described = try answer(watch)
      guard described.isWell else { throw fault(described) }
      return try PostgreSQLSession.columns(of: described)
    }
  }

  private static func check(_ statement: SQLStatement) throws(DatabaseFault) {
    guard !statement.text.utf8.contains(0) else { throw DatabaseFault(.query, "holds a NUL character") }
  }

  private static func columns(of rows: borrowing PostgreSQLRows) throws(DatabaseFault) -> [ColumnDescription] {
    var columns: [ColumnDescription] = []
    for column in rows.columns {
      let type = PostgreSQLType(column.type)
      guard type != .bytes else {
        throw DatabaseFault(
          .query, "the column '\(column.name)' holds bytes, which are neither text nor number; leave it out")
      }
      columns.append(
        ColumnDescription(
          name: column.name, kind: type.kind, type: type.name,
          form: type.kind == .texts && type != .text ? .text : .itself))
    }
    return columns
  }

  func run(
    _ query: SQLSelect, giving columns: [ColumnDescription], limits: QueryLimits, _ watch: QueryWatch
  ) throws(DatabaseFault) -> ResultTable {
    try run(query, PostgreSQLReader(columns, limits: limits), limits, watch)
  }

  func run(_ query: SQLSelect, limits: QueryLimits, _ watch: QueryWatch) throws(DatabaseFault) -> ResultTable {
    try run(query, nil, limits, watch)
  }

  /// - Parameter known: Reads the rows; if not given, one of the columns that they say they have.
  private func run(
    _ query: SQLSelect, _ known: PostgreSQLReader?, _ limits: QueryLimits, _ watch: QueryWatch
  ) throws(DatabaseFault) -> ResultTable {
    let statement = SQLWriter.statement(query, in: PostgreSQLDialect())
    try PostgreSQLSession.check(statement)
    return try reading(watch) { () throws(DatabaseFault) in
      try send(statement.text, with: statement.parameters, isBinary: true)
      // Row by row: all of it at once would be in memory twice, and nothing could be counted before.
      _ = library.setSingleRowMode(connection)
      var reader = known
      func reading(_ rows: borrowing PostgreSQLRows) throws(DatabaseFault) -> PostgreSQLReader {
        if let reader { return reader }
        return PostgreSQLReader(try PostgreSQLSession.columns(of: rows), limits: limits)
      }
      let end = try answer(watch) { (rows) throws(DatabaseFault) in
        var own = try reading(rows)
        // Not copied with each row.
        reader = nil
        try own.append(rows)
        reader = own
      }
      guard end.isWell else { throw fault(end) }
      return try reading(end).table
    }
  }

  // MARK: - Faults

  /// What the server says is wrong.
  private func fault(_ rows: borrowing PostgreSQLRows) -> DatabaseFault {
    let code = rows.field("C") ?? ""
    var reason = rows.field("M") ?? message
    if let hint = rows.field("H") { reason += "; \(hint.prefix(300))" }
    reason = password?.removed(from: reason) ?? reason
    let kind = DatabaseFault.Kind(sqlState: code) ?? .unreachable
    if kind == .forbidden, code == "25006" { reason = "only reading is allowed: \(reason)" }
    if kind == .unreachable { reason = "'\(name)' did not answer: \(reason)" }
    return DatabaseFault(kind, reason)
  }
}
