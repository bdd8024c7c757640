import CDatabases
import Dispatch
import Synchronization

/// A session by a driver of ADBC.
///
/// What a driver does it does on a thread of the session's own, since it may not come back when it is told to.
final class ADBCSession: DatabaseSession {
  let server: String
  private let name: String
  private let dialect: ADBCDialect
  private let guardian: SQLGuard
  private let password: Secret?
  private let thread: DispatchQueue
  private var connection: ADBCConnection?

  /// - Parameters:
  ///   - secret: The option that has the password in it.
  ///   - start: What is said first, so that nothing can be changed.
  init(
    _ driver: ADBCDriver, name: String, options: [(String, String)], secret: (name: String, value: Secret)?,
    password: Secret?, start: [String], dialect: ADBCDialect,
    functions: Set<String>, _ watch: QueryWatch
  ) throws(DatabaseFault) {
    (self.name, self.password, self.dialect) = (name, password, dialect)
    guardian = SQLGuard(
      rules: dialect.rules, functions: functions.contains("all") ? nil : dialect.functions.union(functions),
      schemas: dialect.schemas)
    server = driver.name.split(separator: "/").last.map { "ADBC by \($0)" } ?? "ADBC"
    let thread = DispatchQueue(label: "ADBC \(name)")
    self.thread = thread
    do throws(DatabaseFault) {
      connection = try ADBCSession.wait(on: thread, watch, cancel: {}) { () throws(DatabaseFault) in
        let connection = try ADBCConnection(driver, options, secret: secret)
        for statement in start {
          try connection.run(
            statement, schema: { (_) throws(DatabaseFault) in }, batch: { (_) throws(DatabaseFault) in })
        }
        return connection
      }
    } catch {
      throw told(error, isOfConnection: true)
    }
  }

  deinit { close() }

  var isUsable: Bool { connection != nil }

  func close() {
    guard let connection else { return }
    self.connection = nil
    // Once the thread is free: it may still be in the driver.
    thread.async { withExtendedLifetime(connection) {} }
  }

  // MARK: -

  func columns(of query: SQLSource, _ watch: QueryWatch) throws(DatabaseFault) -> [ColumnDescription] {
    if case .written(let text) = query { try guardian.check(text) }
    let statement = SQLWriter.statement(SQLSelect([], from: query, limit: 0), in: dialect)
    let fields = try run(statement.text, watch) { (connection, text) throws(DatabaseFault) in
      var fields: [ArrowField] = []
      try connection.run(
        text, schema: { (schema) throws(DatabaseFault) in fields = ArrowField.fields(of: schema) },
        batch: { (_) throws(DatabaseFault) in })
      return fields
    }
    var columns: [ColumnDescription] = []
    for field in fields {
      guard field.type != .bytes else {
        throw DatabaseFault(
          .query, "the column '\(field.name)' holds bytes, which are neither text nor number; leave it out")
      }
      columns.append(
        ColumnDescription(name: field.name, kind: field.type.kind, type: field.type.name, form: field.type.form))
    }
    return columns
  }

  func run(
    _ query: SQLSelect, giving columns: [ColumnDescription], limits: QueryLimits, _ watch: QueryWatch
  ) throws(DatabaseFault) -> ResultTable {
    let statement = SQLWriter.statement(query, in: dialect)
    return try run(statement.text, watch) { (connection, text) throws(DatabaseFault) in
      var reader = ArrowReader(columns, limits: limits)
      try connection.run(
        text, schema: { (schema) throws(DatabaseFault) in try reader.take(schema) },
        batch: { (batch) throws(DatabaseFault) in
          try watch.check()
          try reader.append(batch)
        })
      return reader.table
    }
  }

  private func run<Result: Sendable>(
    _ text: String, _ watch: QueryWatch,
    _ body: @escaping @Sendable (ADBCConnection, String) throws(DatabaseFault) -> Result
  ) throws(DatabaseFault) -> Result {
    guard let connection else { throw DatabaseFault(.unreachable, "'\(name)' ended the session") }
    do throws(DatabaseFault) {
      return try ADBCSession.wait(on: thread, watch, cancel: { connection.cancel() }) { () throws(DatabaseFault) in
        try body(connection, text)
      }
    } catch {
      // What it is at, or what became of it, nobody knows.
      if [.unreachable, .timeout, .cancelled].contains(error.kind) { close() }
      throw told(error, isOfConnection: false)
    }
  }

  private func told(_ fault: DatabaseFault, isOfConnection: Bool) -> DatabaseFault {
    var fault = fault
    fault.reason =
      password.map { $0.map(PercentEncoding.encoded).removed(from: $0.removed(from: fault.reason)) } ?? fault.reason
    if isOfConnection {
      if fault.kind == .query { fault.kind = .unreachable }
      fault.reason = "'\(name)' cannot be reached: \(fault.reason)"
    } else if fault.kind == .unreachable {
      fault.reason = "'\(name)' did not answer: \(fault.reason)"
    }
    return fault
  }

  /// Does something on the thread, and waits for it.
  /// - Throws: ``DatabaseFault``, also where nobody waits any more; what is done goes on then until the driver comes back.
  private static func wait<Result: Sendable>(
    on thread: DispatchQueue, _ watch: QueryWatch, cancel: () -> Void,
    _ body: @escaping @Sendable () throws(DatabaseFault) -> Result
  ) throws(DatabaseFault) -> Result {
    let done = DispatchSemaphore(value: 0)
    let outcome = Outcome<Result>()
    thread.async {
      do throws(DatabaseFault) {
        let result = try body()
        outcome.result.withLock { $0 = .success(result) }
      } catch {
        outcome.result.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    while done.wait(timeout: .now() + .milliseconds(Int(watch.wait))) == .timedOut {
      do throws(DatabaseFault) {
        try watch.check()
      } catch {
        cancel()
        throw error
      }
    }
    guard let result = outcome.result.withLock({ $0 }) else { throw .cancelled }
    return try result.get()
  }

  private final class Outcome<Result: Sendable>: Sendable {
    let result = Mutex<Swift.Result<Result, DatabaseFault>?>(nil)
  }
}
