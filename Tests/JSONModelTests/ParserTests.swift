import JSONModel
import Testing
import TestSupport

@Suite("Parsing JSON text (RFC 8259)")
struct ParserTests {
  struct Accepted: Sendable, CustomTestStringConvertible {
    var text: String
    var value: JSON
    var testDescription: String { text.debugDescription }
    init(_ text: String, _ value: JSON) { (self.text, self.value) = (text, value) }
  }

  static let accepted: [Accepted] = [
    Accepted("null", nil), Accepted("true", true), Accepted("false", false), Accepted(" \t\r\n[ ] \n", []),
    Accepted("0", 0), Accepted("-7", -7), Accepted("9223372036854775807", .integer(.max)),
    Accepted("-9223372036854775808", .integer(.min)),
    Accepted("9223372036854775808", .literal("9223372036854775808")),
    Accepted("-0", .number(-0.0)), Accepted("1.0", .number(1)), Accepted("0.5", 0.5),
    Accepted("-1.25e2", .number(-125)),
    Accepted("1E+2", .number(100)), Accepted("1e-2", 0.01), Accepted("1e400", .literal("1e400")),
    Accepted("0e0", .number(0)),
    Accepted(#""""#, ""), Accepted(#""aé€😀""#, "aé€😀"), Accepted(#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    Accepted(#""\u0041\u00e9\u20AC""#, "Aé€"), Accepted(#""\ud83d\ude00""#, "😀"), Accepted(#""\u0000""#, "\u{0}"),
    Accepted(#""\ud83d""#, "\u{FFFD}"), Accepted(#""\ude00""#, "\u{FFFD}"), Accepted(#""\ud83dx""#, "\u{FFFD}x"),
    Accepted(#""\ud83d\n""#, "\u{FFFD}\n"), Accepted(#""\ud83d\u0041""#, "\u{FFFD}A"),
    Accepted(#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), Accepted("\"\u{7F}\"", "\u{7F}"),
    Accepted("\"\u{2028}\"", "\u{2028}"),
    Accepted("[1,[2,[]],{}]", [1, [2, []], [:]]), Accepted(#"{"a":1,"b":{"c":[null]}}"#, ["a": 1, "b": ["c": [nil]]]),
    Accepted(#"{"a":1,"b":2,"a":3}"#, ["a": 3, "b": 2]), Accepted(#"{"":0}"#, ["": 0]),
  ]

  @Test("what is JSON is read", arguments: accepted)
  func accepts(_ example: Accepted) throws { #expect(try JSON(parsing: example.text) == example.value) }

  struct Rejected: Sendable, CustomTestStringConvertible {
    var bytes: [UInt8]
    var offset: Int
    var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }
    init(_ text: String, _ offset: Int) { self.init(bytes: Array(text.utf8), offset) }
    init(bytes: [UInt8], _ offset: Int) { (self.bytes, self.offset) = (bytes, offset) }
  }

  static let rejected: [Rejected] = [
    Rejected("", 0), Rejected("  ", 2), Rejected("nul", 0), Rejected("nulls", 4), Rejected("True", 0),
    Rejected("NaN", 0),
    Rejected("Infinity", 0), Rejected("-Infinity", 1), Rejected("undefined", 0), Rejected("'a'", 0),
    Rejected("// c", 0),
    Rejected("01", 0), Rejected("-01", 0), Rejected("+1", 0), Rejected("-", 1), Rejected("1.", 2), Rejected(".5", 0),
    Rejected("1e", 2), Rejected("1e+", 3), Rejected("0x1", 1), Rejected("1_000", 1), Rejected("1 2", 2),
    Rejected("--1", 1),
    Rejected("[", 1), Rejected("[1", 2), Rejected("[1,", 3), Rejected("[1,]", 3), Rejected("[,1]", 1),
    Rejected("[1 2]", 3),
    Rejected("]", 0), Rejected("[]]", 2), Rejected("{", 1), Rejected("{}}", 2), Rejected("{a:1}", 1),
    Rejected("{1:1}", 1),
    Rejected(#"{"a"}"#, 4), Rejected(#"{"a":}"#, 5), Rejected(#"{"a":1,}"#, 7), Rejected(#"{"a":1 "b":2}"#, 7),
    Rejected(#"{"a":1]"#, 6), Rejected(#"""#, 0), Rejected(#""abc"#, 0), Rejected(#""\"#, 1 + 1), Rejected(#""\x""#, 1),
    Rejected(#""\u12""#, 1), Rejected(#""\u12G4""#, 1), Rejected(#""\U0041""#, 1), Rejected("\"a\u{1}\"", 2),
    Rejected("\"a\nb\"", 2), Rejected("\"\t\"", 1), Rejected("\u{FEFF}1", 0), Rejected("1\u{A0}", 1),
    Rejected(bytes: [0x22, 0xFF, 0x22], 1), Rejected(bytes: [0x22, 0xC0, 0x80, 0x22], 1),
    Rejected(bytes: [0x22, 0xED, 0xA0, 0x80, 0x22], 1), Rejected(bytes: [0x22, 0xE2, 0x82, 0x22], 1),
    Rejected(bytes: [0x00], 0), Rejected(bytes: [0x31, 0x00], 1),
  ]

  @Test("what is not JSON is refused at the byte where it stops making sense", arguments: rejected)
  func rejects(_ example: Rejected) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: example.bytes) }
    #expect(error?.code == .syntax)
    #expect(error?.offset == example.offset)
    #expect(error?.reason.isEmpty == false)
  }

  @Test("nesting as deep as allowed is read, one level more is not")
  func depth() throws {
    func text(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    _ = try JSON(parsing: text(JSON.defaultDepthLimit))
    let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text(JSON.defaultDepthLimit + 1)) }
    #expect(error?.code == .depth)
    #expect(error?.offset == JSON.defaultDepthLimit)
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: String(repeating: #"{"a":"#, count: 100_000)) }
    #expect(try JSON(parsing: "7", depthLimit: 0) == 7)
    // Depth is of nesting, not of number.
    _ = try JSON(parsing: "[[],[],[]]", depthLimit: 2)
  }

  @Test("control characters, quotes and nothing else are escaped")
  func escapes() {
    #expect(
      JSON.string("\u{0}\u{1F}\n\r\t\u{8}\"\\/é😀\u{7F}").text == #""\u0000\u001f\n\r\t\u0008\"\\/é😀"# + "\u{7F}\"")
    #expect(JSON.number(.nan).text == "null")
    #expect(JSON.number(-.infinity).text == "null")
    #expect(JSON.array([]).text == "[]")
    #expect((["a": [1, nil], "b": [:]] as JSON).text == #"{"a":[1,null],"b":{}}"#)
  }

  @Test("random values come back from their text, on one line and over several")
  func roundTrip() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<2000 {
      let value = JSON.random(depth: 4, using: &random)
      #expect(try JSON(parsing: value.bytes) == value)
      #expect(try JSON(parsing: value.prettyText) == value)
    }
  }

  @Test("random bytes never trap")
  func fuzz() {
    var random = SplitMix64(seed: 4)
    let alphabet = Array(#"{}[]",:0123456789eE+-.\ud83dtruefalsn "#.utf8) + [0, 10, 0x80, 0xC3, 0xF0, 0xFF]
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0..<30, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      if let value = try? JSON(parsing: bytes) {
        #expect((try? JSON(parsing: value.bytes)) == value)
      }
    }
  }
}
