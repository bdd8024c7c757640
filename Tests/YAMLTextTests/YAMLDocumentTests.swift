import Foundation
import JSONModel
import Testing

@testable import YAMLText

@Suite("Cells: YAML")
struct YAMLDocumentTests {
  private func json(_ text: String) throws -> JSON {
    let documents = try YAMLDocument.parse(text)
    try #require(documents.count == 1)
    return documents[0].json
  }

  @Test(
    "plain scalars mean what they mean in YAML 1.2",
    arguments: [
      ("no", "no"), ("yes", "yes"), ("off", "off"), ("On", "On"), ("y", "y"), ("true", true), ("False", false),
      ("null", nil), ("~", nil), ("2017-01-01", "2017-01-01"), ("12:30", "12:30"), ("1_000", "1_000"), ("0b1", "0b1"),
      ("12", 12), ("-3", -3), ("+4", 4), ("007", 7), ("0o17", 15), ("0x1F", 31), ("1.5", 1.5), (".5", 0.5), ("5.", 5.0),
      ("-1e3", -1000.0), ("1e400", .number(.infinity)), ("1e-400", 0.0), (".inf", .number(.infinity)),
      ("-.inf", .number(-.infinity)), ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .literal("9223372036854775808")),
      ("-0099999999999999999999", .literal("-99999999999999999999")),
      ("'12'", "12"), ("\"true\"", "true"), ("!!str 2017", "2017"), ("''", ""), ("1.2.3", "1.2.3"), (".", "."),
      ("-", [nil]),
      ("0x", "0x"), ("1e", "1e"), ("+", "+"), ("40%", "40%"), ("|\n  a\n  b\n", "a\nb\n"), (">-\n  a\n  b\n", "a b"),
    ] as [(String, JSON)])
  func scalars(text: String, expected: JSON) throws {
    #expect(try json(text) == expected)
  }

  @Test(
    "digits are those of ASCII, whatever a keycap, an accent and other scripts look like",
    arguments: [
      "1\u{FE0F}\u{20E3}", "1\u{301}", "-1\u{301}", "12\u{301}", "1\u{301}2", "1.5\u{301}", "1.5\u{FE0F}\u{20E3}",
      "1e5\u{301}", "1e\u{661}", "0x1\u{301}", "\u{661}\u{662}", "1.\u{661}", "\u{FF11}",
    ])
  func otherDigits(text: String) throws {
    #expect(try json(text) == .string(text))
    #expect(try json("[1, \(text)]") == [1, .string(text)])
    #expect(try JSON(parsing: json(text).text) == .string(text))
  }

  @Test("NaN stays NaN, so that validation can name it")
  func notANumber() throws {
    guard case .number(let value) = try json(".nan") else { throw Problem() }
    #expect(value.isNaN)
  }
  private struct Problem: Error {}

  @Test("documents are separated by ---; comments alone are none")
  func documents() throws {
    #expect(try YAMLDocument.parse("a: 1\n---\nb: 2\n--- [3]\n").map(\.json) == [["a": 1], ["b": 2], [3]])
    #expect(try YAMLDocument.parse("# nothing\n\n").isEmpty)
    #expect(try YAMLDocument.parse("").isEmpty)
    #expect(try YAMLDocument.parse("a: 1\r\nb: [2,\r\n 3]\r\n").map(\.json) == [["a": 1, "b": [2, 3]]])
  }

  @Test(
    "positions are those of values and keys, in Unicode scalars",
    arguments: [
      ("kind: pie\nslices:\n  - {label: Rent, value: 25}\n  - label: Food\n    value: 30\n", 4, 12, 5, 5),
      ("kind: pie\nslices:\n  - {label: A, value: 1}\n  - {label: 食費👨‍👩‍👧🏠, value: 30}\n", 4, 30, 4, 23),
      ("kind: pie\r\nslices:\r\n  - {label: A, value: 1}\r\n  - {label: B, value: 30}\r\n", 4, 23, 4, 16),
      ("title: \"a\u{2028}b\"\nslices: [{}, {value: 3}]", 2, 22, 2, 15),
    ])
  func positions(text: String, line: Int, column: Int, keyLine: Int, keyColumn: Int) throws {
    let document = try #require(try YAMLDocument.parse(text).first)
    let path = JSONPath([.key("slices"), .index(1), .key("value")])
    let value = try #require(document.position(of: path))
    let key = try #require(document.keyPosition(of: path))
    if text.hasPrefix("kind: pie\nslices:\n  - {label: Rent") {
      #expect(value == (5, 12))
      #expect(key == (5, 5))
    } else {
      #expect(value == (line, column))
      #expect(key == (keyLine, keyColumn))
    }
    #expect(document.position(of: JSONPath([.key("slices"), .index(7)])) == nil)
    #expect(document.keyPosition(of: JSONPath([.key("slices"), .index(1)])) == nil)
  }

  @Test("anchors, aliases and merge keys")
  func merging() throws {
    #expect(
      try json("a: &x {p: 1, q: 2}\nb: *x\nc: {<<: *x, q: 3}\n") == [
        "a": ["p": 1, "q": 2], "b": ["p": 1, "q": 2], "c": ["q": 3, "p": 1],
      ])
    #expect(try json("- &x {p: 1}\n- &y {p: 2, q: 2}\n- <<: [*x, *y]\n")[2] == ["p": 1, "q": 2])
    #expect(throws: YAMLSyntaxError(message: "'<<' takes a mapping or a list of mappings", line: 1, column: 5)) {
      try YAMLDocument.parse("<<: 3")
    }
  }

  @Test("what aliases stand for is limited in bytes, keys among them, and in values")
  func aliasLimits() throws {
    let text = String(repeating: "x", count: 1 << 20)
    let fault = YAMLSyntaxError(message: "more than 16 MiB of what aliases stand for", line: 18, column: 3)
    for anchored in ["- &a '\(text)'\n", "- &a {'\(text)': 1}\n", "- &a ['\(text)']\n"] {
      let sixteen = anchored + String(repeating: "- *a\n", count: 16)
      // The 1 of the mapping is a byte, too.
      if !anchored.contains("{") { #expect(try json(sixteen).arrayValue?.count == 17) }
      #expect(throws: YAMLSyntaxError.self) { try YAMLDocument.parse(sixteen + "- *a\n") }
    }
    #expect(throws: fault) { try YAMLDocument.parse("- &a '\(text)'\n" + String(repeating: "- *a\n", count: 17)) }
    #expect(throws: fault) {
      try YAMLDocument.parse("- &a '\(text)'\n" + String(repeating: "- {<<: {k: *a}}\n", count: 16) + "- *a\n")
    }
    let laughs = (1...9).reduce("a0: &a0 [x]\n") { text, level in
      text + "a\(level): &a\(level) [\((0..<9).map { _ in "*a\(level - 1)" }.joined(separator: ", "))]\n"
    }
    #expect(throws: YAMLSyntaxError.self) { try YAMLDocument.parse(laughs) }
  }

  @Test(
    "faults are told with their place and what to do",
    arguments: [
      ("a: 1\na: 2", "the key 'a' is given twice", 2, 1),
      ("b: {a: 1, c: 3, a: 2}\n", "the key 'a' is given twice", 1, 17),
      ("- {v: 1, v: 2}\n- {q: 0, v: 3}\n", "the key 'v' is given twice", 1, 10),
      ("l:\n  - v: 1\n    w: 2\n    v: 3\n", "the key 'v' is given twice", 4, 5),
      ("a:\n\tb: 1\n", "tabs cannot indent in YAML; use spaces", 2, 1),
      ("a:\n  b: 1\n\tc: 1\n", "tabs cannot indent in YAML; use spaces", 3, 1),
      ("a: {b: 1\nc: 2\n", "expected ',' or '}' (it begins in line 1)", 2, 2),
      ("a: b: c\n", "a ':' cannot stand here; quote a text that contains ': '", 1, 5),
      ("a: 1\nb\n", "expected ':' after the key", 2, 1),
      ("a: @x\n", "a text cannot begin with '@' unless it is quoted", 1, 4),
      ("a: *x\n", "there is no anchor of this name", 1, 4),
      ("a: 1\n  b: 2\n", "a ':' cannot stand here; quote a text that contains ': '", 2, 4),
      ("a: \u{0}\n", "the control character U+0000 is not allowed", 1, 4),
      ("a: \u{1F600}\u{7}\n", "the control character U+0007 is not allowed", 1, 5),
      ("? [a]\n: b\n", "a key must be a text", 1, 3),
      ("a: \"\\q\"\n", "unknown escape; write '\\\\' for a backslash, or use single quotes", 1, 5),
    ])
  func faults(text: String, message: String, line: Int, column: Int) {
    #expect(throws: YAMLSyntaxError(message: message, line: line, column: column)) { try YAMLDocument.parse(text) }
  }

  @Test(
    "what is not closed is shown where it begins",
    arguments: [
      ("a: 1\nb: [1, 2\n", "the '[' is not closed", 2, 4),
      ("{a: 1,", "the '{' is not closed", 1, 1),
      ("a: \"x\nb: 1\n", "the quote is not closed", 1, 4),
      ("a: 'it''s\n", "the quote is not closed", 1, 4),
    ])
  func unfinished(text: String, message: String, line: Int, column: Int) {
    #expect(throws: YAMLSyntaxError(message: message, line: line, column: column, isUnfinished: true)) {
      try YAMLDocument.parse(text)
    }
  }

  @Test("bombs are refused before they grow", .timeLimit(.minutes(15)))
  func bombs() {
    var laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...12 {
      laughs += "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", "))]\n"
    }
    #expect(throws: YAMLSyntaxError.self) { try YAMLDocument.parse(laughs) }
    for key in [
      "? *a12\n: 1\n", "{? *a12 : 1}\n", "{[*a12, *a12]: 1}\n", "*a12 : 1\n", "{{x: *a12} : 1, {x: *a12} : 1}\n",
    ] {
      #expect(throws: YAMLSyntaxError.self) { try YAMLDocument.parse(laughs + "b:\n  " + key) }
    }
    var merges = "- &m0 {k0: 1}\n"
    for level in 1...40 { merges += "- &m\(level) {<<: [*m\(level - 1), *m\(level - 1)], k\(level): 1}\n" }
    #expect(throws: YAMLSyntaxError.self) { try YAMLDocument.parse(merges) }
    #expect(throws: YAMLSyntaxError.self) { try YAMLDocument.parse("a: &a [*a]\n") }
  }

  @Test("depth is limited", arguments: ["[", "{a: ", "- "])
  func depth(opening: String) {
    let text = String(repeating: opening, count: 100_000)
    #expect(throws: YAMLSyntaxError.self) { try YAMLDocument.parse(text) }
    let closed = String(repeating: "[", count: 65) + "1" + String(repeating: "]", count: 65)
    #expect(throws: YAMLSyntaxError(message: "nested deeper than 64 levels", line: 1, column: 65)) {
      try YAMLDocument.parse(closed)
    }
    #expect(throws: Never.self) { try YAMLDocument.parse(String(closed.dropFirst().dropLast())) }
  }

  @Test("deep nesting does not exhaust a small stack", .timeLimit(.minutes(15)))
  func smallStack() async {
    let text = String(repeating: "- ", count: 63) + String(repeating: "[", count: 64)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let thread = Thread {
        _ = try? YAMLDocument.parse(text)
        continuation.resume()
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  @Test("short texts are safe, though libyaml keeps a pointer into them")
  func shortTexts() throws {
    for length in 1...40 {
      let text = "a: " + String(repeating: "x", count: length)
      #expect(try json(text) == ["a": .string(String(repeating: "x", count: length))])
    }
  }
}
