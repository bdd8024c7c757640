@testable import Databases
import Testing

@Suite("Queries that somebody wrote, before a server sees them") struct SQLGuardTests {
  private let postgres = SQLGuard(
    rules: SQLTokens.Rules(), functions: PostgreSQLDialect.functions, schemas: ["pg_catalog"])
  private let clickHouse = SQLGuard(rules: ClickHouseDialect.rules, functions: ClickHouseDialect.functions, schemas: [])

  @Test(
    "A SELECT that computes is taken",
    arguments: [
      "SELECT 1", "select a, b from t where a in (1, 2) and b = any (array[1, 2])", "(SELECT 1)", "VALUES (1, 2)",
      "TABLE t",
      "WITH t(a, b) AS (SELECT 1, 2), u AS MATERIALIZED (SELECT 1) SELECT a FROM t", "SELECT 1;",
      "SELECT 1 ; ; -- at the end",
      "SELECT count(*) FILTER (WHERE a > 1) OVER (PARTITION BY b ORDER BY c) FROM t", "SELECT pg_catalog.abs(-1)",
      "SELECT t.a FROM (VALUES (1)) AS t(a)", "SELECT t.a FROM generate_series(1, 3) t(a)",
      "SELECT ';', \"a;b\", $$;$$, $x$ $$ ; $x$, E'\\';'",
      "SELECT /* ; /* drop( */ */ 1 -- pg_sleep(1)", "SELECT a::numeric(10, 2), CAST(b AS varchar(5)) FROM t",
      "SELECT date '2024-01-01' + interval '1 day'", "SELECT b'101', x'1F'", "SELECT extract(year FROM t) FROM u",
      "SELECT 0x1F, 1_000, 1e5, .5",
      "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a) FROM t", "SELECT a FROM t TABLESAMPLE x",
      "SELECT Ünï FROM t",
    ])
  func taken(_ query: String) throws { try postgres.check(query) }

  @Test(
    "What is no SELECT, calls what does more than compute, or reads differently to different servers is refused",
    arguments: [
      ("", DatabaseFault.Kind.query), ("INSERT INTO t VALUES (1)", .query), ("SELECT 1; SELECT 2", .query),
      ("SELECT (1", .query),
      ("SELECT 1) AS q; DROP TABLE t; --", .query), ("SELECT ')", .query), ("SELECT /* 1", .query),
      ("SELECT $a$ 1", .query), ("SELECT $1", .query),
      ("WITH d AS (DELETE FROM t RETURNING a) SELECT a FROM d", .forbidden),
      ("SELECT (INSERT INTO t VALUES (1))", .forbidden),
      ("SELECT pg_sleep(1)", .forbidden), ("SELECT PG_SLEEP /* */ (1)", .forbidden),
      ("SELECT \"pg_sleep\"(1)", .forbidden),
      ("SELECT a.abs(1)", .forbidden), ("SELECT x.pg_catalog.abs(1)", .forbidden), ("SELECT U&\"abs\"(1)", .forbidden),
      ("SELECT r'a'", .forbidden),
      ("WITH pg_sleep(a) AS (SELECT 1) SELECT pg_sleep(1)", .forbidden), ("SELECT 1\0", .query),
      ("SELECT \"abs\"(1), \"pg\"\"sleep\"(1)", .forbidden),
      ("SELECT 'a' \"b", .query), ("SELECT E'\\'", .query), ("SELECT a operator(pg_catalog.+) b", .forbidden),
    ])
  func refused(_ query: String, _ kind: DatabaseFault.Kind) {
    #expect { try postgres.check(query) } throws: { ($0 as? DatabaseFault)?.kind == kind }
  }

