@testable import Databases
import Testing

@Suite("Pyramids of large tables") struct PyramidTests {
  private typealias Column = PyramidLine.Column

  private let line = PyramidLine(
    schema: "plant", table: "metrics", x: Column("time", "timestamptz"), y: Column("value", "double precision"),
    by: Column("sensor", "text"))

  private let clickHouseLine = PyramidLine(
    schema: "plant", table: "metrics", x: Column("time", "DateTime('UTC')"), y: Column("value", "Nullable(Float64)"),
    by: Column("sensor", "String"))

  /// A line whose every name is the same, in columns of the given types.
  private func line(named name: String, _ x: String, _ y: String, by: String) -> PyramidLine {
    PyramidLine(schema: name, table: name, x: Column(name, x), y: Column(name, y), by: Column(name, by))
  }

  private func statements(of script: some PyramidScript) -> [String] {
    (script.create + script.refresh + script.rebuild + script.drop).flatMap(\.self) + [
      script.estimate, script.staleness,
    ]
  }

  // MARK: - Scripts

  @Test("An administrator reads what makes a pyramid in PostgreSQL")
  func postgreSQL() throws {
    let pyramid = try PostgreSQLPyramid(PyramidTable(line, exponents: 14...38, name: "metrics_pyramid"))
    #expect(pyramid.script(of: pyramid.create) == PyramidScripts.postgreSQL + "\n")
    #expect(pyramid.script(of: pyramid.refresh) == "SELECT \"plant\".\"metrics_pyramid_refresh\"();\n")
  }

  @Test("An administrator reads what makes a pyramid in ClickHouse")
  func clickHouse() throws {
    let pyramid = try ClickHousePyramid(PyramidTable(clickHouseLine, exponents: 14...14, name: "metrics_pyramid"))
    #expect(pyramid.script(of: pyramid.create) == PyramidScripts.clickHouse + "\n")
    #expect(pyramid.refresh.isEmpty && pyramid.createOver.isEmpty)
  }

