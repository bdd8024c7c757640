import GRDB
import JSONModel

/// What SQLite says is wrong, in the words of the spec.
struct SQLiteFault {
  private let error: any Error
  private let watch: SQLiteWatch

  init(_ error: any Error, _ watch: SQLiteWatch) {
    self.error = error
    self.watch = watch
  }

  /// A fault met while the file was opened, without a path.
  func fileFault(named name: String) -> InvalidValue {
    guard let error = error as? DatabaseError else { return InvalidValue("'\(name)' cannot be read: \(error)") }
    return fileFault(error, named: name)
      ?? InvalidValue("'\(name)' cannot be read: \(watch.reason ?? error.message ?? "\(error.resultCode)")")
  }

  /// A fault met while rows were read, with the path inside `data`.
  func fault(of selection: SQLiteSelection, in file: SQLiteFile) -> InvalidValue {
    guard let error = error as? DatabaseError else {
      return InvalidValue("\(error)", at: .key(selection.key))
    }
    if let fault = fileFault(error, named: file.name) { return fault.prefixed(by: .key("sqlite")) }
    let message = error.message ?? "\(error.resultCode)"
    let reason =
      switch error.resultCode.primaryResultCode {
      case .SQLITE_INTERRUPT: watch.reason ?? message
      case .SQLITE_TOOBIG: "a cell or the query has more than \(SQLiteGuard.cellLimit) bytes"
      case .SQLITE_AUTH: "only SELECT is allowed: \(message)"
      case .SQLITE_MISUSE: "expected one SELECT"
      default: message
      }
    return InvalidValue(reason, at: .key(selection.key), suggestion: suggestion(for: message, in: file))
  }

  private func fileFault(_ error: DatabaseError, named name: String) -> InvalidValue? {
    switch error.resultCode.primaryResultCode {
    case .SQLITE_NOTADB: InvalidValue("'\(name)' is not a SQLite file")
    case .SQLITE_CORRUPT: InvalidValue("'\(name)' is damaged: \(error.message ?? "malformed")")
    case .SQLITE_BUSY, .SQLITE_LOCKED: InvalidValue("'\(name)' is being written by another program; try again")
    case .SQLITE_READONLY, .SQLITE_CANTOPEN:
      InvalidValue("'\(name)' cannot be read as it is; open and close it with the program that writes it")
    default: nil
    }
  }

  // MARK: - What was meant

  /// The column or table nearest to the one that there isn't.
  private func suggestion(for message: String, in file: SQLiteFile) -> String? {
    func word(after start: String) -> String? {
      guard message.hasPrefix(start) else { return nil }
      // `t.stepz`, or `"stepz" - should this be a string literal in single-quotes?`
      return message.dropFirst(start.count).prefix { $0 != " " }.split(separator: ".").last.map {
        $0.filter { $0 != "\"" }
      }
    }
    if let table = word(after: "no such table: ") {
      return nearestWord(to: table, among: (try? file.queue.unsafeRead(SQLiteFault.tables)) ?? [])
    }
    if let column = word(after: "no such column: ") {
      return nearestWord(to: column, among: (try? file.queue.unsafeRead(SQLiteFault.columns)) ?? [])
    }
    return nil
  }

  private static func tables(_ database: Database) throws -> [String] {
    try String.fetchAll(
      database,
      sql: "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' LIMIT 100")
  }

  /// Of all tables: which ones the query is about only SQLite knows.
  private static func columns(_ database: Database) throws -> [String] {
    try tables(database).flatMap { table in
      // A view may be broken.
      (try? database.makeStatement(sql: "SELECT * FROM \(SQLiteSelection.quoted(table))").columnNames) ?? []
    }
  }
}
