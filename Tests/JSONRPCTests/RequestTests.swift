import JSONModel
import JSONRPC
import RPCTestSupport
import Testing

@Suite("Requests")
struct RequestTests {
  @Test(
    "an id comes back as it was spelt",
    arguments: [
      "1", "0", "-7", "9223372036854775807", "123456789012345678901234567890", "1.5", "-0.25", "1e+300", #""""#,
      #""1""#,
      #""é\n""#, "null",
    ])
  func id(_ id: String) {
    let answer = Client().ask(#"{"jsonrpc":"2.0","id":\#(id),"method":"get_data"}"#)
    #expect(answer == #"{"jsonrpc":"2.0","result":["hello",5],"id":\#(id)}"#)
  }

  @Test(
    "the codes of JSON-RPC, and those that all services share, have titles; any other is called by its number",
    arguments: [
      (-32700, "Parse error"), (-32600, "Invalid Request"), (-32601, "Method not found"), (-32602, "Invalid params"),
      (-32603, "Internal error"), (-32004, "Limit exceeded"), (-32800, "Request cancelled"), (7, "Error 7"),
    ])
  func titles(code: Int, title: String) {
    #expect(RPCError.Code(rawValue: code).title == title)
    #expect(RPCError.Code(rawValue: code, title: "Own").title == "Own")
  }

  @Test("two errors are the same if a client could not tell them apart")
  func equality() {
    let error = RPCError(code: .invalidParams, message: "a", data: ["path": "b"])
    var same = error
    same.fault = InvalidValue("a", at: .key("b"))
    #expect(error == same && Set([error, same]).count == 1)
    #expect(error != RPCError(code: .invalidRequest, message: "a", data: ["path": "b"]))
    #expect(error != RPCError(code: .invalidParams, message: "b", data: ["path": "b"]))
    #expect(error != RPCError(code: .invalidParams, message: "a", data: ["path": "c"]))
  }

  @Test("an id of any other type is refused with the id null", arguments: ["{}", "[]", "[1]", "true", "false"])
  func invalidID(_ id: String) throws {
    let answer = try #require(Client().ask(#"{"jsonrpc":"2.0","id":\#(id),"method":"get_data"}"#))
    let json = try JSON(parsing: answer)
    #expect(json["error"]?["code"] == -32600)
    #expect(json["id"] == .some(.null))
    #expect(json["error"]?["data"]?["reason"]?.stringValue?.isEmpty == false)
  }

  @Test(
    "an invalid request bears its id where it has one",
    arguments: [
      #"{"id":7,"method":"get_data"}"#, #"{"jsonrpc":"1.0","id":7,"method":"get_data"}"#,
      #"{"jsonrpc":2.0,"id":7,"method":"get_data"}"#, #"{"jsonrpc":"2.0","id":7}"#,
      #"{"jsonrpc":"2.0","id":7,"method":null}"#, #"{"jsonrpc":"2.0","id":7,"method":"get_data","params":3}"#,
      #"{"jsonrpc":"2.0","id":7,"method":"get_data","params":"x"}"#,
    ])
  func invalid(_ text: String) throws {
    let json = try JSON(parsing: try #require(Client().ask(text)))
    #expect(json["error"]?["code"] == -32600)
    #expect(json["id"] == 7)
    #expect(json["result"] == nil)
  }

  @Test("a response from the client is answered with nothing, also in a batch")
  func strayResponse() {
    #expect(Client().ask(#"{"jsonrpc":"2.0","id":1,"result":5}"#) == nil)
    #expect(Client().ask(#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#) == nil)
    #expect(Client().ask(#"[{"jsonrpc":"2.0","id":1,"result":5}]"#) == nil)
  }

  struct ParamsCase: Sendable, CustomTestStringConvertible {
    var params: String
    var result: String
    var testDescription: String { params }
  }

  @Test(
    "parameters are taken by name and by position",
    arguments: [
      ParamsCase(params: "", result: #"{"name":"you","x":null,"times":1}"#),
      ParamsCase(params: #","params":null"#, result: #"{"name":"you","x":null,"times":1}"#),
      ParamsCase(params: #","params":{}"#, result: #"{"name":"you","x":null,"times":1}"#),
      ParamsCase(params: #","params":[]"#, result: #"{"name":"you","x":null,"times":1}"#),
      ParamsCase(params: #","params":["Ada"]"#, result: #"{"name":"Ada","x":null,"times":1}"#),
      ParamsCase(params: #","params":["Ada",{"x":2}]"#, result: #"{"name":"Ada","x":2,"times":1}"#),
      ParamsCase(params: #","params":["Ada",null,3]"#, result: #"{"name":"Ada","x":null,"times":3}"#),
      ParamsCase(params: #","params":{"times":3,"name":"Ada"}"#, result: #"{"name":"Ada","x":null,"times":3}"#),
    ])
  func params(_ example: ParamsCase) {
    let answer = Client().ask(#"{"jsonrpc":"2.0","id":1,"method":"greet"\#(example.params)}"#)
    #expect(answer == #"{"jsonrpc":"2.0","result":\#(example.result),"id":1}"#)
  }

  struct FaultCase: Sendable, CustomTestStringConvertible {
    var params: String
    var message: String
    var data: JSON
    var testDescription: String { params }
  }

  @Test(
    "wrong parameters are named by path, reason and suggestion",
    arguments: [
      FaultCase(
        params: #"{"place":{"x":-3}}"#, message: "place.x: expected a number of at least 0, got -3",
        data: ["path": "place.x", "reason": "expected a number of at least 0, got -3"]),
      FaultCase(
        params: #"{"nmae":"Ada"}"#, message: "nmae: unknown key; did you mean 'name'?",
        data: ["path": "nmae", "reason": "unknown key", "suggestion": "name"]),
      FaultCase(
        params: #"{"place":{}}"#, message: "place.x: is required", data: ["path": "place.x", "reason": "is required"]),
      FaultCase(
        params: #"["a",null,1,4]"#, message: "expected at most 3 parameters (name, place, times), got 4",
        data: ["path": "", "reason": "expected at most 3 parameters (name, place, times), got 4"]),
    ])
  func invalidParams(_ example: FaultCase) throws {
    let text = #"{"jsonrpc":"2.0","id":1,"method":"greet","params":\#(example.params)}"#
    let error = try JSON(parsing: try #require(Client().ask(text)))["error"]
    #expect(error == ["code": -32602, "message": .string(example.message), "data": example.data])
  }

  @Test("parameters for a method without any are refused")
  func noParams() throws {
    let client = Client()
    #expect(client.ask(#"{"jsonrpc":"2.0","id":1,"method":"get_data","params":[]}"#)?.contains("hello") == true)
    let error = try JSON(
      parsing: try #require(client.ask(#"{"jsonrpc":"2.0","id":1,"method":"get_data","params":[1]}"#)))
    #expect(error["error"]?["data"]?["reason"] == "expected no parameters, got 1")
  }

  @Test("a missing method is suggested")
  func suggestion() throws {
    let answer = try #require(Client().ask(#"{"jsonrpc":"2.0","id":1,"method":"substract"}"#))
    #expect(try JSON(parsing: answer)["error"]?["data"] == ["method": "substract", "suggestion": "subtract"])
  }

  @Test("a result that is no JSON is an internal error, and the peer goes on")
  func nonsense() throws {
    let client = Client()
    let answer = try JSON(parsing: try #require(client.ask(#"{"jsonrpc":"2.0","id":1,"method":"nonsense"}"#)))
    #expect(answer["error"]?["code"] == -32603)
    #expect(answer["error"]?["data"] == [:])
    #expect(client.ask(#"{"jsonrpc":"2.0","id":2,"method":"get_data"}"#) != nil)
  }

  @Test("buffers reach the call")
  func buffers() {
    let client = Client()
    let answer = client.peer.receive(
      Array(#"{"jsonrpc":"2.0","id":1,"method":"buffers"}"#.utf8), buffers: [[1, 2], [3], []])
    #expect(answer.map { String(decoding: $0, as: UTF8.self) } == #"{"jsonrpc":"2.0","result":3,"id":1}"#)
  }

  @Test("each factory gives the documented data")
  func factories() {
    let errors: [(RPCError, Int, JSON?)] = [
      (.parseError(offset: 3, reason: "r"), -32700, ["offset": 3]),
      (.invalidRequest("r"), -32600, ["reason": "r"]),
      (.methodNotFound("m"), -32601, ["method": "m"]),
      (.methodNotFound("m", suggestion: "n"), -32601, ["method": "m", "suggestion": "n"]),
      (.invalidParams(path: JSONPath([.key("a"), .index(2)]), "r"), -32602, ["path": "a[2]", "reason": "r"]),
      (.internalError(), -32603, [:]),
      (.limitExceeded("depth", allowed: 1, got: 2), -32004, ["limit": "depth", "allowed": 1, "got": 2]),
      (.cancelled, -32800, nil),
    ]
    for (error, code, data) in errors {
      #expect(error.code.rawValue == code)
      #expect(error.data == data)
    }
  }
}
