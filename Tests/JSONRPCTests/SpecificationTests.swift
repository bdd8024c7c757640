import JSONModel
import JSONRPC
import RPCTestSupport
import Testing

/// The examples of https://www.jsonrpc.org/specification, word for word; of errors the code and the id are compared.
@Suite("JSON-RPC 2.0 specification")
struct SpecificationTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var request: String
    var response: String?
    var testDescription: String { request.debugDescription }
  }

  static let examples: [Example] = [
    Example(
      request: #"{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}"#,
      response: #"{"jsonrpc": "2.0", "result": 19, "id": 1}"#),
    Example(
      request: #"{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}"#,
      response: #"{"jsonrpc": "2.0", "result": -19, "id": 2}"#),
    Example(
      request: #"{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}"#,
      response: #"{"jsonrpc": "2.0", "result": 19, "id": 3}"#),
    Example(
      request: #"{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}"#,
      response: #"{"jsonrpc": "2.0", "result": 19, "id": 4}"#),
    Example(request: #"{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}"#, response: nil),
    Example(request: #"{"jsonrpc": "2.0", "method": "foobar"}"#, response: nil),
    Example(
      request: #"{"jsonrpc": "2.0", "method": "foobar", "id": "1"}"#,
      response: #"{"jsonrpc": "2.0", "error": {"code": -32601, "message": "Method not found"}, "id": "1"}"#),
    Example(
      request: #"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#,
      response: #"{"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}, "id": null}"#),
    Example(
      request: #"{"jsonrpc": "2.0", "method": 1, "params": "bar"}"#,
      response: #"{"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}"#),
    Example(
      request: """
        [
          {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
          {"jsonrpc": "2.0", "method"
        ]
        """,
      response: #"{"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}, "id": null}"#),
    Example(
      request: "[]",
      response: #"{"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}"#),
    Example(
      request: "[1]",
      response: #"[{"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}]"#),
    Example(
      request: "[1,2,3]",
      response: """
        [
          {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null},
          {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null},
          {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}
        ]
        """),
    Example(
      request: """
        [
          {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
          {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
          {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
          {"foo": "boo"},
          {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
          {"jsonrpc": "2.0", "method": "get_data", "id": "9"}
        ]
        """,
      response: """
        [
          {"jsonrpc": "2.0", "result": 7, "id": "1"},
          {"jsonrpc": "2.0", "result": 19, "id": "2"},
          {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null},
          {"jsonrpc": "2.0", "error": {"code": -32601, "message": "Method not found"}, "id": "5"},
          {"jsonrpc": "2.0", "result": ["hello", 5], "id": "9"}
        ]
        """),
    Example(
      request: """
        [
          {"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},
          {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}
        ]
        """, response: nil),
  ]

  /// A response with nothing of an error but its code: the specification leaves the rest to the server.
  static func comparable(_ json: JSON) -> JSON {
    if let elements = json.arrayValue { return .array(elements.map(comparable)) }
    guard let error = json["error"] else { return json }
    return ["jsonrpc": json["jsonrpc"] ?? nil, "error": error["code"] ?? nil, "id": json["id"] ?? "absent"]
  }

  @Test("gives the response shown", arguments: examples)
  func example(_ example: Example) throws {
    let answer = Client().ask(example.request)
    let actual = try answer.map { Self.comparable(try JSON(parsing: $0)) }
    let expected = try example.response.map { Self.comparable(try JSON(parsing: $0)) }
    #expect(actual == expected)
  }

  @Test("gives the same from a table without a peer", arguments: examples)
  func exampleOfTable(_ example: Example) throws {
    let answer = TestService.table.respond(to: Array(example.request.utf8)) {
      TestService.Context(call: $0, gate: TestService.Gate())
    }
    let actual = try answer.map { Self.comparable(try JSON(parsing: $0)) }
    #expect(actual == (try example.response.map { Self.comparable(try JSON(parsing: $0)) }))
  }

  @Test("gives the same as a value, where it is JSON at all", arguments: examples)
  func exampleAsValue(_ example: Example) throws {
    guard let request = try? JSON(parsing: example.request) else { return }
    let context = { TestService.Context(call: $0, gate: TestService.Gate()) }
    let text = TestService.table.respond(to: Array(example.request.utf8), context: context)
    #expect(TestService.table.respond(to: request, context: context)?.bytes == text)
  }
}
