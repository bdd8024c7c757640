import JSONModel
import Testing

@testable import JSONRPC

@Suite("Tokens, and messages of those who are not let in yet")
struct IntroductionTests {
  private let error = RPCError.notAuthorized("give the token")

  private func introduction(_ text: String) -> Introduction { Introduction(parsing: Array(text.utf8)) }

  private func refusal(_ text: String) throws -> JSON? {
    try introduction(text).refusal(error).map { try JSON(parsing: $0) }
  }

  // MARK: - Tokens

  @Test("A token is 64 hexadecimal digits, and never the same twice")
  func random() {
    let tokens = (0..<100).map { _ in AccessToken.random().text }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { $0.count == 64 && $0.allSatisfy { "0123456789abcdef".contains($0) } })
    // Any digit may stand anywhere: of 100 draws of 16 digits nine or more differ.
    for place in 0..<64 { #expect(Set(tokens.map { Array($0)[place] }).count > 8) }
  }

  @Test("Only the very same text matches, and an empty token nothing")
  func matching() {
    let token = AccessToken("0123abcd")
    #expect(token.matches("0123abcd"))
    for wrong in ["", "0123abc", "0123abcde", "0123abcD", "1123abcd", "0123abcd\0", "dcba3210", "0123äbcd"] {
      #expect(!token.matches(wrong), "\(wrong)")
    }
    #expect(!AccessToken("").matches(""))
  }

  @Test("A token that is printed shows nothing of itself")
  func description() {
    let token = AccessToken("0123abcd")
    var dumped = ""
    dump([token: token], to: &dumped)
    for text in ["\(token)", String(reflecting: token), dumped] { #expect(!text.contains("0123")) }
  }

  // MARK: - What is looked at

  @Test(
    "The token is found by its name or place in the first call of `initialize`",
    arguments: [
      (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1.0","token":"t"}}"#, "t"),
      (#"{"jsonrpc":"2.0","method":"initialize","params":{"token":"t"}}"#, "t"),
      (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":["1.0",{},{},"t"]}"#, "t"),
      (
        #"[{"jsonrpc":"2.0","id":1,"method":"chart/list"},{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"token":"t"}}]"#,
        "t"
      ),
      (
        #"[{"jsonrpc":"2.0","id":1,"method":"initialize"},{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"token":"t"}}]"#,
        nil
      ),
      (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"token":["t"]}}"#, nil),
      (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":["t"]}"#, nil),
      (#"{"jsonrpc":"2.0","id":1,"method":"chart/get","params":{"token":"t"}}"#, nil),
      (#"{"id":1,"method":"initialize","params":{"token":"t"}}"#, nil),
      (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"token":"t"}"#, nil),
      ("", nil),
    ] as [(String, String?)])
  func token(message: String, token: String?) {
    #expect(introduction(message).token == token)
  }

  @Test("Each request is refused with its id, and a notification passed over")
  func refusals() throws {
    let refused: JSON = ["jsonrpc": "2.0", "error": error.json, "id": 7]
    #expect(try refusal(#"{"jsonrpc":"2.0","id":7,"method":"chart/get","params":{"chart":"a"}}"#) == refused)
    #expect(try refusal(#"{"jsonrpc":"2.0","id":7,"method":"no/such"}"#) == refused)
    #expect(try refusal(#"{"jsonrpc":"2.0","method":"chart/delete","params":{"chart":"a"}}"#) == nil)
    #expect(
      try refusal(#"[{"jsonrpc":"2.0","id":7,"method":"a"},{"jsonrpc":"2.0","method":"b"}]"#) == .array([refused]))
    #expect(try refusal(#"[{"jsonrpc":"2.0","method":"b"}]"#) == nil)
    #expect(try refusal("{")?["error"]?["code"] == -32700)
    #expect(try refusal(#"{"id":7}"#)?["error"]?["code"] == -32600)
  }

  @Test("What is too long or too deep to be read is refused as all else is")
  func tooMuch() throws {
    let long =
      #"{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"token":"t","pad":""#
      + String(repeating: "x", count: 64 << 10) + #""}}"#
    #expect(introduction(long).token == nil)
    #expect(try refusal(long) == ["jsonrpc": "2.0", "error": error.json, "id": 7])
    let deep =
      #"{"jsonrpc":"2.0","id":7,"method":"a","params":"# + String(repeating: "[", count: 1000)
      + String(repeating: "]", count: 1000) + "}"
    #expect(try refusal(deep)?["error"] == error.json)
    let many =
      "[" + Array(repeating: #"{"jsonrpc":"2.0","id":1,"method":"a"}"#, count: 1001).joined(separator: ",") + "]"
    #expect(try refusal(many)?["error"] == error.json)
  }

  // MARK: - What is kept

  @Test(
    "A message that is kept has no token, and stays the same otherwise",
    arguments: [
      (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"token":"secret","protocolVersion":"1.0"}}"#, true),
      (#"{"jsonrpc":"2.0","id":1.50,"method":"initialize","params":["1.0",{},{},"secret"]}"#, true),
      (#"{"jsonrpc":"2.0","id":1,"method":"\u0069nitialize","params":{"tok\u0065n":"secret"}}"#, true),
      (#"[1,{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"token":"secret"}}]"#, true),
      (#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "1.0"}}"#, false),
      (#"{"jsonrpc": "2.0", "id": 1, "method": "chart/get", "params": {"token": "no secret"}}"#, false),
      (#"{"method": "initialize", "params": {"token": 7}}"#, false),
      (#"{"method": "initialize", "params": "token"}"#, false), ("initialize", false), ("", false),
    ])
  func redaction(message: String, hasToken: Bool) throws {
    let kept = Introduction.redacting(Array(message.utf8))
    guard hasToken else {
      #expect(kept == Array(message.utf8))
      return
    }
    let text = String(decoding: kept, as: UTF8.self)
    #expect(!text.contains("secret") && text.contains("(not recorded)"))
    let before = try JSON(parsing: Array(message.replacing("secret", with: "(not recorded)").utf8))
    #expect(try JSON(parsing: kept) == before)
  }
}
