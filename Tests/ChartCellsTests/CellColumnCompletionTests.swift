import CellModel
import ChartData
import ChartModel
import Foundation
import JSONModel
import ServiceTestSupport
import Testing

@testable import ChartCells

@Suite("Cells: completion of columns")
struct CellColumnCompletionTests {
  private static let table = "{year: [2017], größe: [3], 'Umsatz in €': [2], '2018': [4], 'a: b': [5]}"

  @Test(
    "Where a column is named those of the table are offered, in quotes where YAML needs them",
    arguments: [
      ("kind: line\ndata:\n  columns: \(table)\n  x: |", ["year", "größe", "Umsatz in €", "\"2018\"", "\"a: b\""]),
      ("kind: line\ndata:\n  columns: \(table)\n  x: gr|", ["größe"]),
      ("kind: line\ndata:\n  columns: \(table)\n  x: GR|", ["größe"]),
      ("kind: line\ndata:\n  columns: \(table)\n  x: Umsatz i|", ["Umsatz in €"]),
      ("kind: line\ndata:\n  columns: \(table)\n  x: a|", ["\"a: b\""]),
      ("kind: line\ndata:\n  columns: \(table)\n  x: \"a|", ["a: b"]),
      ("kind: line\ndata:\n  columns: \(table)\n  x: '20|'", ["2018"]),
      ("kind: line\ndata:\n  columns: {\"it's\": [1], 'say \"x\"': [2]}\n  x: '|'", ["it''s", "say \"x\""]),
      ("kind: line\ndata:\n  columns: {\"it's\": [1], 'say \"x\"': [2]}\n  x: \"|", ["it's", "say \\\"x\\\""]),
      ("kind: line\ndata: {columns: {\"gr\\u00f6\\u00dfe\": [1]}, x: gr|}", ["größe"]),
      ("{\"kind\": \"line\", \"data\": {\"columns\": {\"a\": [1], \"b c\": [2]}, \"x\": \"b|\"}}", ["b c"]),
      // Tables in other ways.
      ("kind: bar\ndata: {month: [Jan, Feb], sales: [1, 2]}\nseries: {column: s|", ["sales"]),
      ("kind: bar\ndata:\n  month: [Jan, Feb]\n  sales:\n    - 1\nseries: {column: |", ["month", "sales"]),
      ("kind: bar\ndata: {x: [Jan, Feb], y: [1, 2]}\nfacet: |", ["x", "y"]),
      ("kind: pie\ndata: {Cats: 3, Dogs: 4}\nfacet: |", ["name", "value"]),
      ("kind: pie\ndata: {label: a, value: b}\nfacet: |", []),
      ("kind: line\nfacet: |", []),
      // At other places.
      ("kind: pie\ndata: {columns: {a: [1], b: [2]}, levels: [a, |]}", ["a", "b"]),
      ("kind: pie\ndata:\n  columns: {a: [1], b: [2]}\n  levels:\n    - a\n    - b|", ["b"]),
      ("kind: scatter\ndata: {a: [1], b: [2]}\nseries:\n  - colorBy: b|", ["b"]),
      ("kind: scatter\ndata: {a: [1], b: [2]}\nseries:\n  - size: {column: |}", ["a", "b"]),
      ("kind: bullet\ndata: {a: [1], b: [2]}\nseries: {ranges: [a, |", ["a", "b"]),
      ("kind: radar\ndata: {a: [1], b: [2]}\nseries: {column: |", ["a", "b"]),
      ("kind: line\ndata: {a: [1], b: [2]}\nseries: {by: |", ["a", "b"]),
      ("kind: line\ndata: {columns: {a: [1], b c: [2]}, where: {|", ["a", "b c"]),
      ("kind: line\ndata: {columns: {a: [1], b c: [2]}, where: {a: 1, |", ["b c"]),
      ("kind: line\ndata:\n  columns: {a: [1], '2': [2]}\n  where:\n    |", ["a", "\"2\""]),
      // In broken texts, and where the data come later.
      ("kind: line\nx: {\nseries:\n  - column: |\ndata: {a: [1]}", ["a"].filter { _ in false }),
      ("kind: line\nseries:\n  - column: |\ndata: {a: [1], b: [2]}", ["a", "b"]),
      ("kind: line\ntitle: \"open\nseries:\n  - column: |\ndata: {a: [1], b: [2]}", ["a", "b"]),
      ("kind: line\ndata: {a: [1], b: [2]\nseries: {column: |", []),
      (
        "kind: layout\ncharts:\n  - kind: line\n    data: {a: [1]}\n  - kind: bar\n    data: {b: [1]}\n    facet: |",
        ["b"]
      ),
      (
        "{\"jsonrpc\": \"2.0\", \"method\": \"chart/create\", \"params\": {\"spec\": {\"kind\": \"line\", \"data\": "
          + "{\"columns\": {\"a\": [1], \"b\": {\"buffer\": 0}}, \"x\": \"|", ["a", "b"]
      ),
    ])
  func columns(marked: String, expected: [String]) {
    let offered = CellFixture().complete(marked).matches.filter { !CellColumnCompletionTests.keys.contains($0) }
    #expect(offered == expected)
  }

