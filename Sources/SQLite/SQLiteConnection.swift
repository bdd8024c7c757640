internal import CSQLite

/// A SQLite database that is open: a thin wrapper over `sqlite3 *`, https://www.sqlite.org/c3ref/intro.html.
///
/// It is closed when it is let go of, and after the last of its statements. Whoever owns it uses it from one thread at a
/// time: SQLite's own locks are off.
package struct SQLiteConnection: ~Copyable {
  /// What a database may be opened for.
  package enum Access: Hashable, Sendable {
    case reading
    /// A file that is not there is made.
    case writing
  }

  /// What the functions of the C library take: for what has no name of its own here, such as limits and handlers.
  package let handle: OpaquePointer

  /// Opens a file, or makes an empty database in memory. The file's contents are not looked at before the first statement.
  /// - Parameters:
  ///   - path: Of the file; `nil` for memory. It is no URI.
  ///   - busyTimeout: How long a statement waits for another program that writes.
  /// - Throws: ``SQLiteError``, often `.cannotOpen`.
  package init(_ path: String?, for access: Access, busyTimeout: Duration = .zero) throws(SQLiteError) {
    let flags = access == .reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var opened: OpaquePointer?
    let status = sqlite3_open_v2(path ?? ":memory:", &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard status == SQLITE_OK, let opened else {
      let error = SQLiteError(status, of: opened)
      // There is a connection even then, but where memory is out.
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    sqlite3_extended_result_codes(handle, 1)
    // Where this SQLite has no such setting, misspelt names in double quotes are texts.
    _ = csqlite_accept_double_quoted_strings(handle, 0)
    let (seconds, attoseconds) = busyTimeout.components
    let milliseconds = min(max(seconds, 0), 86_400) * 1_000 + attoseconds / 1_000_000_000_000_000
    sqlite3_busy_timeout(handle, Int32(truncatingIfNeeded: milliseconds))
  }

  // It becomes a zombie while there are statements, which SQLite ends with the last of them.
  deinit { sqlite3_close_v2(handle) }

  /// The path of the file as SQLite sees it; `nil` for a database in memory.
  package var path: String? {
    guard let path = sqlite3_db_filename(handle, "main") else { return nil }
    let text = String(cString: path)
    return text.isEmpty ? nil : text
  }

  /// Runs statements, one after the other; rows are passed over.
  package func execute(_ sql: String) throws(SQLiteError) {
    let status = sqlite3_exec(handle, sql, nil, nil, nil)
    guard status == SQLITE_OK else { throw SQLiteError(status, of: handle) }
  }

  /// Compiles a text of one statement.
  /// - Throws: ``SQLiteError``; `.misuse` for several statements. A NUL ends the text for SQLite.
  package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    let handle = handle
    var statement: OpaquePointer?
    let error: SQLiteError? = sql.withCString { text in
      var rest: UnsafePointer<CChar>? = text
      while let start = rest, start.pointee != 0 {
        var compiled: OpaquePointer?
        var end: UnsafePointer<CChar>?
        let status = sqlite3_prepare_v2(handle, start, -1, &compiled, &end)
        // What follows the statement and cannot be compiled is another one, too.
        if statement != nil, status != SQLITE_OK || compiled != nil {
          sqlite3_finalize(compiled)
          return SQLiteError(.misuse, "several statements")
        }
        guard status == SQLITE_OK else { return SQLiteError(status, of: handle) }
        // Blanks, comments and semicolons compile to nothing.
        if let compiled { statement = compiled }
        rest = end == start ? nil : end
      }
      return nil
    }
    if let error {
      sqlite3_finalize(statement)
      throw error
    }
    guard let statement else { throw SQLiteError(.error, "empty statement") }
    return SQLiteStatement(statement, of: handle)
  }
}