  @Test("What a backslash, a backquote or a sign means depends on the engine")
  func dialects() throws {
    try clickHouse.check("SELECT 'a\\'; DROP' AS a, `x\\`(` FROM t")
    try postgres.check("SELECT 'a\\' AS a, abs(1)")
    for query in [
      "SELECT 1 # '", "SELECT $a$ $a$", "SELECT /* /* */ */ 1", "SELECT `sleep`(1)",
    ] {
      #expect(throws: DatabaseFault.self) { try clickHouse.check(query) }
    }
    let unknown = SQLGuard(rules: ADBCDialect.standard.rules, functions: ADBCDialect.standard.functions, schemas: [])
    try unknown.check("SELECT 'a''b', \"c\" FROM t /* d */ -- e")
    for query in ["SELECT 'a\\'", "SELECT \"a\\\"", "SELECT /* /* */ 1", "SELECT `a`", "SELECT $$a$$", "SELECT 1 # a"] {
      #expect(throws: DatabaseFault.self) { try unknown.check(query) }
    }
  }

  @Test("Any bytes end, with a fault or without")
  func anything() {
    var chance = SystemRandomNumberGenerator()
    let parts = [
      "SELECT", "(", ")", "'", "\"", "/*", "*/", "--", "\n", "$", "$a$", "\\", ";", "E'", "U&'", "pg_sleep", "abs", ".",
      "1", "`", "é", " ",
    ]
    for _ in 0..<20_000 {
      let query =
        "SELECT "
        + (0..<Int.random(in: 0..<12, using: &chance)).map { _ in parts.randomElement(using: &chance) ?? "" }.joined()
      for guardian in [postgres, clickHouse] { try? guardian.check(query) }
    }
  }
}

@Suite("Queries as they are written") struct SQLWriterTests {
  private let query = SQLSelect(
    [SQLSelect.Item(.column("a \"b\""), as: "it's"), SQLSelect.Item(.text(.column("c`d")), as: "e")],
    from: .table(["s", "t"]),
    where: .all([
      .compared(.column("x"), .atLeast, .value(.number(-1.5))),
      .compared(.column("y"), .equal, .value(.text("'; \\ --"))),
    ]), limit: 5)

  @Test("Names are quoted, and values stand beside the text or are quoted, as the engine has it")
  func dialects() {
    let postgres = SQLWriter.statement(query, in: PostgreSQLDialect())
    #expect(
      postgres.text
        == #"SELECT "a ""b""" AS "it's", CAST("c`d" AS text) AS "e" FROM "s"."t" WHERE (("x" >= $1::double precision) AND ("y" = $2::text)) LIMIT 5"#
    )
    #expect(postgres.parameters == [.number(-1.5), .text("'; \\ --")])
    #expect(
      SQLWriter.statement(query, in: ClickHouseDialect()).text
        == #"SELECT `a "b"` AS `it's`, toString(`c\`d`) AS `e` FROM `s`.`t` WHERE ((`x` >= toFloat64(-1.5)) AND (`y` = '\'; \\ --')) LIMIT 5"#
    )
    #expect(SQLWriter.statement(query, in: ADBCDialect.spark).text.hasSuffix(#"AND (`y` = '\'; \\ --')) LIMIT 5"#))
    #expect(SQLWriter.statement(query, in: ADBCDialect.duckdb).text.hasSuffix(#"AND ("y" = '''; \ --')) LIMIT 5"#))
    #expect(
      SQLWriter.statement(query, in: ADBCDialect.standard).text.hasSuffix(
        #"AND ("y" = ('''; ' || CHR(92) || ' --'))) LIMIT 5"#))
  }

  @Test(
    "A table's name has parts, which may be quoted",
    arguments: [
      ("t", ["t"]), ("s.t", ["s", "t"]), ("\"a.b\".c", ["a.b", "c"]), ("\"a\"\"b\"", ["a\"b"]), ("\"a", ["\"a"]),
      ("\"a\"b", ["\"a\"b"]), ("a.", ["a", ""]),
      ("", [""]), ("\"\"", [""]), (".", ["", ""]),
    ])
  func names(_ name: String, _ parts: [String]) { #expect(SQLName.parts(of: name) == parts) }
}
