import CellModel
import ChartCells
import ServiceTestSupport
import Testing

@Suite("Cells: parameters while they are typed")
struct CellParameterEditingTests {
  @Test(
    "completion offers parameters behind $",
    arguments: [
      ("title: $|", ["$angle", "$name"], 7, 8), ("title: at $na|", ["$name"], 10, 13),
      ("{\"title\": \"$na|", ["$name"], 11, 14), ("%rotate spending $a|", ["$angle"], 17, 19),
      ("$na|", ["$name"], 0, 3), ("%echo $n|ame", ["$name"], 6, 11), ("$|", ["$angle", "$name"], 0, 1),
      ("{\"jsonrpc\": \"2.0\", \"method\": \"chart/tap\", \"params\": {\"x\": \"$an|", ["$angle"], 59, 62),
      ("title: $$na|", [], 7, 11), ("title: $x|", [], 7, 9), ("title: ${na|", [], 7, 11),
    ])
  func completion(marked: String, matches: [String], start: Int, end: Int) throws {
    let fixture = CellFixture()
    _ = try fixture.run("angle = 30\nname = 'x'")
    let completions = fixture.complete(marked)
    #expect(completions.matches == matches)
    if !matches.isEmpty { #expect([completions.start, completions.end] == [start, end]) }
    #expect(CellFixture().complete(marked).matches.allSatisfy { !$0.hasPrefix("$") })
  }

  @Test(
    "inspection shows the value at a parameter's name",
    arguments: ["title: $ang|le", "%rotate $|angle", "|$angle", "$angle|", "ang|le = 3", "startAngle: at $angle| or"])
  func inspection(marked: String) throws {
    #expect(try CellFixture.withParameters().inspect(marked)?.plain == "$angle: 30")
    #expect(CellFixture().inspect(marked)?.plain != "$angle: 30")
  }

  @Test(
    "an assignment is complete unless a bracket is open",
    arguments: [
      ("x = 3", .complete), ("x = [1,", .incomplete(indent: "  ")),
      ("x = {\n    'a': (", .incomplete(indent: "      ")),
      ("x = [1,\n", .incomplete(indent: "  ")), ("x = (1,\n 2)\n", .complete), ("x = 'a", .invalid), ("x =", .invalid),
      ("x = [1]]", .invalid), ("x = [nope", .invalid), ("x = nope\ny = 1", .invalid), ("$x", .complete),
      ("?", .complete),
      ("x = 1\nkind: pie", .incomplete(indent: "")), ("kind: pie\nx = 1", .complete), ("%clear", .complete),
      ("x: List[int] = [", .incomplete(indent: "  ")),
    ] as [(String, Completeness)])
  func completeness(code: String, expected: Completeness) {
    #expect(CellFixture().cells.completeness(of: code) == expected)
  }
}
