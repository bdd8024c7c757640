import Foundation
import SQLite
import Testing

@Suite("SQLite by its C library") struct SQLiteConnectionTests {
  private func rows(_ sql: String, in connection: borrowing SQLiteConnection) throws(SQLiteError) -> [[SQLiteValue]] {
    let statement = try connection.prepare(sql)
    var rows: [[SQLiteValue]] = []
    while try statement.step() { rows.append(statement.columnNames.indices.map { statement.value(at: $0) }) }
    return rows
  }

  @Test("Each kind of value comes as it was stored, and a column that there isn't as null")
  func values() throws {
    let connection = try SQLiteConnection(nil, for: .writing)
    let sql = "SELECT NULL, -9223372036854775808, 1e308, 'é', x'0102', '' AS \"a b\""
    let expected: [SQLiteValue] = [.null, .integer(.min), .real(1e308), .text("é"), .blob(2), .text("")]
    #expect(try rows(sql, in: connection) == [expected])
    let statement = try connection.prepare(sql)
    let hasRow = try statement.step()
    let (names, beyond) = (statement.columnNames, [statement.value(at: 6), statement.value(at: -1)])
    #expect(hasRow && names.last == "a b" && names.count == 6 && beyond == [.null, .null])
  }

  @Test(
    "A text of one statement is one, whatever stands around it",
    arguments: ["SELECT 1", ";; SELECT 1", "SELECT 1; -- that is all", "/* a */ SELECT 1 ; ; "])
  func one(sql: String) throws {
    #expect(try rows(sql, in: try SQLiteConnection(nil, for: .reading)) == [[.integer(1)]])
  }

  @Test(
    "A text of none or of several is refused",
    arguments: [
      ("", SQLiteError.Code.error, "empty statement"), (" ; -- nothing", .error, "empty statement"),
      ("SELECT 1; SELECT 2", .misuse, "several statements"), ("SELECT 1; nonsense", .misuse, "several statements"),
    ])
  func several(sql: String, code: SQLiteError.Code, message: String) throws {
    let error = try #require(throws: SQLiteError.self) {
      try rows(sql, in: try SQLiteConnection(nil, for: .reading))
    }
    #expect(error == SQLiteError(code, message))
  }

  @Test("Faults come with SQLite's code and words")
  func faults() throws {
    let error = try #require(throws: SQLiteError.self) {
      try rows("SELECT stepz FROM sqlite_master", in: try SQLiteConnection(nil, for: .reading))
    }
    #expect(error.code == .error && error.message == "no such column: stepz")
    // In double quotes, too: it is a name, and no text.
    #expect(throws: SQLiteError.self) {
      try rows("SELECT \"stepz\" FROM sqlite_master", in: try SQLiteConnection(nil, for: .reading))
    }
    let missing = try #require(throws: SQLiteError.self) {
      _ = try SQLiteConnection("/nowhere/at.all", for: .reading).path
    }
    #expect(missing.code.primary == .cannotOpen)
  }

  @Test("What is opened for reading cannot be written, and statements outlive their connection's owner")
  func reading() throws {
    let path = FileManager.default.temporaryDirectory.path + "/chart-kernel-\(UUID().uuidString).db"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try SQLiteConnection(path, for: .writing).execute("CREATE TABLE t (v); INSERT INTO t VALUES (1), (2)")
    let error = try #require(throws: SQLiteError.self) {
      try SQLiteConnection(path, for: .reading).execute("INSERT INTO t VALUES (3)")
    }
    #expect(error.code.primary == .readOnly)
    let statement = try SQLiteConnection(path, for: .reading).prepare("SELECT v FROM t WHERE v > ?")
    let (isReadOnly, parameters) = (statement.isReadOnly, statement.parameterCount)
    #expect(isReadOnly && parameters == 1)
    // A parameter without a value is NULL, than which nothing is greater.
    let hasRow = try statement.step()
    #expect(!hasRow)
  }
}
