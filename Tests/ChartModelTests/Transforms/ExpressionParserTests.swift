import JSONModel
import Testing

@testable import ChartModel

@Suite("Formulas: what they say, and what they say it of")
struct ExpressionParserTests {
  /// A tree as a text in which every part stands in parentheses.
  private func tree(_ text: String) throws -> String { try FormulaSpec(text).expression.parenthesised }

  @Test(
    "Operators bind as they do in Python and SQL",
    arguments: [
      ("a + b * c", "(a + (b * c))"), ("a - b - c", "((a - b) - c)"), ("-a ^ 2", "(-(a ^ 2.0))"),
      ("2 ^ -1 ^ 2", "(2.0 ^ (-(1.0 ^ 2.0)))"), ("a ** b ** c", "(a ^ (b ^ c))"), ("not a = b", "(not (a = b))"),
      ("a or b and not c", "(a or (b and (not c)))"), ("a < b and b < c", "((a < b) and (b < c))"),
      ("a % 3 + 1 > -2", "(((a % 3.0) + 1.0) > -2.0)"), ("not not a", "(not (not a))"), ("- -a", "(-(-a))"),
      ("x in [1, 2] or y", "((x in [1.0, 2.0]) or y)"), ("x not in ('a')", "(not (x in [\"a\"]))"),
      ("f(a, g(), b + 1)", "f(a, g(), (b + 1.0))"), ("a == b", "(a = b)"), ("a <> b", "(a != b)"),
      ("a ≤ b", "(a <= b)"),
      ("A AND B OR NOT C", "((A and B) or (not C))"), ("And + Or", "(And + Or)"), ("+a", "a"), ("(a)", "a"),
      ("`Gross Sales` / 2", "(Gross Sales / 2.0)"), ("'it''s' + \"a\"\"b\"", "(\"it's\" + \"a\"b\")"),
      ("größe_2 + 数", "(größe_2 + 数)"), (".5e1 + 1e-2", "(5.0 + 0.01)"), ("null = true", "(null = true)"),
    ])
  func precedence(_ text: String, _ expected: String) throws { #expect(try tree(text) == expected) }

  @Test("Names of columns are found wherever they stand")
  func columns() throws {
    #expect(try FormulaSpec("a + f(b, -c) > 1 and not d in [e, 1]").expression.columns == ["a", "b", "c", "d", "e"])
  }

  @Test("A formula is as long and as deep as it may be, and no deeper")
  func bounds() throws {
    let deep = String(repeating: "(", count: 98) + "a" + String(repeating: ")", count: 98)
    #expect(try tree(deep) == "a")
    #expect(throws: InvalidValue.self) { try FormulaSpec("(((" + deep + ")))") }
    #expect(throws: InvalidValue.self) { try FormulaSpec(String(repeating: "-", count: 5_000) + "a") }
    #expect(throws: InvalidValue.self) { try FormulaSpec(String(repeating: "not ", count: 2_000) + "a") }
    #expect(throws: InvalidValue.self) { try FormulaSpec(String(repeating: "f(", count: 4_000) + "a") }
    #expect(throws: InvalidValue.self) { try FormulaSpec(String(repeating: " ", count: 10_001)) }
    #expect(try FormulaSpec("x in [" + String(repeating: "1,", count: 4_000) + "1]").expression.columns == ["x"])
  }

  @Test("Whatever bytes come in, there is a formula or a fault")
  func randomBytes() {
    var random = SystemRandomNumberGenerator()
    let words = [
      "a", "not", "in", "(", ")", "[", "]", ",", "-", "+", "^", "=", "<", "'", "\"", "`", "1", ".", "e", "é", "\u{0}",
      " ", "null", "and",
    ]
    for _ in 0..<3_000 {
      let count = Int.random(in: 0..<30, using: &random)
      let text = (0..<count).compactMap { _ in words.randomElement(using: &random) }.joined()
      do throws(InvalidValue) {
        let parsed = try FormulaSpec(text)
        // What is understood is understood again from its own words.
        let again = try FormulaSpec(parsed.expression.formula)
        #expect(again.expression.parenthesised == parsed.expression.parenthesised, "\(text)")
      } catch {
        #expect(!error.reason.isEmpty)
      }
    }
  }

  @Test("Each step has one key, and is written as it is read")
  func steps() throws {
    let steps: JSON = [
      ["filter": "a > 1"], ["calculate": ["b": "a + 1"]], ["bin": ["column": "a", "width": 2]],
      ["group": ["by": ["a", "b"], "n": "count()"]], ["sort": ["-n"]], ["top": ["count": 3, "by": "n"]],
      ["stack": ["column": "n", "as": ["low", "high"]]], ["normalize": ["column": "n"]],
      ["rolling": ["column": "n", "window": 3, "of": "median"]], ["cumulative": ["column": "n"]],
      ["difference": ["column": "n", "lag": 2]], ["percentChange": ["column": "n"]],
      ["fit": ["x": "a", "y": "n", "method": "loess", "span": 0.5]],
      ["pivot": ["name": "a", "value": "n"]], ["unpivot": ["columns": ["a", "b"]]], ["sample": ["count": 10]],
    ]
    let spec = try CartesianSpec.schema(.line).decode(["kind": "line", "data": ["csv": "a.csv", "transform": steps]])
    #expect(CartesianSpec.schema(.line).encode(spec)["data"]?["transform"] == steps)
    #expect(throws: InvalidValue.self) {
      try CartesianSpec.schema(.line).decode(["kind": "line", "data": ["csv": "a.csv", "transform": [[:]]]])
    }
  }

