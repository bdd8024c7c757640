import CellModel
import ChartService
import JSONModel
import OrderedCollections
import Testing

@Suite("Cells: assignments")
struct CellAssignmentTests {
  private func value(_ code: String, of name: String = "x", sourceLocation: SourceLocation = #_sourceLocation) throws
    -> JSON?
  {
    let fixture = CellFixture()
    let outputs = try fixture.run(code)
    #expect(outputs.isEmpty, sourceLocation: sourceLocation)
    return try fixture.run("$\(name)").first?.json
  }

  @Test(
    "a value is one of JSON or of Python",
    arguments: [
      ("3", 3), ("-3", -3), ("+3", 3), ("0", 0), ("1_000", 1000), ("1_0.2_5e1_0", 10.25e10), ("1.5", 1.5), ("1.", 1.0),
      (".5", 0.5), ("-.5e-3", -0.0005), ("1e5", 100000.0), ("1E+16", 1e16), ("00.5", 0.5), ("1e-400", 0.0),
      ("9223372036854775807", .integer(.max)), ("9223372036854775808", .literal("9223372036854775808")),
      ("-1_000000000000000000000000000000", .literal("-1000000000000000000000000000000")),
      ("True", true), ("False", false), ("None", nil), ("true", true), ("false", false), ("null", nil),
      ("\"a\"", "a"), ("'a'", "a"), ("''", ""), ("'a\"b'", "a\"b"), ("\"it's\"", "it's"), ("'it\\'s'", "it's"),
      ("'\\n\\t\\r\\\\\\\"'", "\n\t\r\\\""), ("'\\x41\\xe9\\u98df\\U0001F600'", "Aé食😀"),
      ("\"\\ud83d\\ude00\"", "😀"), ("\"\\ud83d\"", "\u{FFFD}"), ("\"\\ud83d\\u0041\"", "\u{FFFD}A"),
      ("\"\\ude00\"", "\u{FFFD}"), ("\"\\/\\b\\f\\a\\v\\0\"", "/\u{8}\u{C}\u{7}\u{B}\0"),
      ("'食費😀 # no comment'", "食費😀 # no comment"),
      ("[]", []), ("[ ]", []), ("[1, 2]", [1, 2]), ("[1,2,]", [1, 2]), ("()", []), ("(1,)", [1]), ("(1, 2)", [1, 2]),
      ("(1)", 1), ("((('a')))", "a"), ("(('a'),)", ["a"]), ("{}", [:]),
      ("{'a': 1, \"b\": [None],}", ["a": 1, "b": [nil]]),
      ("{'a': 1, 'a': 2}", ["a": 2]), ("[[1, (2, 3)], {'k': {}}]", [[1, [2, 3]], ["k": [:]]]),
    ] as [(String, JSON)])
  func values(text: String, expected: JSON) throws {
    #expect(try value("x = \(text)") == expected)
    #expect(try value("  x=\(text)   # a comment") == expected)
    #expect(try value("x: Optional[List[\"int\"]] = \(text) ;\r\n") == expected)
    #expect(try value("x = [\n  # a comment: ')]\n  \(text), # another\n\n]\n") == [expected])
  }

  @Test(
    "types as Python annotates them are skipped",
    arguments: [
      "int", "float", "str", "List[int]", "dict[str, List[float]]", "typing.Optional[int]", "int | None", "\"str\"",
      "'Dict[str, int]'", "Union[int,str]", "tuple[int, ...]",
    ])
  func annotations(type: String) throws {
    #expect(try value("x: \(type) = 3") == 3)
    #expect(try value("x:\(type)=3") == 3)
  }

  @Test(
    "lines of specs stay lines of specs",
    arguments: [
      "title: a = b", "title: list = favourites", "title: int", "title: int == 3", "title: 'a = b'", "title: x=3",
      "description: a\n  x = 3", "description: |\n  x = 3\n  $x\n  tap?", "description: >\n\n  ?tap\n",
      "title: \"a\n  x = 3\"",
    ])
  func specs(lines: String) throws {
    let outputs = try CellFixture().run("kind: pie\n\(lines)\nslices: [{value: 1}]")
    #expect(outputs.count == 1)
    #expect(outputs.first?.display != nil)
  }

  @Test(
    "what only looks like one is told as a spec",
    arguments: [
      "a: {x = 1}", "x == 3", "x.y = 3", "x[0] = 3", "x, y = 1, 2", "x += 1", "a b = 3", "3 = x", "größe = 3",
    ])
  func lookalikes(code: String) throws {
    #expect(try #require(CellFixture().fault(code)).name == "InvalidSpec")
  }

  @Test("assignments may stand anywhere between other statements; the last one counts")
  func mixture() throws {
    let fixture = CellFixture()
    let outputs = try fixture.run(
      """
      # defaults
      share = 1
      name = "first"
      kind: pie
      id: $name
      slices: [{value: $share}]
      name = "second"
      share = (
          2
      )
      --- {kind: pie, id: $name, slices: [{value: $share}]}
      {"jsonrpc": "2.0", "method": "chart/list", "id": 1}
      share = 3
      %echo $share
      """)
    #expect(outputs.map { $0.display?.chart ?? "-" } == ["first", "second", "-", "-"])
    #expect(outputs.last == .stream(.stdout, "3\n"))
    #expect(try fixture.service.call("chart/get", params: ["chart": "second"])["spec"]?["slices"] == [["value": 2]])
  }

  @Test("NaN and infinities become null, with a warning", arguments: ["nan", "inf", "-inf", "NaN", "Infinity"])
  func nonFinite(word: String) throws {
    let fixture = CellFixture()
    let outputs = try fixture.run("\nx = [1,\n  float('\(word)'), float( \"nan\" )]")
    let warning = "Warning: x: JSON has neither NaN nor infinity; null stands in its place (line 3, and 1 more)\n"
    #expect(outputs == [.stream(.stderr, warning)])
    #expect(try fixture.run("$x").first?.json == [1, nil, nil])
  }
}
