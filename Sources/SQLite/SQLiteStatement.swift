internal import CSQLite

/// What a cell of a row holds.
package enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  /// Bytes that are no UTF-8 are replaced by U+FFFD; a NUL ends it.
  case text(String)
  /// Of this many bytes.
  case blob(Int)
}

/// A statement that was compiled, and the row that it is at.
package struct SQLiteStatement: ~Copyable {
  private let handle: OpaquePointer
  private let connection: OpaquePointer

  init(_ handle: OpaquePointer, of connection: OpaquePointer) {
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Whether it changes nothing in the database: https://www.sqlite.org/c3ref/stmt_readonly.html.
  package var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// How many parameters such as `?` wait for a value; without one they are NULL.
  package var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

  /// The names of the columns that its rows have; none for a statement without rows.
  package var columnNames: [String] {
    (0..<sqlite3_column_count(handle)).map { column in
      sqlite3_column_name(handle, column).map { String(cString: $0) } ?? ""
    }
  }

  /// Goes on to the next row.
  /// - Returns: Whether there is one.
  /// - Throws: ``SQLiteError``, after which there is no row.
  package func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let status: throw SQLiteError(status, of: connection)
    }
  }

  /// A cell of the row that it is at; `.null` for a column that there isn't.
  package func value(at column: Int) -> SQLiteValue {
    let column = Int32(clamping: column)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
    // No memory is left for it if there is no pointer.
    case SQLITE_TEXT: return sqlite3_column_text(handle, column).map { .text(String(cString: $0)) } ?? .null
    case SQLITE_BLOB: return .blob(Int(sqlite3_column_bytes(handle, column)))
    default: return .null
    }
  }
}