  /// What else can stand at some of these places.
  private static let keys: Set = [
    "by", "row", "column", "columns", "scales", "sort", "gap", "values", "title", "scheme", "scale", "center", "domain",
    "reverse",
  ]

  @Test(
    "Steps make and take columns, and only those before the place count",
    arguments: [
      ("[{filter: a > 1}, {sort: |", ["a", "b", "c", "-a", "-b", "-c"]),
      ("[{calculate: {d: a + b, d e: a}}, {bin: |", ["a", "b", "c", "d", "d e"]),
      ("[{bin: |}, {calculate: {d: a + b}}]", ["a", "b", "c"]),
      ("[{bin: {column: a, as: bins}}, {bin: {column: |", ["a", "b", "c", "bins"]),
      ("[{group: {by: [a, b], total: sum(c)}}, {top: {by: |", ["a", "b", "total"]),
      (
        "[{group: {by: a, total: sum(c), 'n of': count()}}]\n  x: |",
        ["a", "total", "\"n of\""].map { $0 == "\"n of\"" ? "n of" : $0 }
      ),
      ("[{group: {by: [a, |", ["a", "b", "c"]),
      ("[{stack: {column: a}}, {normalize: {column: |", ["a", "b", "c", "aStart", "aEnd"]),
      ("[{stack: {column: a, as: [low, high]}}, {normalize: {column: |", ["a", "b", "c", "low", "high"]),
      ("[{rolling: {column: a, window: 7, as: week}}, {fit: {x: |", ["a", "b", "c", "week"]),
      ("[{cumulative: {column: a, as: sum}}, {fit: {x: |", ["a", "b", "c", "sum"]),
      ("[{difference: a}, {percentChange: {column: a, as: change}}, {fit: {y: |", ["a", "b", "c", "change"]),
      ("[{fit: {x: a, y: b}}, {fit: {y: |", ["a", "b", "c", "fit"]),
      ("[{fit: {x: a, y: b, as: t, equation: e, r2: r}}, {fit: {y: |", ["a", "b", "c", "t", "e", "r"]),
      ("[{pivot: {name: c, value: a}}, {sort: [|", ["b", "Bonn", "Mainz", "-b", "-Bonn", "-Mainz"]),
      ("[{pivot: {name: c, value: a, by: []}}, {top: {by: |", ["Bonn", "Mainz"]),
      ("[{unpivot: {columns: [a, b]}}, {top: {by: |", ["c", "name", "value"]),
      ("[{unpivot: {columns: [a, b], name: what, value: much}}, {top: {by: |", ["c", "what", "much"]),
      ("[{sample: 3}, {top: {count: 2, by: a}}]\n  y: |", ["a", "b", "c"]),
      ("[{calculate: {d: a}}]\n  where: {|", ["a", "b", "c"]),
      // In formulas: names by themselves or in backquotes, and those of the same step before.
      ("[{filter: |", ["a", "b", "c", "true", "false"]),
      ("[{filter: a > b|", ["b"]),
      ("[{calculate: {d e: a, f: d|", ["\"`d e`\""]),
      ("[{calculate: {d e: a}}, {filter: \"a > |", ["a", "b", "c", "`d e`", "true", "false"]),
      ("[{calculate: {d e: a}}, {filter: \"a > `d|`\"", ["d e"]),
      ("[{calculate: {d e: a}}, {filter: \"a > `d|", ["d e`"]),
      ("[{calculate: {d e: a}}, {filter: a > d|", ["`d e`"]),
      ("[{filter: c = 'b|", []),
      ("[{filter: a > 1|", []),
      ("[{group: {by: c, n: sum(|", ["a", "b", "c", "true", "false"]),
    ])
  func steps(transform: String, expected: [String]) {
    let marked = "kind: line\ndata:\n  columns: {a: [1, 2], b: [3, 4], c: [Bonn, Mainz]}\n  transform: \(transform)"
    let offered = CellFixture().complete(marked).matches.filter { !CellColumnCompletionTests.stepKeys.contains($0) }
    #expect(offered == expected)
  }