  @Test("Series that a column makes are written as they are read")
  func seriesBy() throws {
    let line: JSON = ["kind": "line", "series": ["by": "city", "sort": true, "width": 3], "data": ["csv": "a.csv"]]
    let spec = try CartesianSpec.schema(.line).decode(line)
    #expect(spec.series.isEmpty && spec.seriesBy?.template.line?.width == 3)
    #expect(CartesianSpec.schema(.line).encode(spec) == line)
    let mixed: JSON = [
      "kind": "combined", "series": ["by": "city", "type": "bar", "stack": "a"], "data": ["csv": "a.csv"],
    ]
    #expect(CartesianSpec.schema(.combined).encode(try CartesianSpec.schema(.combined).decode(mixed)) == mixed)
    #expect(throws: InvalidValue.self) {
      try CartesianSpec.schema(.line).decode(["kind": "line", "series": ["by": "city"]])
    }
    #expect(throws: InvalidValue.self) {
      try CartesianSpec.schema(.scatter).decode([
        "kind": "scatter", "data": ["csv": "a.csv"], "series": ["by": "city", "size": [1, 2]],
      ])
    }
    // Numbers beyond their bounds are brought back, as those of series in a list are.
    var wide = spec
    wide.seriesBy?.template.line?.width = 1e9
    #expect(wide.restricted().seriesBy?.template.line?.width == 100)
  }
}

extension Expression {
  fileprivate var parenthesised: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): "\"\(text)\""
    case .truth(let truth): "\(truth)"
    case .missing: "null"
    case .column(let name, _): name
    case .negation(let operand, _): "(-\(operand.parenthesised))"
    case .not(let operand, _): "(not \(operand.parenthesised))"
    case .binary(let operation, let left, let right, _):
      "(\(left.parenthesised) \(operation.rawValue) \(right.parenthesised))"
    case .member(let element, let list, _):
      "(\(element.parenthesised) in [\(list.map(\.parenthesised).joined(separator: ", "))])"
    case .call(let name, let arguments, _): "\(name)(\(arguments.map(\.parenthesised).joined(separator: ", ")))"
    }
  }

  /// As a formula that means the same.
  fileprivate var formula: String {
    switch self {
    case .number(let number): number < 0 ? "(\(number))" : "\(number)"
    case .text(let text): "'\(text.replacing("'", with: "''"))'"
    case .truth, .missing: parenthesised
    case .column(let name, _): "`\(name.replacing("`", with: "``"))`"
    case .negation(let operand, _): "(-\(operand.formula))"
    case .not(let operand, _): "(not \(operand.formula))"
    case .binary(let operation, let left, let right, _): "(\(left.formula) \(operation.rawValue) \(right.formula))"
    case .member(let element, let list, _): "(\(element.formula) in [\(list.map(\.formula).joined(separator: ", "))])"
    case .call(let name, let arguments, _): "\(name)(\(arguments.map(\.formula).joined(separator: ", ")))"
    }
  }
}
