import ChartData
import ChartModel
import Foundation
import JSONModel
import JSONRPC
import ServiceTestSupport
import SQLite
import Synchronization
import Testing

@testable import ChartService

extension SQLiteSuites {
  @Suite("Data: SQLite files are only read, whatever the query says, and nothing else is")
  struct SQLiteSafetyTests {
    let directory: SQLiteDirectory

    init() throws {
      directory = try SQLiteDirectory()
      let rows = "CREATE TABLE t (n TEXT, v INTEGER); INSERT INTO t VALUES ('A', 1), ('B', 2);"
      try directory.make("inside/a.db", rows)
      try directory.make("outside/secret.db", rows)
    }

    @Test(
      "What is not a SELECT is refused, and no file changes or appears",
      arguments: [
        "ATTACH '%/outside/secret.db' AS s", "ATTACH ':memory:' AS s", "DETACH main", "VACUUM",
        "VACUUM INTO '%/inside/b.db'",
        "PRAGMA journal_mode = WAL", "PRAGMA user_version = 7", "PRAGMA writable_schema = 1", "PRAGMA user_version",
        "PRAGMA temp_store_directory = '/'", "PRAGMA query_only = 0", "SELECT * FROM pragma_table_info('t')",
        "INSERT INTO t VALUES ('C', 3)", "INSERT INTO t VALUES ('C', 3) RETURNING n, v", "UPDATE t SET v = 9",
        "UPDATE sqlite_master SET type = 'x'",
        "DELETE FROM t RETURNING n, v", "DROP TABLE t", "ALTER TABLE t ADD x", "CREATE TABLE u (x)",
        "CREATE TEMP TABLE u AS SELECT 1", "CREATE VIRTUAL TABLE u USING fts5(x)", "REINDEX", "ANALYZE",
        "SELECT printf('%.*c', 2000000000, 'x') n, 1 v", "SELECT Format('%d', 1) n, 1 v",
        "SELECT json_patch('{}', '{}') n, 1 v", "SELECT rtreecheck('t') n, 1 v",
        "SELECT load_extension('libm.so.6')", "SELECT LOAD_EXTENSION('x', 'y')", "SELECT fts3_tokenizer('simple')",
        "BEGIN", "BEGIN EXCLUSIVE", "COMMIT", "SAVEPOINT s", "SELECT writefile('%/inside/b.txt', 'x')",
        "SELECT readfile('/etc/passwd')", "SELECT edit('x')", "SELECT n, v FROM t; DROP TABLE t",
        "SELECT n, v FROM t; ATTACH '%/outside/secret.db' AS s",
      ])
    func refused(statement: String) throws {
      for file in ["inside/a.db", "inside/wal.db"] {
        if file == "inside/wal.db" {
          try directory.make(file, "PRAGMA journal_mode = WAL; CREATE TABLE t (n, v); INSERT INTO t VALUES ('A', 1)")
        }
        let before = try directory.contents()
        let sql = statement.replacingOccurrences(of: "%", with: directory.files.path)
        let error = try directory.fault(["sqlite": .string(file), "query": .string(sql)])
        #expect(error.code == .invalidParams && error.data?["path"] == "spec.data.query", "\(error.message)")
        #expect(try directory.contents() == before)
        #expect(
          try directory.slices(["sqlite": .string(file), "table": "t"]).slices?[0] == ["label": "A", "value": 1])
      }
    }

    @Test("A view cannot do what a query may not")
    func hostileView() throws {
      try directory.make(
        "inside/view.db",
        "CREATE VIEW v AS SELECT load_extension('x') AS n, 1 AS v; CREATE VIEW p AS SELECT * FROM pragma_database_list")
      #expect(try directory.fault(["sqlite": "inside/view.db", "table": "v"]).code == .invalidParams)
      #expect(try directory.fault(["sqlite": "inside/view.db", "table": "p"]).code == .invalidParams)
    }

