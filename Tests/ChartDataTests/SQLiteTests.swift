import ChartService
import Foundation
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

extension SQLiteSuites {
  @Suite("Data: read from SQLite files, by a query or a table")
  struct SQLiteTests {
    let directory: SQLiteDirectory

    init() throws {
      directory = try SQLiteDirectory()
      try directory.make(
        "inside/steps.db",
        """
        CREATE TABLE days (date TEXT, steps INTEGER, color TEXT);
        INSERT INTO days VALUES ('2024-03-02', 8000, '#66ccee'), ('2024-03-01', 12500, NULL), ('2024-03-03', NULL, NULL);
        CREATE VIEW best AS SELECT date, steps FROM days WHERE steps > 10000;
        """)
    }

    @Test("The rows of a query, in its order; rows without a number are left out with a warning")
    func query() throws {
      let read = try directory.slices([
        "sqlite": "inside/steps.db", "query": "SELECT date, steps FROM days ORDER BY date;", "label": "date",
        "value": "steps",
      ])
      #expect(read.slices == [["label": "2024-03-01", "value": 12500], ["label": "2024-03-02", "value": 8000]])
      #expect(read.warnings.first?.stringValue?.contains("row 3") == true)
    }

    @Test("The rows of a table or a view, chosen by `where`")
    func table() throws {
      let days = try directory.slices([
        "sqlite": "inside/steps.db", "table": "days", "color": "color",
        "where": ["date": ["2024-03-02", "2024-03-03"]],
        "label": "date", "value": "steps",
      ])
      #expect(days.slices == [["label": "2024-03-02", "value": 8000, "color": "#66ccee"]])
      let best = try directory.slices(["sqlite": "inside/steps.db", "table": "best"])
      #expect(best.slices == [["label": "2024-03-01", "value": 12500]])
    }

    @Test("A table's name may hold anything")
    func quoting() throws {
      try directory.make(
        "inside/odd.db", #"CREATE TABLE "a ""b""; --" (n, v); INSERT INTO "a ""b""; --" VALUES ('x', 1);"#)
      #expect(
        try directory.slices(["sqlite": "inside/odd.db", "table": #"a "b"; --"#]).slices == [
          ["label": "x", "value": 1]
        ])
    }

    @Test("INTEGER, REAL, numbers as TEXT and NULL; integers that no double holds keep their digits as labels")
    func types() throws {
      try directory.make(
        "inside/types.db",
        """
        CREATE TABLE t (n, v);
        INSERT INTO t VALUES ('real', 2.5), ('text', '3e2'), ('none', NULL), ('blank', '  '), (9007199254740993, 1), (7, 4);
        """)
      let read = try directory.slices(["sqlite": "inside/types.db", "table": "t", "label": "n", "value": "v"])
      #expect(
        read.slices == [
          ["label": "real", "value": 2.5], ["label": "text", "value": 300], ["label": "9007199254740993", "value": 1],
          ["label": "7", "value": 4],
        ])
    }

    @Test("What is computed is read too: aggregates, windows, recursion, JSON, several tables")
    func computed() throws {
      for query in [
        "SELECT 'a' AS n, sum(steps) AS v FROM days",
        "SELECT date AS n, sum(steps) OVER (ORDER BY date) AS v FROM days",
        "WITH RECURSIVE c(v) AS (VALUES (1) UNION ALL SELECT v + 1 FROM c WHERE v < 5) SELECT 'c' || v AS n, v FROM c",
        "SELECT upper(trim(x'')) || date AS n, steps AS v FROM days",
        "SELECT date AS n, steps AS v FROM days ORDER BY (date || x'ff') COLLATE NOCASE",
        #"SELECT 'j' || key AS n, value AS v FROM json_each('[1, 2]')"#,
        "SELECT a.date AS n, b.steps AS v FROM days a JOIN best b USING (date)",
      ] {
        let read = try directory.slices(["sqlite": "inside/steps.db", "query": .string(query)])
        #expect(read.slices?.arrayValue?.isEmpty == false, "\(query)")
      }
    }

    @Test(
      "Faults name the key, the row and the column, and what was probably meant",
      arguments: [
        Fault("SELECT date, stepz FROM days", [:], "spec.data.query", "no such column: stepz; did you mean 'steps'?"),
        Fault("SELECT d.stepz FROM days d", [:], "spec.data.query", "did you mean 'steps'?"),
        Fault("SELECT * FROM dayz", [:], "spec.data.query", "no such table: dayz; did you mean 'days'?"),
        Fault("SELECT steps FRM days", [:], "spec.data.query", "syntax error"),
        Fault("SELECT steps, steps FROM days", [:], "spec.data.query", "two columns 'steps'; name one with `AS`"),
        Fault("SELECT steps FROM days WHERE date = ?", [:], "spec.data.query", "parameter"),
        Fault("SELECT steps FROM days WHERE date = :day", [:], "spec.data.query", "parameter"),
        Fault("SELECT 1; SELECT 2", [:], "spec.data.query", "expected one SELECT"),
        Fault("  ", [:], "spec.data.query", "empty statement"),
        Fault("SELECT 1\u{0}", [:], "spec.data.query", "NUL"),
        Fault("SELECT 'x' AS n, 1 AS v, x'00ff' AS b", [:], "spec.data.query", "row 1, column 'b': is a BLOB"),
        Fault("SELECT 'x' AS n, -1 AS v", [:], "spec.data.value", "row 1, column 'v': expected a number of at least 0"),
        Fault("SELECT 'x' AS n, 9e999 AS v", ["value": "v"], "spec.data.value", "expected a number, got"),
        Fault("SELECT 'x' AS n", [:], "spec.data.value", "no column holds only numbers"),
        Fault("SELECT * FROM days", ["value": "step"], "spec.data.value", "did you mean 'steps'?"),
        Fault("SELECT * FROM days", ["where": ["m": 1]], "spec.data.where.m", "there is no column 'm'"),
        Fault("SELECT 'x' AS n, 1 AS v, hex(zeroblob(600000)) AS l", [:], "spec.data.query", "1048576 bytes"),
        Fault(
          "WITH RECURSIVE c(v) AS (VALUES (1) UNION ALL SELECT v + 1 FROM c LIMIT 10001) SELECT v FROM c", [:],
          "spec.data.query", "more than 10000 rows"),
      ] as [Fault])
    func faults(fault: Fault) throws {
      let data: JSON = ["sqlite": "inside/steps.db", "query": .string(fault.subject)]
      let error = try directory.fault(data.merging(patch: fault.params))
      #expect(error.code == .invalidParams && error.data?["path"] == .string(fault.path), "\(error.message)")
      #expect(error.message.contains(fault.reason), "\(error.message)")
    }

    @Test("A misspelt table is named with the nearest")
    func misspeltTable() throws {
      let error = try directory.fault(["sqlite": "inside/steps.db", "table": "dys"])
      #expect(error.data?["path"] == "spec.data.table")
      #expect(error.message.contains("no such table: dys; did you mean 'days'?"), "\(error.message)")
    }

    @Test("The published schema tells of the file and the query")
    func completion() throws {
      let document = try directory.service.call("rpc.discover").text
      for word in ["The path of a SQLite file", "SELECT date, steps FROM days ORDER BY date"] {
        #expect(document.contains(word))
      }
    }
  }
}
