import JSONModel
import JSONRPC
import RPCTestSupport
import Testing

@Suite("What is too much is answered with the request's id")
struct RequestIDTests {
  private func id(ofAnswerTo text: String, _ change: (inout Limits) -> Void) throws -> JSON? {
    var limits = Limits()
    change(&limits)
    let answer = try JSON(parsing: try #require(Client(limits: limits).ask(text)))
    #expect(answer["error"]?["code"] == -32004)
    return answer["id"]
  }

  private func id(ofDeep text: String) throws -> JSON? { try id(ofAnswerTo: text) { $0.depth = 3 } }

  @Test("The id of a request that nests too deeply, wherever it stands and however it is spelt")
  func deep() throws {
    let nest = #"{"a":["]}\"",[[[1,{}]]]]}"#
    #expect(try id(ofDeep: #"{"id":7,"params":\#(nest)}"#) == 7)
    #expect(try id(ofDeep: #"{"params":\#(nest),"id":"a\"b"}"#) == "a\"b")
    #expect(try id(ofDeep: #" { "params" : \#(nest) , "\u0069d" : 1.50 , "x":0}"#) == 1.5)
    #expect(try id(ofDeep: #"{"id":1,"params":\#(nest),"id":2}"#) == 2)
    #expect(
      try id(ofDeep: #"{"params":\#(nest),"id":123456789012345678901234567890}"#)?.text
        == "123456789012345678901234567890")
  }

  @Test("It is null where there is none, where it is no id, and for batches")
  func none() throws {
    let nest = "[[[[]]]]"
    for text in [
      #"{"params":\#(nest)}"#, #"{"params":{"id":4,"x":\#(nest)}}"#, #"{"id":[1],"params":\#(nest)}"#,
      #"{"id":true,"params":\#(nest)}"#, #"[{"id":1,"params":\#(nest)}]"#,
      #"{"params":\#(nest)"#, #"{"params":[[[["#, "[[[[", #"{"params":\#(nest),"id":"#, #"{"params":\#(nest),"id":"a"#,
    ] {
      #expect(try id(ofDeep: text) == .null, "\(text)")
    }
  }

  @Test("The id of a request that is too large, as far as a message may reach")
  func large() throws {
    let long = String(repeating: "x", count: 300)
    #expect(try id(ofAnswerTo: #"{"id":3,"method":"\#(long)"}"#) { $0.size = 200 } == 3)
    #expect(try id(ofAnswerTo: #"{"method":"\#(long)","id":3}"#) { $0.size = 200 } == .null)
  }

  @Test("What comes as a value is answered with its id, too, but for what can be none")
  func value() throws {
    var limits = Limits()
    limits.depth = 3
    let long = JSON.string(String(repeating: "x", count: 5_000))
    let large = JSON.literal("123456789012345678901234567890")
    let ids: [(JSON, answered: JSON)] = [
      (7, 7), ("a", "a"), (1.5, 1.5), (large, large), (.null, .null), (true, .null), ([1], .null), (["id": 1], .null),
      (long, .null),
    ]
    for (id, answered) in ids {
      let client = Client(limits: limits)
      client.peer.enqueue(["jsonrpc": "2.0", "id": id, "method": "echo", "params": [[[[]]]]], buffers: [])
      let answer = try JSON(parsing: try #require(client.next()))
      #expect(answer["error"]?["code"] == -32004)
      #expect(answer["id"] == answered, "\(id)")
    }
  }

  @Test("The id of a request with more buffers than allowed")
  func buffers() throws {
    var limits = Limits()
    limits.buffers = 1
    let client = Client(limits: limits)
    let answer = client.peer.receive(Array(#"{"jsonrpc":"2.0","id":9,"method":"buffers"}"#.utf8), buffers: [[], []])
    #expect(try JSON(parsing: try #require(answer))["id"] == 9)
  }
}
