import JSONModel
@testable import JSONRPC
import OrderedCollections
import RPCTestSupport
import Testing

@Suite("Limits")
struct LimitTests {
  private func limits(_ change: (inout Limits) -> Void) -> Limits {
    var limits = Limits()
    change(&limits)
    return limits
  }

  private func data(_ answer: String?) throws -> JSON? {
    let json = try JSON(parsing: try #require(answer))
    #expect(json["error"]?["code"] == -32004)
    return json["error"]?["data"]
  }

  @Test("a message as deep as allowed is taken, one level more is not", .timeLimit(.minutes(5)))
  func depth() async throws {
    let client = Client(limits: limits { $0.depth = 10 })
    func text(_ depth: Int) -> String {
      let nest = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
      return #"{"jsonrpc":"2.0","id":1,"method":"echo","params":\#(nest)}"#
    }
    #expect(client.ask(text(10))?.contains("result") == true)
    #expect(try data(client.ask(text(11))) == ["limit": "depth", "allowed": 10, "got": 11])
    #expect(try data(client.ask(String(repeating: "[", count: 8_000)))?["got"] == 8_000)
    // Brackets in texts are none, whatever is escaped there.
    let nest = #"[[], {}, [{}], "# + String(repeating: "[", count: 12) + #""\"[[[\\", "[", {"#
    #expect(try data(client.ask(nest))?["got"] == 14)
    client.send(String(repeating: "[", count: 100_000))
    #expect(try data(try await client.take(1)[0])?["got"] == 100_000)
  }

  @Test("a result that is nested without end, or holds a text that is no JSON, cannot be written")
  func results() {
    func nested(_ depth: Int, _ wrap: (JSON) -> JSON) -> JSON { (0..<depth).reduce(0) { value, _ in wrap(value) } }
    for wrap in [{ [$0] }, { ["a": $0] }] as [(JSON) -> JSON] {
      #expect(Response.canWrite(nested(1024, wrap)))
      #expect(!Response.canWrite(nested(1025, wrap)))
    }
    #expect(!Response.canWrite([.literal("[1,")]))
    #expect(Response.canWrite([.literal("12345678901234567890123")]))
  }

  @Test("a batch, a message or buffers larger than allowed are refused by name")
  func sizes() throws {
    let client = Client(
      limits: limits {
        $0.batch = 2
        $0.size = 200
        $0.buffers = 1
        $0.buffersSize = 4
      })
    #expect(try data(client.ask("[1,2,3]")) == ["limit": "batch", "allowed": 2, "got": 3])
    let long = "\"" + String(repeating: "x", count: 300) + "\""
    #expect(try data(client.ask(long)) == ["limit": "size", "allowed": 200, "got": 302])
    #expect(try data(client.ask(#"{"jsonrpc":"2.0","id":1,"method":"big"}"#))?["limit"] == "size")
    let request = Array(#"{"jsonrpc":"2.0","id":1,"method":"buffers"}"#.utf8)
    func answer(_ buffers: [[UInt8]]) -> String? {
      client.peer.receive(request, buffers: buffers).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(try data(answer([[], []])) == ["limit": "buffers", "allowed": 1, "got": 2])
    #expect(try data(answer([[1, 2, 3, 4, 5]])) == ["limit": "buffersSize", "allowed": 4, "got": 5])
  }

  @Test("a message and its buffers may be exactly as large as allowed")
  func greatest() throws {
    let request = Array(#"{"jsonrpc":"2.0","id":1,"method":"buffers"}"#.utf8)
    func answer(size: Int, _ buffers: [[UInt8]]) throws -> JSON? {
      let limits = limits {
        $0.size = size
        $0.buffers = 2
        $0.buffersSize = 4
      }
      return try Client(limits: limits).peer.receive(request, buffers: buffers).map { try JSON(parsing: $0) }
    }
    #expect(try answer(size: request.count, [])?["error"]?["data"]?["limit"] != "size")
    #expect(try answer(size: request.count - 1, [])?["error"]?["data"]?["limit"] == "size")
    #expect(try answer(size: request.count, [[1, 2], [3, 4]])?["error"] == nil)
  }

  @Test("a message that is a value has the limits of the text that it would be")
  func values() throws {
    let limits = limits {
      $0.depth = 10
      $0.batch = 2
      $0.size = 200
    }
    func nested(_ depth: Int) -> JSON {
      let nest = (1..<depth - 1).reduce([] as JSON) { nest, _ in [nest] }
      return ["jsonrpc": "2.0", "id": 1, "method": "echo", "params": nest]
    }
    let requests: [JSON] = [
      nested(10), nested(11), [], [1, 2], [1, 2, 3], .string(String(repeating: "x", count: 300)),
      ["jsonrpc": "2.0", "id": 1, "method": "big"], ["jsonrpc": "2.0", "method": "big"],
      ["jsonrpc": "2.0", "id": "a", "method": "nothing"], [["jsonrpc": "2.0", "method": "get_data"]],
    ]
    for request in requests {
      let context = { TestService.Context(call: $0, gate: TestService.Gate()) }
      let text = TestService.table.respond(to: request.bytes, limits: limits, context: context)
      let value = TestService.table.respond(to: request, limits: limits, context: context)
      #expect(value?.bytes == text, "\(request.text.prefix(200))")
    }
  }

  @Test(
    "a client that reads nothing is stuck, not served without bound, and served on once it reads",
    .timeLimit(.minutes(5)))
  func outbox() async throws {
    let client = Client(
      limits: limits {
        $0.outbox = 25_000
        $0.pending = 4
      })
    for id in 0..<100 { client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"big"}"#) }
    #expect(client.peer.isOverflowing)
    var ids: [JSON?] = []
    while let text = client.next() { ids.append(try JSON(parsing: text)["id"]) }
    while ids.count < 7 { ids.append(try JSON(parsing: try await client.take(1)[0])["id"]) }
    #expect(ids == [0, 1, 2, 3, 4, 5, 6])
    try await client.becomeIdle()
    #expect(!client.peer.isOverflowing)
    #expect(client.ask(#"{"jsonrpc":"2.0","id":5,"method":"get_data"}"#) != nil)
  }

  @Test("a client may leave as many bytes unread as allowed, and is stuck with one more")
  func unread() throws {
    func request(_ id: Int) -> String { #"{"jsonrpc":"2.0","id":\#(id),"method":"big"}"# }
    let size = try #require(Client().ask(request(1))).utf8.count
    for (outbox, isStuck) in [(2 * size + 1, false), (2 * size, false), (2 * size - 1, true)] {
      let client = Client(limits: limits { $0.outbox = outbox })
      client.send(request(1))
      client.send(request(2))
      #expect(client.peer.isOverflowing == isStuck)
    }
  }

  @Test("what nobody sets otherwise may be this large, which clients are built for")
  func standard() {
    let expected: JSON = [
      "depth": 128, "size": 67_108_864, "batch": 1000, "buffers": 64, "buffersSize": 268_435_456, "pending": 1024,
      "pendingSize": 268_435_456, "outbox": 67_108_864,
    ]
    #expect(Limits().json == expected)
  }

  @Test("the limits are reported by the names that errors use")
  func json() {
    #expect(
      Limits().json.objectValue?.keys.sorted()
        == ["batch", "buffers", "buffersSize", "depth", "outbox", "pending", "pendingSize", "size"])
  }
}