    @Test(
      "Nothing outside can be read, nor be found out about",
      arguments: [
        "outside/secret.db", "inside/../outside/secret.db", "inside/link.db", "inside/linked/secret.db",
        "outside/missing.db", "/etc/passwd", "file:outside/secret.db", ":memory:", "file::memory:",
      ])
    func escapes(path: String) throws {
      let manager = FileManager.default
      try manager.createSymbolicLink(
        atPath: directory.path("inside/link.db"), withDestinationPath: directory.path("outside/secret.db"))
      try manager.createSymbolicLink(
        atPath: directory.path("inside/linked"), withDestinationPath: directory.path("outside"))
      let error = try directory.fault(["sqlite": .string(path), "table": "t"])
      #expect(error.code == .invalidParams && error.data?["path"] == "spec.data.sqlite")
      #expect(error.message.contains("may not be read"), "\(error.message)")
    }

    @Test("A link that stays inside is followed; a name with URI characters is a name")
    func names() throws {
      try FileManager.default.createSymbolicLink(
        atPath: directory.path("inside/alias.db"), withDestinationPath: "a.db")
      try FileManager.default.copyItem(
        atPath: directory.path("inside/a.db"), toPath: directory.path("inside/a?mode=rw#%41.db"))
      for name in ["inside/alias.db", "inside/a?mode=rw#%41.db"] {
        #expect(try directory.slices(["sqlite": .string(name), "table": "t"]).slices?.arrayValue?.count == 2)
      }
    }

