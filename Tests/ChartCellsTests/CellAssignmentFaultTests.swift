import CellModel
import JSONModel
import Testing

@testable import ChartCells

@Suite("Cells: faults of assignments")
struct CellAssignmentFaultTests {
  @Test(
    "a fault is told with its place and what to do",
    arguments: [
      ("x =", 1, 4, "expected a value such as 3, \"text\", [1, 2], {\"a\": 1}, True or None"),
      ("x = # 3", 1, 5, "expected a value such as 3, \"text\", [1, 2], {\"a\": 1}, True or None"),
      ("x = [1,, 2]", 1, 8, "expected a value such as 3, \"text\", [1, 2], {\"a\": 1}, True or None"),
      ("x = red", 1, 5, "'red' is no value; put a text in quotes; did you mean '\"red\"'?"),
      ("x = TRUE", 1, 5, "'TRUE' is no value; put a text in quotes; did you mean 'True'?"),
      ("x = nan", 1, 5, "'nan' is no value; put a text in quotes; did you mean '\"nan\"'?"),
      ("x = 1 2", 1, 7, "expected the end of the line"),
      ("x = 1; y = 2", 1, 8, "expected the end of the line"),
      ("x = 1, 2", 1, 6, "expected the end of the line"),
      ("x = \"a\" \"b\"", 1, 9, "expected the end of the line"),
      ("x = \"\"\"a\"\"\"", 1, 7, "expected the end of the line"),
      ("%echo a\nx = [1,\n  '😀' 2]", 3, 7, "expected ',' or ']'"),
      ("x = (1 2)", 1, 8, "expected ',' or ')'"),
      ("x = {'a' 1}", 1, 10, "expected ':' after the key"),
      ("x = {'a': 1 'b': 2}", 1, 13, "expected ',' or '}'"),
      ("x = {1: 2}", 1, 6, "a key must be a text in quotes"),
      ("x = {1, 2}", 1, 6, "a key must be a text in quotes"),
      ("x = {a: 2}", 1, 6, "a key must be a text in quotes"),
      ("x = [1, # ]\n", 1, 5, "the '[' is not closed"),
      ("x = [1\n%echo a", 2, 1, "expected ',' or ']'"),
      ("x = {\"a\": [1, {", 1, 15, "the '{' is not closed"),
      ("x = {\"a\"", 1, 5, "the '{' is not closed"),
      ("x = [1)", 1, 7, "expected ',' or ']'"),
      ("x = 1]", 1, 6, "expected the end of the line"),
      ("x = 'abc\ny = 3", 1, 5, "the quote is not closed"),
      ("x = ['abc\n]", 1, 6, "the quote is not closed"),
      ("x = 'a\\", 1, 7, "expected an escape after '\\'"),
      ("x = 'a\\q'", 1, 7, "unknown escape; write '\\\\' for a backslash"),
      ("x = '\\x4'", 1, 6, "expected 2 hexadecimal digits in the escape"),
      ("x = '\\u12'", 1, 6, "expected 4 hexadecimal digits in the escape"),
      ("x = '\\U00110000'", 1, 6, "there is no such character"),
      ("x = '\\UFFFFFFFF'", 1, 6, "there is no such character"),
      ("x = 1__0", 1, 6, "'_' can only stand between digits"),
      ("x = 1_", 1, 6, "'_' can only stand between digits"),
      ("x = 007", 1, 5, "a number must not begin with 0"),
      ("x = 0x1F", 1, 6, "expected the number's end"),
      ("x = 1.2.3", 1, 8, "expected the number's end"),
      ("x = 1e", 1, 7, "expected a digit in the exponent"),
      ("x = 1e999", 1, 5, "the number is too large"),
      ("x = -", 1, 6, "expected a digit"),
      ("x = .", 1, 5, "expected a number"),
      ("x = --1", 1, 6, "expected a digit"),
      ("x = $y", 1, 5, "expected a value such as 3, \"text\", [1, 2], {\"a\": 1}, True or None"),
      (
        "x = float(3)", 1, 5,
        "expected float('nan'), float('inf') or float('-inf'); write other numbers as they are"
      ),
      (
        "x = float('nan'", 1, 5,
        "expected float('nan'), float('inf') or float('-inf'); write other numbers as they are"
      ),
      (
        "x = " + String(repeating: "[", count: 65) + String(repeating: "]", count: 65), 1, 69,
        "nested deeper than 64 levels"
      ),
    ])
  func faults(code: String, line: Int, column: Int, message: String) throws {
    let fault = try #require(CellFixture().fault(code))
    #expect(fault.name == "SyntaxError")
    #expect(fault.message == message)
    #expect([fault.line, fault.column] == [line, column])
    #expect(fault.excerpt.count == 2)
  }

  @Test("how many parameters there are, how large they are and how long their names is limited")
  func limits() throws {
    let fixture = CellFixture()
    _ = try fixture.run((0..<10_000).map { "p\($0) = \($0)\n" }.joined())
    let fault = try #require(fixture.fault("p5 = 'again'\none_more = 1"))
    #expect(fault.name == "LimitExceeded")
    #expect([fault.line, fault.column] == [2, 1])
    #expect(try fixture.run("$p5").first?.json == "again")
    let values = String(repeating: "1,", count: 200_000)
    #expect(fixture.fault("p1 = [\(values)]")?.message == "more than 200000 values")
    let name = String(repeating: "n", count: 201)
    #expect(fixture.fault("\(name) = 1")?.message == "a parameter's name has at most 200 characters")
  }

  @Test("how large parameters are together is limited; what is replaced no longer counts")
  func bytes() throws {
    let large = Parameter(.string(String(repeating: "x", count: 16 << 20)))
    var table = ParameterTable()
    for name in ["a", "b", "c"] { try table.set(name, large) }
    #expect(throws: InvalidValue("parameters take more than 64 MiB together")) { try table.set("d", large) }
    #expect(table.names == ["a", "b", "c"])
    try table.set("b", Parameter(1))
    try table.set("d", large)
    #expect(table.names == ["a", "b", "c", "d"])
  }
}
