import CDatabases
import Synchronization

/// A database that a driver has opened, and a connection to it.
///
/// `@unchecked Sendable`: one thread at a time uses it, but for ``cancel()``, which drivers let others call.
final class ADBCConnection: @unchecked Sendable {
  private typealias Object = UnsafeMutablePointer<adbc_object>

  private let driver: ADBCDriver
  // Places of their own: a driver may keep where they lie.
  private let database = Object.allocate(capacity: 1)
  private let connection = Object.allocate(capacity: 1)
  private var hasDatabase = false
  private var hasConnection = false
  /// `@unchecked Sendable`: the lock is held while it is used to end it, and while it is let go of.
  private struct Running: @unchecked Sendable {
    var statement: Object?
  }
  private let running = Mutex(Running())

  private var functions: adbc_driver { driver.functions }

  /// - Throws: ``DatabaseFault``
  init(_ driver: ADBCDriver, _ options: [(String, String)], secret: (name: String, value: Secret)?)
    throws(DatabaseFault)
  {
    self.driver = driver
    database.initialize(to: adbc_object())
    connection.initialize(to: adbc_object())
    let (functions, database, connection) = (driver.functions, database, connection)
    try ADBCDriver.check { functions.database_new?(database, $0) }
    hasDatabase = true
    for (name, value) in options {
      try ADBCDriver.check { functions.database_set_option?(database, name, value, $0) }
    }
    if let secret {
      let fault = secret.value.reveal { text in
        do throws(DatabaseFault) {
          try ADBCDriver.check { functions.database_set_option?(database, secret.name, text, $0) }
          return nil as DatabaseFault?
        } catch {
          return error
        }
      }
      if let fault { throw fault }
    }
    try ADBCDriver.check { functions.database_init?(database, $0) }
    try ADBCDriver.check { functions.connection_new?(connection, $0) }
    hasConnection = true
    try ADBCDriver.check { functions.connection_init?(connection, database, $0) }
  }

  deinit {
    if hasConnection { try? ADBCDriver.check { functions.connection_release?(connection, $0) } }
    if hasDatabase { try? ADBCDriver.check { functions.database_release?(database, $0) } }
    connection.deallocate()
    database.deallocate()
  }

  /// Runs a query.
  /// - Parameters:
  ///   - schema: Takes the types of its columns.
  ///   - batch: Takes some of its rows. All batches are taken one after the other.
  /// - Throws: ``DatabaseFault``, also what `schema` and `batch` throw.
  func run(
    _ query: String, schema takeSchema: (arrow_schema) throws(DatabaseFault) -> Void,
    batch takeBatch: (arrow_array) throws(DatabaseFault) -> Void
  ) throws(DatabaseFault) {
    let statement = Object.allocate(capacity: 1)
    statement.initialize(to: adbc_object())
    defer { statement.deallocate() }
    let (functions, connection) = (functions, connection)
    try ADBCDriver.check { functions.statement_new?(connection, statement, $0) }
    defer {
      running.withLock { $0.statement = nil }
      try? ADBCDriver.check { functions.statement_release?(statement, $0) }
    }
    try ADBCDriver.check { functions.statement_set_query?(statement, query, $0) }
    let place = Running(statement: statement)
    running.withLock { $0 = place }

    var stream = arrow_stream()
    try ADBCDriver.check { functions.statement_execute?(statement, &stream, nil, $0) }
    defer { stream.release?(&stream) }
    var schema = arrow_schema()
    try ADBCConnection.check(&stream, stream.get_schema?(&stream, &schema))
    defer { schema.release?(&schema) }
    try takeSchema(schema)
    while true {
      var array = arrow_array()
      try ADBCConnection.check(&stream, stream.get_next?(&stream, &array))
      // The end is an array that is none.
      guard array.release != nil else { return }
      defer { array.release?(&array) }
      try takeBatch(array)
    }
  }

  /// Ends what is running, in the eyes of a thread that waits for it.
  func cancel() {
    let functions = functions
    running.withLock { running in
      guard let statement = running.statement else { return }
      // Version 1.0 has no such thing.
      try? ADBCDriver.check { functions.statement_cancel?(statement, $0) }
    }
  }

  private static func check(_ stream: inout arrow_stream, _ code: Int32?) throws(DatabaseFault) {
    guard code != 0 else { return }
    let message = stream.get_last_error?(&stream).map { String(cString: $0) } ?? "the driver gave no rows"
    // ECANCELED of errno.h
    throw DatabaseFault(
      code == 125 || code == 89 ? .cancelled : .query,
      String(message.split(whereSeparator: \.isNewline).joined(separator: "; ").prefix(600)))
  }
}
