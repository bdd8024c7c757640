import CellModel
import ChartCells
import Testing

@Suite("Cells: completeness")
struct CellCompletenessTests {
  @Test(
    "what Enter means in a console",
    arguments: [
      ("", .complete), ("\n\n", .complete), ("# x", .complete), ("%charts", .complete), ("%nonsense", .complete),
      ("kind: pie\n%charts", .complete),
      ("kind: pie", .incomplete(indent: "")), ("kind: pie\n", .complete), ("kind: pie\n  \n", .complete),
      ("kind: pie\ntitle: x", .incomplete(indent: "")), ("kind: pie\r\n", .complete),
      ("slices:", .incomplete(indent: "  ")), ("slices:\n", .incomplete(indent: "  ")), ("slices:\n\n", .complete),
      ("slices:\n  - label: a", .incomplete(indent: "    ")), ("slices:\n  - label: a\n", .complete),
      ("slices:\n  - {label: a}", .incomplete(indent: "  ")), ("slices:\n  -", .incomplete(indent: "    ")),
      ("a:\n  b:", .incomplete(indent: "    ")),
      ("slices: [1,", .incomplete(indent: "  ")), ("slices: [1,\n", .incomplete(indent: "  ")),
      ("slices:\n  - {label: a,", .incomplete(indent: "    ")),
      ("title: \"a", .incomplete(indent: "  ")), ("title: 'a\n", .incomplete(indent: "  ")),
      ("description: |", .incomplete(indent: "  ")), ("description: |\n  text", .incomplete(indent: "  ")),
      ("description: |\n  text\n", .complete),
      ("{kind: pie}", .complete), ("{kind: pie", .incomplete(indent: "  ")), ("[1, 2]", .complete),
      ("{kind: pie}}", .invalid), ("a: b: c", .invalid), ("a: 1\na: 2", .invalid), ("\tkind: pie", .invalid),
      ("a: ]", .invalid), ("a: b: c\n%charts", .invalid), ("a: [\n---\n%charts", .invalid),
      ("kind: pie\n---", .complete), ("kind: pie\n---\nkind: pie", .incomplete(indent: "")),
      (#"{"jsonrpc": "2.0", "method": "chart/list", "id": 1}"#, .complete),
      (#"{"jsonrpc": "2.0", "method":"#, .incomplete(indent: "  ")),
      (#"{"jsonrpc": "2.0", "method": "chart/l"#, .incomplete(indent: "  ")),
      (#"{"jsonrpc": "2.0" "method""#, .invalid), ("[]", .complete),
    ] as [(String, Completeness)])
  func table(code: String, expected: Completeness) {
    #expect(CellFixture().cells.completeness(of: code) == expected)
  }
}
