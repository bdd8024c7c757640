import JSONModel
import SQLite

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
    guard let error = error as? SQLiteError else { return InvalidValue("'\(name)' cannot be read: \(error)") }
    return fileFault(error, named: name)
      ?? InvalidValue("'\(name)' cannot be read: \(watch.reason ?? error.message)")
  }

  /// A fault met while rows were read, with the path inside `data`.
  func fault(of selection: SQLiteSelection, in file: SQLiteFile) -> InvalidValue {
    guard let error = error as? SQLiteError else {
      return InvalidValue("\(error)", at: .key(selection.key))
    }
    if let fault = fileFault(error, named: file.name) { return fault.prefixed(by: .key("sqlite")) }
    let message = error.message
    let reason =
      switch error.code.primary {
      case .interrupted: watch.reason ?? message
      case .tooBig: "a cell or the query has more than \(SQLiteGuard.cellLimit) bytes"
      case .notAuthorized: "only SELECT is allowed: \(message)"
      case .misuse: "expected one SELECT"
      default: message
      }
    return InvalidValue(reason, at: .key(selection.key), suggestion: suggestion(for: message, in: file))
  }

  private func fileFault(_ error: SQLiteError, named name: String) -> InvalidValue? {
    switch error.code.primary {
    case .notADatabase: InvalidValue("'\(name)' is not a SQLite file")
    case .corrupt: InvalidValue("'\(name)' is damaged: \(error.message)")
    case .busy, .locked: InvalidValue("'\(name)' is being written by another program; try again")
    case .readOnly, .cannotOpen:
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
      return nearestWord(to: table, among: (try? SQLiteFault.tables(file.connection)) ?? [])
    }
    if let column = word(after: "no such column: ") {
      return nearestWord(to: column, among: (try? SQLiteFault.columns(file.connection)) ?? [])
    }
    return nil
  }

  private static func tables(_ connection: borrowing SQLiteConnection) throws(SQLiteError) -> [String] {
    let statement = try connection.prepare(
      "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' LIMIT 100")
    var names: [String] = []
    while try statement.step() {
      if case .text(let name) = statement.value(at: 0) { names.append(name) }
    }
    return names
  }

  /// Of all tables: which ones the query is about only SQLite knows.
  private static func columns(_ connection: borrowing SQLiteConnection) throws(SQLiteError) -> [String] {
    var names: [String] = []
    for table in try tables(connection) {
      // A view may be broken.
      guard let statement = try? connection.prepare("SELECT * FROM \(SQLiteSelection.quoted(table))") else { continue }
      names += statement.columnNames
    }
    return names
  }
}