  @Test("Without triggers the table stays as it is, and what looks for changes goes with the pyramid")
  func withoutTriggers() throws {
    let pyramid = try PostgreSQLPyramid(
      PyramidTable(line, exponents: 14...38, name: "p"), hasTriggers: false, index: .lineAndPosition)
    let create = pyramid.create.flatMap(\.self)
    #expect(
      !create.contains { $0.contains("TRIGGER") } && create.contains { $0.contains("FUNCTION \"plant\".\"p_look\"") })
    #expect(pyramid.refresh == [["SELECT \"plant\".\"p_look\"()"]])
    let drop = pyramid.drop.flatMap(\.self)
    #expect(
      drop.contains("DROP FUNCTION IF EXISTS \"plant\".\"p_look\"(boolean)")
        && drop.contains("DROP TABLE IF EXISTS \"plant\".\"p_seen\""))
    #expect(pyramid.staleness.contains("t.\"sensor\" = s.series::text AND t.\"time\" > s.x"))
  }

  @Test("Of a Distributed table each server keeps a part, and one table stands for all")
  func distributed() throws {
    let pyramid = try ClickHousePyramid(
      PyramidTable(clickHouseLine, exponents: 14...16, name: "p", home: "pyramids"),
      cluster: ClickHousePyramid.Cluster(name: "it's", database: "local", table: "rows"))
    #expect(pyramid.create[0][0].hasPrefix("CREATE TABLE `pyramids`.`p_local` ("))
    #expect(pyramid.create[2][0].contains("FROM `local`.`rows` WHERE"))
    #expect(
      pyramid.createOver == [
        [
          """
          CREATE TABLE `pyramids`.`p` AS `pyramids`.`p_local` ENGINE = Distributed('it\\'s', 'pyramids', 'p_local')
          """
        ]
      ])
    #expect(pyramid.staleness.contains("FROM cluster('it\\'s', system.parts) WHERE"))
  }

  // MARK: - Names

  @Test(
    "Names are quoted in all places, and one that looks like a mark stays as it is",
    arguments: [
      "a\"b", "it's", "a`b", "a\\b", "<BASE>", "<TX>", "<K0>", "$pyramid$", "; DROP TABLE t; --", "\"\u{301}",
      "'\u{301}",
      "`\u{301}", "a\r\nb",
    ])
  func names(_ name: String) throws {
    // What there is with a harmless name, with the strange one in its place as each engine quotes it.
    let plain = "zzz"
    func same(_ strange: [String], _ harmless: [String], _ quoted: [(String, String)]) {
      #expect(strange.count == harmless.count)
      for (strange, harmless) in zip(strange, harmless) {
        let expected = quoted.reduce(harmless) { text, pair in text.replacing(pair.0, with: pair.1) }
        // The mark of a function's body is another one where a name has it.
        #expect(
          Array(strange.replacing("$pyramid1$", with: "$pyramid$").utf8)
            == Array(expected.replacing("$pyramid1$", with: "$pyramid$").utf8))
      }
    }
    func postgreSQL(_ name: String) throws -> [String] {
      let line = line(named: name, "double precision", "integer", by: "text")
      let pyramid = try PostgreSQLPyramid(PyramidTable(line, exponents: 0...3, name: "p", home: "h"))
      // In the comment names are JSON's.
      return statements(of: pyramid).filter { !$0.hasPrefix("COMMENT ON TABLE") }
    }
    let quoted = "\"" + SQLQuote.doubled(name, "\"") + "\""
    same(
      try postgreSQL(name), try postgreSQL(plain),
      [
        ("'\"zzz\".\"zzz\"'", PostgreSQLLiteral.text("\(quoted).\(quoted)")), ("'zzz'", PostgreSQLLiteral.text(name)),
        ("\"zzz\"", quoted),
      ])
    func clickHouse(_ name: String) throws -> [String] {
      let line = line(named: name, "Float64", "Int32", by: "String")
      let pyramid = try ClickHousePyramid(PyramidTable(line, exponents: 0...3, name: "p", home: "h"))
      return statements(of: pyramid)
    }
    same(
      try clickHouse(name), try clickHouse(plain),
      [
        ("`zzz`", "`" + SQLQuote.escaped(name, ["\\", "`"], by: "\\") + "`"),
        ("'zzz'", "'" + SQLQuote.escaped(name, ["\\", "'"], by: "\\") + "'"),
      ])
  }

  @Test("A name in a text of PostgreSQL ends it nowhere")
  func texts() {
    #expect(PostgreSQLLiteral.text("it's") == "'it''s'")
    #expect(PostgreSQLLiteral.text("a\\'") == "E'a\\\\'''")
    #expect(PostgreSQLLiteral.text("'\u{301}").unicodeScalars.elementsEqual("'''\u{301}'".unicodeScalars))
    #expect(PostgreSQLLiteral.body("a") == "$pyramid$\na\n$pyramid$")
    #expect(PostgreSQLLiteral.body("$pyramid$\u{301}").hasPrefix("$pyramid1$\n"))
    #expect(PostgreSQLLiteral.body("$pyramid$ $pyramid1$").hasPrefix("$pyramid2$\n"))
  }

  @Test("A pyramid is called by its table and columns, and by a hash where they are too long together")
  func standardNames() {
    #expect(line.standardName == "metrics_time_value_sensor_pyramid")
    var long = line
    long.table = "temperatures_é_of_all_the_furnaces_since_1970"
    var other = long
    other.y.name = "values"
    let (name, otherName) = (long.standardName, other.standardName)
    #expect(name.hasPrefix("temperatures_é_of_all_the_furnaces_") && name.hasSuffix("_pyramid"))
    #expect(name.utf8.count == PyramidTable.longestName && name != otherName && name == long.standardName)
    // A character that would be torn is left out.
    other.table = String(repeating: "é", count: 60)
    #expect(other.standardName.utf8.count <= PyramidTable.longestName && other.standardName.hasPrefix("ééé"))
  }

  @Test("There is no pyramid with a longer name, of types without order, or of widths that moments do not have")
  func refused() throws {
    let long = String(repeating: "a", count: 53)
    #expect(throws: DatabaseFault.self) { try PostgreSQLPyramid(PyramidTable(line, exponents: 0...1, name: long)) }
    #expect(throws: DatabaseFault.self) { try PostgreSQLPyramid(PyramidTable(line, exponents: -4...1)) }
    #expect(throws: DatabaseFault.self) { try PostgreSQLPyramid(PyramidTable(line, exponents: 0...62)) }
    for (x, y, by) in [("text", "real", "text"), ("real", "date", "text"), ("real", "real", "other")] {
      let line = line(named: "a", x, y, by: by)
      #expect(throws: DatabaseFault.self) { try PostgreSQLPyramid(PyramidTable(line, exponents: 0...1)) }
    }
    for (x, y, by) in [
      ("LowCardinality(UInt32)", "Float64", "String"), ("DateTime64(3)", "Float64", "String"),
      ("Date", "String", "String"), ("Date", "Float64", "LowCardinality(Nullable(String))"),
      ("String", "Float64", "String"),
    ] {
      let line = line(named: "a", x, y, by: by)
      #expect(throws: DatabaseFault.self) { try ClickHousePyramid(PyramidTable(line, exponents: 0...1)) }
    }
    var own = clickHouseLine
    own.y.name = "ck_low"
    #expect(throws: DatabaseFault.self) { try ClickHousePyramid(PyramidTable(own, exponents: 0...1)) }
  }

  @Test("Lines by a column of low cardinality are texts to the views, so that insertions go on")
  func lowCardinality() throws {
    var line = clickHouseLine
    line.by = Column("sensor", "LowCardinality(String)")
    let pyramid = try ClickHousePyramid(PyramidTable(line, exponents: 0...1))
    #expect(pyramid.create[2][0].contains("SELECT CAST(ifNull(toString(`sensor`), '') AS String) AS ck_series,"))
  }

  @Test(
    "What views make of a column is of the same type whether values may be missing or not, so that insertions go on")
  func nullable() throws {
    func texts(_ wrapped: (String) -> String) throws -> [String] {
      let line = line(named: "a", wrapped("DateTime"), wrapped("Float64"), by: wrapped("String"))
      return statements(of: try ClickHousePyramid(PyramidTable(line, exponents: 0...1)))
    }
    #expect(try texts { $0 } == texts { "Nullable(\($0))" })
  }

  // MARK: - What a pyramid says of itself

  @Test("What a pyramid says of itself is read back, by its own line alone")
  func about() throws {
    let strange = line(named: "a\"b.c\\\n\u{7F}'", "timestamptz", "real", by: "text")
    for line in [line, strange] {
      for about in [
        PyramidAbout(exponents: -3...38), PyramidAbout(exponents: 0...0, isUnfinished: true),
        PyramidAbout(exponents: 14...15, uncountedRows: 7),
      ] {
        #expect(PyramidAbout(about.text(of: line), of: line) == about)
        let literal = ClickHousePyramid.text(about.text(of: line))
        #expect(ClickHousePyramid.about(ofDefault: literal, of: line) == about)
        var other = line
        other.by = nil
        #expect(PyramidAbout(about.text(of: line), of: other) == nil)
      }
    }
    #expect(
      PyramidAbout(exponents: 14...38).text(of: line)
        == """
        {"chart-kernel": 1, "table": "plant.metrics", "x": "time", "y": "value", "by": "sensor", "finest": 14, "top": 38}
        """)
    #expect(
      PyramidAbout(exponents: 1...2).text(of: strange).contains(
        #""table": "\"a\"\"b.c\\\u000a\u007f'\".\"a\"\"b.c\\\u000a\u007f'\"", "#))
    let start = PyramidAbout.start(of: line)
    for rest in ["", "1", "1, \"top\": 0}", "1, \"top\": 99999}", "1.5, \"top\": 2}", "1}"] {
      #expect(PyramidAbout(start + rest, of: line) == nil)
    }
  }

  @Test("Both engines look for the beginning of what a pyramid says")
  func find() {
    let statement = PostgreSQLPyramid.find(line)
    #expect(statement.parameters == [.text(PyramidAbout.start(of: line)), .text("\"plant\".\"metrics\"")])
    #expect(
      ClickHousePyramid.find(clickHouseLine).text
        == #"""
        SELECT database, table, default_expression FROM system.columns WHERE name = 'chart_kernel' AND \#
        startsWith(default_expression, '\'{"chart-kernel": 1, "table": "plant.metrics", "x": "time", "y": "value", \#
        "by": "sensor", "finest": ')
        """#)
  }

  // MARK: - Widths

  @Test(
    "The finest bucket has about sixteen rows of a line, and the widest about all",
    arguments: [
      // 10^7 rows, one every 0.95 s.
      (1e7, 1.0, 1.7e12...1.7095e12, 14...34), (1e7, 10.0, 1.7e12...1.7095e12, 17...34),
      (1_600.0, 1.0, -50.0...50.0, 0...7), (0.0, 0.0, 0.0...1_000.0, 10...10), (10.0, 1.0, 3.0...3.0, 0...0),
      // Narrower ones would be less than doubles tell apart there.
      (1e9, 1.0, 1.7e12...1.700000000001e12, -12...0),
    ])
  func exponents(_ rows: Double, _ lines: Double, _ extent: ClosedRange<Double>, _ expected: ClosedRange<Int>) {
    #expect(PyramidEstimate(rowCount: rows, lineCount: lines, extent: extent).exponents() == expected)
  }

  @Test("Buckets of moments have whole microseconds; where numbers go too far there are none")
  func bounds() throws {
    let dense = PyramidEstimate(rowCount: 1e9, extent: 0...1_000)
    #expect(dense.exponents() == -16...10)
    #expect(try PostgreSQLPyramid.exponents(for: dense, of: line) == -3...10)
    for extent in [-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude, 0...Double.infinity, 0...1e300] {
      #expect(PyramidEstimate(rowCount: 100, extent: extent).exponents() == nil)
    }
    #expect(PyramidEstimate(rowCount: .nan, extent: 0...1).exponents() == nil)
  }

  @Test("Widths are powers of two and three times those")
  func widths() {
    #expect(PyramidTable(line, exponents: -1...1).widths == [0.5, 1.5, 1, 3, 2, 6])
  }

  @Test("Buckets of the finest width are made of few others, of few widths, each of them once")
  func parts() {
    // All where there are no wider ones; else less than 64 at each end, or of both ends together.
    for (exponents, steps, most) in [(-2...2, 1, 200), (-2...4, 3, 126), (-2...10, 13, 126)] {
      let pyramid = PyramidTable(line, exponents: exponents)
      for low in -100...100 {
        for high in low...100 {
          // As many parts of the widest as there are.
          let range = low * steps..<high * steps
          let parts = pyramid.parts(of: range)
          let covered = parts.flatMap { part -> [Range<Int>] in
            let times = Int(part.width / 0.25)
            return part.numbers.map { [$0.lowerBound * times..<($0.upperBound + 1) * times] } ?? []
          }.sorted { $0.lowerBound < $1.lowerBound }
          #expect(covered.first?.lowerBound == (range.isEmpty ? nil : range.lowerBound))
          #expect(covered.last?.upperBound == (range.isEmpty ? nil : range.upperBound))
          #expect(zip(covered, covered.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
          #expect(parts.count <= 5 && parts.allSatisfy { ($0.numbers?.count ?? 0) <= most })
        }
      }
    }
    let pyramid = PyramidTable(line, exponents: -2...10)
    for range in [Int.min..<Int.max, Int.max - 1..<Int.max, Int.min..<Int.min + 1] {
      #expect(!pyramid.parts(of: range).isEmpty)
    }
  }

  @Test("Stretches of changes that touch are one, and of very many those that lie nearest are")
  func changes() {
    let pyramid = PyramidTable(line, exponents: 0...1)
    #expect(FoundPyramid(pyramid, changes: [5...6, 1...2, 2...4, 9...9]).changes == [1...4, 5...6, 9...9])
    let many = (0..<200).map { index -> ClosedRange<Double> in
      let start = Double(index * 10 + (index >= 100 ? 1_000 : 0))
      return start...start + 1
    }
    let few = FoundPyramid(pyramid, changes: many).changes
    #expect(few.count == 16 && few.contains { $0.upperBound == 991 } && few.contains { $0.lowerBound == 2_000 })
    for change in many {
      #expect(few.contains { $0.lowerBound <= change.lowerBound && change.upperBound <= $0.upperBound })
    }
  }

  @Test("What was found is recorded whole")
  func recorded() {
    let request = PyramidRequest(
      table: ["metrics"], x: ColumnDescription(name: "time", kind: .moments, type: "timestamptz"),
      values: [ColumnDescription(name: "value", kind: .numbers, type: "double precision")],
      by: ColumnDescription(name: "sensor", kind: .texts, type: "text"))
    for found in [
      FoundPyramid(PyramidTable(line, exponents: -3...38, name: "a\"b", home: "h")),
      FoundPyramid(
        PyramidTable(line, exponents: 0...1), changes: [-0.5...1e300, 1e301 ... .greatestFiniteMagnitude],
        isWrong: true, lack: "x"),
    ] {
      #expect(FoundPyramid(found.json, of: request) == found)
    }
  }

  @Test("A pyramid of ten million rows has about a third of their size")
  func sizes() {
    let size = PostgreSQLPyramid.estimatedSize(rowCount: 1e7, rowsPerBucket: 16, seriesLength: 0)
    #expect(size > 270e6 && size < 310e6)
    #expect(PyramidEstimate(rowCount: 1_000, lineCount: 10, extent: 0...100).rowsPerBucket(exponent: 4) == 16)
  }
}