    @Test("Directories, pipes, other files and damaged ones are refused")
    func oddFiles() throws {
      try directory.files.write("n,v\nA,1\n", to: "inside/other.db")
      try directory.files.write("", to: "inside/empty.db")
      try directory.files.write("SQLite format 3\0", to: "inside/short.db")
      #expect(mkfifo(directory.path("inside/pipe"), 0o600) == 0)
      try FileManager.default.createDirectory(
        atPath: directory.path("inside/folder"), withIntermediateDirectories: false)
      for name in ["other.db", "empty.db", "short.db"] {
        let error = try directory.fault(["sqlite": .string("inside/" + name), "table": "t"])
        #expect(error.data?["path"] == "spec.data.sqlite" && error.message.contains("is not a SQLite file"))
      }
      for name in ["pipe", "folder"] {
        #expect(
          try directory.fault(["sqlite": .string("inside/" + name), "table": "t"]).message.contains("is not a file"))
      }
      var bytes = try Data(contentsOf: URL(fileURLWithPath: directory.path("inside/a.db")))
      bytes.replaceSubrange(100..<bytes.count, with: repeatElement(0x5A, count: bytes.count - 100))
      try bytes.write(to: URL(fileURLWithPath: directory.path("inside/damaged.db")))
      let damaged = try directory.fault(["sqlite": "inside/damaged.db", "table": "t"])
      #expect(
        damaged.data?["path"] == "spec.data.sqlite" && damaged.message.contains("is damaged"), "\(damaged.message)")
    }

    // MARK: - Limits

    @Test("A query that nobody waits for any more is interrupted", .timeLimit(.minutes(15)))
    func cancellation() throws {
      let directory = try SQLiteDirectory()
      try directory.make("inside/a.db", "CREATE TABLE t (n, v)")
      let asked = Mutex(0)
      var source = DataSource(
        allowedDirectories: ["inside"], baseDirectory: directory.files.path, queryTimeLimit: .seconds(600))
      source.isCancelled = {
        asked.withLock {
          $0 += 1
          return $0 > 1_000
        }
      }
      let reader = SpecReader(kinds: .standard, data: source, timeZones: TimeZoneFiles(), now: { 0 })
      let query = "WITH RECURSIVE c(v) AS (VALUES (1) UNION ALL SELECT v + 1 FROM c) SELECT sum(v) AS v FROM c"
      let fault = #expect(throws: InvalidValue.self) {
        try reader.source(of: ["kind": "pie", "data": ["sqlite": "inside/a.db", "query": .string(query)]])
      }
      #expect(fault?.reason.contains("the request was cancelled") == true, "\(String(describing: fault))")
      #expect(asked.withLock { $0 } == 1_001)
    }

    @Test("A query without end is interrupted, as is one whose rows `where` never takes", .timeLimit(.minutes(15)))
    func time() throws {
      let directory = try SQLiteDirectory(queryTimeLimit: .milliseconds(200))
      try directory.make("inside/a.db", "CREATE TABLE t (n, v)")
      let endless = "WITH RECURSIVE c(v) AS (VALUES (1) UNION ALL SELECT v + 1 FROM c)"
      for (query, filter) in [
        ("\(endless) SELECT sum(v) AS v FROM c", [:]), ("\(endless) SELECT v FROM c ORDER BY v", [:]),
        ("\(endless) SELECT v FROM c", ["v": -1]), ("\(endless) SELECT v FROM c WHERE v < 0", [:]),
      ] as [(String, JSON)] {
        let error = try directory.fault(["sqlite": "inside/a.db", "query": .string(query), "where": filter])
        #expect(
          error.data?["path"] == "spec.data.query" && error.message.contains("takes longer than 0.2 s"),
          "\(error.message)")
      }
    }

    @Test(
      "A function that would compare all of one text with all of another is refused in the middle of it",
      arguments: [
        "instr(%, substr(%, 1, 450000) || 'b')", "replace(%, substr(%, 1, 450000) || 'b', 'c')",
      ])
    func superlinear(call: String) throws {
      // 900,000 zeros.
      let text = "hex(zeroblob(450000))"
      let query = "SELECT \(call.replacingOccurrences(of: "%", with: text)) AS n, 1 AS v"
      let error = try directory.fault(["sqlite": "inside/a.db", "query": .string(query)])
      #expect(
        error.data?["path"] == "spec.data.query" && error.message.contains("too long to look for"), "\(error.message)")
    }

    @Test("Texts are trimmed in one pass, however many letters are to go")
    func trimming() throws {
      // 200,000 zeros, each of which would be looked for among 100,000 other digits.
      let digits = "replace(hex(zeroblob(50000)), '0', '1') || '0'"
      let query = "SELECT 'x' || trim(hex(zeroblob(100000)), \(digits)) AS n, 1 AS v"
      let slices = try directory.slices(["sqlite": "inside/a.db", "query": .string(query)]).slices
      #expect(slices == [["label": "x", "value": 1]])
    }

    @Test("instr, replace and trim say what SQLite's own say")
    func functions() throws {
      // What sqlite3 3.40 gives.
      for (expression, result) in [
        ("instr('aübü', 'bü')", "3"), ("instr('abc', 'z')", "0"), ("instr('abc', '')", "1"), ("instr('', 'a')", "0"),
        ("ifnull(instr(NULL, 'a'), 'none')", "none"), ("instr(x'C3BC62', x'62')", "3"), ("instr(1234, 34)", "3"),
        ("replace('aXbXc', 'X', '--')", "a--b--c"), ("replace('abc', '', 'z')", "abc"),
        ("replace('aaa', 'aa', 'b')", "ba"),
        ("ifnull(replace('a', 'a', NULL), 'none')", "none"), ("replace(101, 0, 'x')", "1x1"),
        ("'[' || trim('üxaxü', 'xü') || ']'", "[a]"), ("'[' || ltrim('xxa x', 'x') || ']'", "[a x]"),
        ("'[' || rtrim('xaxx', 'x') || ']'", "[xa]"), ("'[' || trim('  a ') || ']'", "[a]"),
        ("'[' || trim('a', '') || ']'", "[a]"), ("ifnull(trim(NULL, 'a'), 'none')", "none"),
        ("'[' || trim('aaa', 'a') || ']'", "[]"),
      ] {
        let query = "SELECT 'n' || (\(expression)) AS n, 1 AS v"
        let slices = try directory.slices(["sqlite": "inside/a.db", "query": .string(query)]).slices
        #expect(slices?[0]?["label"] == .string("n" + result), "\(expression)")
      }
    }

    @Test("A query that takes too much memory is interrupted", .timeLimit(.minutes(15)))
    func memory() throws {
      let error = try directory.fault([
        "sqlite": "inside/a.db",
        "query": """
        WITH RECURSIVE c(v) AS (VALUES (1) UNION ALL SELECT v + 1 FROM c)
        SELECT v, zeroblob(500000) AS b FROM c ORDER BY v
        """,
      ])
      #expect(error.data?["path"] == "spec.data.query" && error.message.contains("256 MiB"), "\(error.message)")
    }

    // MARK: - Files that others write

    @Test(
      "Of a file in WAL mode that is open elsewhere, what is only in the log is read too; nothing is left beside it")
    func openLog() throws {
      let writer = try SQLiteConnection(directory.path("inside/wal.db"), for: .writing)
      try writer.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (n, v); INSERT INTO t VALUES ('A', 1)")
      let names = Set(try directory.contents().keys)
      #expect(names.isSuperset(of: ["inside/wal.db-wal", "inside/wal.db-shm"]))
      let data: JSON = ["sqlite": "inside/wal.db", "table": "t"]
      #expect(try directory.slices(data).slices == [["label": "A", "value": 1]])
      try writer.execute("UPDATE t SET v = 2")
      #expect(try directory.slices(data).slices == [["label": "A", "value": 2]])
      #expect(Set(try directory.contents().keys) == names)
      _ = consume writer
    }

    @Test("A file in WAL mode that nobody has open is read without the files that SQLite would leave beside it")
    func closedLog() throws {
      try directory.make(
        "inside/wal.db", "PRAGMA journal_mode = WAL; CREATE TABLE t (n, v); INSERT INTO t VALUES ('A', 1)")
      let before = try directory.contents()
      #expect(before["inside/wal.db"]?[18] == 2 && before["inside/wal.db-wal"] == nil)
      #expect(
        try directory.slices(["sqlite": "inside/wal.db", "table": "t"]).slices == [["label": "A", "value": 1]])
      #expect(try directory.contents() == before)
    }

    @Test("A file whose newest rows are only in a log that cannot be used is refused, not half read")
    func loneLog() throws {
      let writer = try SQLiteConnection(directory.path("inside/wal.db"), for: .writing)
      try writer.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (n, v); INSERT INTO t VALUES ('A', 1)")
      for end in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: directory.path("inside/wal.db" + end), toPath: directory.path("inside/copy.db" + end))
      }
      let before = try directory.contents()
      let error = try directory.fault(["sqlite": "inside/copy.db", "table": "t"])
      #expect(error.data?["path"] == "spec.data.sqlite" && error.message.contains("inside/copy.db-wal"))
      #expect(try directory.contents() == before)
      _ = consume writer
    }

    @Test("A file left in the middle of a change, or locked by a writer, is refused and stays as it is")
    func journal() throws {
      let writer = try SQLiteConnection(directory.path("inside/a.db"), for: .writing)
      try writer.execute(
        """
        PRAGMA cache_size = 1; BEGIN EXCLUSIVE;
        WITH RECURSIVE c(v) AS (VALUES (1) UNION ALL SELECT v + 1 FROM c LIMIT 20000) INSERT INTO t SELECT 'C', v FROM c;
        """)
      let locked = try directory.fault(["sqlite": "inside/a.db", "table": "t"])
      #expect(locked.data?["path"] == "spec.data.sqlite" && locked.message.contains("is being written"))
      for end in ["", "-journal"] {
        try FileManager.default.copyItem(
          atPath: directory.path("inside/a.db" + end), toPath: directory.path("inside/copy.db" + end))
      }
      try writer.execute("ROLLBACK")
      let before = try directory.contents()
      let hot = try directory.fault(["sqlite": "inside/copy.db", "table": "t"])
      #expect(hot.data?["path"] == "spec.data.sqlite" && hot.message.contains("open and close it"), "\(hot.message)")
      #expect(try directory.contents() == before)
      _ = consume writer
    }

    @Test("Many at once read the same file")
    func concurrent() async throws {
      let service = directory.service
      try await withThrowingTaskGroup(of: Int?.self) { group in
        for index in 0..<24 {
          group.addTask {
            let spec: JSON = ["kind": "pie", "data": ["sqlite": "inside/a.db", "table": "t"]]
            _ = try service.call(
              "chart/create", params: ["spec": spec, "chart": .string("c\(index)"), "render": false])
            return index
          }
        }
        var count = 0
        for try await _ in group { count += 1 }
        #expect(count == 24)
      }
    }
  }
}
