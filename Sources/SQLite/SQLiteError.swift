internal import CSQLite

/// What SQLite says is wrong.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A result code of SQLite, https://www.sqlite.org/rescode.html. There are others than those with a name here.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// The code without the details that are in its upper bits.
    package var primary: Code { Code(rawValue: rawValue & 0xFF) }

    package static let error = Code(rawValue: SQLITE_ERROR)
    package static let busy = Code(rawValue: SQLITE_BUSY)
    package static let locked = Code(rawValue: SQLITE_LOCKED)
    package static let outOfMemory = Code(rawValue: SQLITE_NOMEM)
    package static let readOnly = Code(rawValue: SQLITE_READONLY)
    package static let interrupted = Code(rawValue: SQLITE_INTERRUPT)
    package static let corrupt = Code(rawValue: SQLITE_CORRUPT)
    package static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
    package static let tooBig = Code(rawValue: SQLITE_TOOBIG)
    package static let misuse = Code(rawValue: SQLITE_MISUSE)
    package static let notAuthorized = Code(rawValue: SQLITE_AUTH)
    package static let notADatabase = Code(rawValue: SQLITE_NOTADB)
  }

  /// With its details.
  package let code: Code
  /// In SQLite's words: `no such column: stepz`.
  package let message: String

  /// - Parameter message: SQLite's general words for the code if not given.
  package init(_ code: Code, _ message: String? = nil) {
    self.code = code
    self.message = message ?? String(cString: sqlite3_errstr(code.rawValue))
  }

  /// The fault that a connection has met last.
  package init(_ status: Int32, of connection: OpaquePointer?) {
    self.init(Code(rawValue: status), connection.map { String(cString: sqlite3_errmsg($0)) })
  }

  package var description: String { message }
}
