import CSQLite
import SQLite

/// What keeps a query, and a file made to do harm, to reading rows: https://www.sqlite.org/security.html.
enum SQLiteGuard {
  /// The most bytes a cell may have.
  static let cellLimit: Int32 = 1 << 20

  /// Takes away everything but SELECT.
  static func confine(_ database: borrowing SQLiteConnection) throws(SQLiteError) {
    let connection = database.handle
    // Functions in the views of a file are only those that can do no harm; damage is found before it is believed; a file
    // that gets shorter must not end the process; what is sorted needs no file.
    for pragma in ["trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0", "temp_store = MEMORY"] {
      try database.execute("PRAGMA \(pragma)")
    }
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, cellLimit)
    sqlite3_limit(connection, SQLITE_LIMIT_SQL_LENGTH, 100_000)
    sqlite3_limit(connection, SQLITE_LIMIT_EXPR_DEPTH, 200)
    sqlite3_limit(connection, SQLITE_LIMIT_COMPOUND_SELECT, 100)
    sqlite3_limit(connection, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100)
    sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
    sqlite3_limit(connection, SQLITE_LIMIT_WORKER_THREADS, 0)
    try SQLiteFunctions.install(on: connection)
    sqlite3_set_authorizer(
      connection,
      { _, action, table, name, _, _ in
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return SQLITE_OK
        case SQLITE_FUNCTION:
          guard let name, !SQLiteFunctions.denied.contains(String(cString: name).lowercased()) else {
            return SQLITE_DENY
          }
          return SQLITE_OK
        // Asked when a table that is computed, such as json_each, is declared; SQLite itself refuses such an UPDATE.
        case SQLITE_UPDATE: return table.map { String(cString: $0) } == "sqlite_master" ? SQLITE_OK : SQLITE_DENY
        default: return SQLITE_DENY
        }
      }, nil)
  }

  /// As the file format has it: https://www.sqlite.org/fileformat.html, 1.3.
  static let headerSize = 100

  /// The start of a file, read without a lock and without looking for a log.
  /// - Returns: `nil` if the file is too short.
  static func header(of connection: borrowing SQLiteConnection) -> [UInt8]? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file, let read = file.pointee.pMethods?.pointee.xRead
    else { return nil }
    var header = [UInt8](repeating: 0, count: headerSize)
    return read(file, &header, Int32(headerSize), 0) == SQLITE_OK ? header : nil
  }

  /// Puts the bytes of a file in the place of an empty database in memory.
  static func load(_ bytes: [UInt8], into connection: borrowing SQLiteConnection) throws(SQLiteError) {
    let size = Int64(bytes.count)
    guard let copy = sqlite3_malloc64(UInt64(bytes.count)) else { throw SQLiteError(.outOfMemory) }
    copy.copyMemory(from: bytes, byteCount: bytes.count)
    // SQLite frees the copy, even when this fails.
    let code = sqlite3_deserialize(
      connection.handle, "main", copy.assumingMemoryBound(to: UInt8.self), size, size,
      UInt32(SQLITE_DESERIALIZE_READONLY | SQLITE_DESERIALIZE_FREEONCLOSE))
    guard code == SQLITE_OK else { throw SQLiteError(SQLiteError.Code(rawValue: code)) }
  }
}