  private static let stepKeys: Set = ["column", "as", "count", "width", "unit", "step", "at"]

  @Test("The steps of a block say the same as those in brackets")
  func block() {
    let marked = """
      kind: line
      data:
        columns:
          a: [1, 2]
          c: [Bonn, Mainz]
        transform:
          - calculate:
              größer als: a * 2
          - filter: gr|
          - group: {by: c}
        x: c
      """
    #expect(CellFixture().complete(marked).matches == ["\"`größer als`\""])
    #expect(CellFixture().complete(marked.replacing("|", with: "").replacing("x: c", with: "x: |")).matches == ["c"])
  }

  @Test("What is replaced is the word, in formulas the name alone, in Unicode scalars")
  func offsets() {
    let fixture = CellFixture()
    let data = "# 😀\n{kind: line, data: {columns: {größe: [1], b: [2]}, "
    let start = data.unicodeScalars.count
    #expect(fixture.complete(data + "x: gr|öß}}") == Completions(matches: ["größe"], start: start + 3, end: start + 7))
    #expect(
      fixture.complete(data + "transform: [{filter: b > gr|ö + 1}]}}")
        == Completions(matches: ["größe"], start: start + 25, end: start + 28))
    #expect(
      fixture.complete(data + "transform: [{filter: \"b > `gr|ö` + 1\"}]}}")
        == Completions(matches: ["größe"], start: start + 27, end: start + 30))
  }

  @Test("Of files the header is read, and nothing that may not be read or would take long")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "columns-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // A fault in its rows is none of the header.
    try "Größe;b c\n1;2;3;\"4".write(to: folder.appending(path: "a.csv"), atomically: true, encoding: .utf8)
    try #"[{"u": 1}, {"v": 2}]"#.write(to: folder.appending(path: "a.json"), atomically: true, encoding: .utf8)
    let many = "[" + String(repeating: #"{"u": "xxxxxxxxxxxxxxxxxxxx"},"#, count: 60_000) + #"{"v": 2}]"#
    try many.write(to: folder.appending(path: "large.json"), atomically: true, encoding: .utf8)
    let data = DataSource(allowedDirectories: ["."], baseDirectory: folder.path)
    let fixture = CellFixture(data: data)
    let barred = CellFixture(data: DataSource(allowedDirectories: [], baseDirectory: folder.path))
    for (spec, expected) in [
      ("data: {csv: a.csv, x: |", ["Größe", "b c"]), ("data: {json: a.json, x: |", ["u", "v"]),
      ("data: a.csv\nfacet: {by: |", ["Größe", "b c"]), ("data: a.json\nfacet: {by: |", ["u", "v"]),
      ("data: {csv: a.csv, transform: [{calculate: {d: 1}}], x: |", ["Größe", "b c", "d"]),
      ("data: {json: large.json, x: |", []), ("data: {csv: none.csv, x: |", []),
      ("data: {csv: ../a.csv, x: |", []), ("data: {csv: /dev/zero, x: |", []), ("data: {csv: ., x: |", []),
      ("data: {sqlite: a.csv, table: t, x: |", []),
    ] {
      #expect(fixture.complete("kind: line\n\(spec)").matches == expected, "\(spec)")
      #expect(barred.complete("kind: line\n\(spec)").matches.filter { $0 != "d" } == [], "\(spec)")
    }
  }

  @Test("Tables that are parameters have their columns, too")
  func parameters() throws {
    let fixture = CellFixture()
    _ = try fixture.run("table = {\"a\": [1, 2], \"b c\": [3, 4]}")
    #expect(fixture.complete("kind: line\ndata: {columns: $table, x: |").matches == ["a", "b c"])
    #expect(fixture.complete("kind: line\ndata: $table\nfacet: {by: |").matches == ["a", "b c"])
    #expect(fixture.complete("kind: line\ndata: $none\nfacet: {by: |").matches == [])
  }

  @Test("Every cursor of a text with columns is answered within it, however it is cut")
  func robustness() {
    let text =
      "kind: line\ndata:\n  columns: {'a b': [1], \"ö\\\"\": [2]}\n  transform: [{calculate: {d: \"`a b` + 1\"}}]\n  x: d"
    let scalars = Array(text.unicodeScalars)
    let fixture = CellFixture()
    for end in stride(from: 0, through: scalars.count, by: 3) {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars[..<end])
      for cursor in [end, end / 2] {
        let completions = fixture.cells.completions(of: String(view), at: cursor)
        #expect(completions.start <= cursor && cursor <= completions.end && completions.end <= end)
      }
    }
  }
}
