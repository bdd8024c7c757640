import Dispatch
import JSONModel
import JSONRPC
import RPCTestSupport
import Synchronization
import Testing
import TestSupport

@Suite("Order, cancelling and notifications", .serialized)
struct PeerTests {
  func request(_ id: JSON, _ method: String, _ params: JSON = []) -> String {
    (["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params] as JSON).text
  }

  func cancel(_ id: JSON) -> String {
    (["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": id]] as JSON).text
  }

  func ids(_ messages: [String]) throws -> [JSON?] { try messages.map { try JSON(parsing: $0)["id"] } }

  func code(_ message: String) throws -> JSON? { try JSON(parsing: message)["error"]?["code"] }

  @Test("a light call that finds nothing waiting is answered at once, a heavy one later", .timeLimit(.minutes(5)))
  func inline() async throws {
    let client = Client()
    #expect(client.ask(request(1, "echo", [5])) == #"{"jsonrpc":"2.0","result":[5],"id":1}"#)
    #expect(client.next() == nil)
    #expect(client.ask(request(2, "heavy", [6])) == nil)
    #expect(try await client.take(1) == [#"{"jsonrpc":"2.0","result":[6],"id":2}"#])
    #expect(client.peer.isIdle)
  }

  @Test("a light method whose call is judged heavy is answered off the caller's thread", .timeLimit(.minutes(5)))
  func judged() async throws {
    let gate = TestService.Gate()
    let peer = Peer(
      TestService.table, context: { TestService.Context(call: $0, gate: gate) },
      weigh: { call, params in call.method == "echo" && params?[0] == "large" ? 2 : 0 })
    func ask(_ params: JSON) -> String? {
      peer.receive(Array(request(1, "echo", params).utf8)).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(ask(["small"]) != nil)
    #expect(ask(["large"]) == nil)
    while true {
      if let answer = peer.nextOutgoing() {
        #expect(String(decoding: answer.bytes, as: UTF8.self) == #"{"jsonrpc":"2.0","result":["large"],"id":1}"#)
        break
      }
      await Task.yield()
    }
  }

  @Test("responses come in the order of the requests, heavy and light mixed", .timeLimit(.minutes(5)))
  func order() async throws {
    let client = Client()
    var random = SplitMix64(seed: 1)
    for id in 0..<300 {
      client.send(request(.integer(id), Bool.random(using: &random) ? "heavy" : "echo"))
    }
    #expect(try ids(try await client.take(300)) == (0..<300).map { .integer($0) })
  }

  @Test("a light call behind a heavy one waits its turn", .timeLimit(.minutes(5)))
  func lightBehindHeavy() async throws {
    let client = Client()
    #expect(client.ask(request(1, "wait")) == nil)
    #expect(client.ask(request(2, "echo")) == nil)
    try await client.gate.wait(entered: 1)
    #expect(client.next() == nil)
    client.gate.open()
    #expect(try ids(try await client.take(2)) == [1, 2])
  }

  @Test("requests that arrive on several threads are all answered, those of each in order", .timeLimit(.minutes(5)))
  func parallel() async throws {
    let client = Client()
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for index in 0..<100 {
            client.send(request(.string("\(thread)-\(index)"), index % 7 == 0 ? "heavy" : "echo"))
          }
        }
      }
    }
    let all = try ids(try await client.take(400)).compactMap { $0?.stringValue }
    for thread in 0..<4 {
      #expect(all.filter { $0.hasPrefix("\(thread)-") } == (0..<100).map { "\(thread)-\($0)" })
    }
  }

  @Test("a running request ends when its method notices the cancelling", .timeLimit(.minutes(5)))
  func cancelRunning() async throws {
    try await expectCancelled(by: cancel(1))
    try await expectCancelled(by: #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":[1]}"#)
  }

  private func expectCancelled(by message: String) async throws {
    let client = Client()
    client.send(request(1, "wait"))
    try await client.gate.wait(entered: 1)
    client.send(message)
    let answer = try await client.take(1)[0]
    #expect(try JSON(parsing: answer)["id"] == 1)
    #expect(try JSON(parsing: answer)["error"] == ["code": -32800, "message": "The request was cancelled"])
  }

  @Test("a waiting request ends at once, ahead of its turn; the others stay in order", .timeLimit(.minutes(5)))
  func cancelWaiting() async throws {
    let client = Client()
    for id in 1...4 { client.send(request(.integer(id), id == 1 ? "wait" : "heavy")) }
    try await client.gate.wait(entered: 1)
    client.send(cancel(3))
    let first = try await client.take(1)[0]
    #expect(try JSON(parsing: first)["id"] == 3)
    #expect(try code(first) == -32800)
    client.gate.open()
    #expect(try ids(try await client.take(3)) == [1, 2, 4])
  }

  @Test("a cancelled element of a batch is answered in its batch", .timeLimit(.minutes(5)))
  func cancelInBatch() async throws {
    let client = Client()
    client.send(request(1, "wait"))
    try await client.gate.wait(entered: 1)
    client.send("[\(request(2, "echo")),\(request(3, "echo")),\(request(4, "echo"))]")
    client.send(cancel(3))
    client.gate.open()
    let answer = try JSON(parsing: try await client.take(2)[1]).arrayValue
    #expect(answer?.map { $0["id"] } == [2, 3, 4])
    #expect(answer?.map { $0["error"]?["code"] } == [nil, -32800, nil])
  }

  @Test("a batch cancels what came before each of its cancels, and nothing behind it", .timeLimit(.minutes(5)))
  func cancelWithinBatch() async throws {
    let client = Client()
    client.send(request(1, "wait"))
    try await client.gate.wait(entered: 1)
    client.send(request(2, "echo"))
    let batch = [
      request(3, "echo"), cancel(3), request(3, "echo"), request(4, "echo"), cancel(2), cancel(3), cancel(5),
      request(5, "echo"), request(3, "echo"),
    ]
    client.send("[\(batch.joined(separator: ","))]")
    #expect(try ids(try await client.take(1)) == [2])
    client.gate.open()
    let answer = try JSON(parsing: try await client.take(2)[1]).arrayValue
    #expect(answer?.map { $0["id"] } == [3, 3, 4, 5, 3])
    #expect(answer?.map { $0["error"]?["code"] } == [-32800, -32800, nil, nil, nil])
  }

  @Test("a light call can be cancelled while it is carried out")
  func cancelLight() throws {
    final class Box: Sendable { let peer = Mutex<Peer<Call>?>(nil) }
    let box = Box()
    let table = MethodTable<Call>(
      title: "Test", version: "1", description: "For tests.",
      methods: [
        Method("hesitate", summary: "Has itself cancelled.", params: .json(), result: .json()) {
          [text = cancel(1)] params, call throws(RPCError) in
          box.peer.withLock { $0 }?.enqueue(Array(text.utf8))
          try call.cancellation.check()
          return params
        }
      ])
    let peer = Peer(table, context: { $0 })
    box.peer.withLock { $0 = peer }
    defer { box.peer.withLock { $0 = nil } }
    let answer = try #require(peer.receive(Array(request(1, "hesitate").utf8)))
    #expect(try code(String(decoding: answer, as: UTF8.self)) == -32800)
  }

  @Test("a cancel is not cancelled by itself")
  func cancelItself() {
    let message = request(1, "$/cancelRequest", ["id": 1])
    #expect(Client().ask("[\(message)]") == #"[{"jsonrpc":"2.0","result":null,"id":1}]"#)
  }

  @Test("late, unknown, wrongly typed and senseless cancels do nothing", .timeLimit(.minutes(5)))
  func cancelNothing() async throws {
    let client = Client()
    #expect(client.ask(request(1, "echo")) != nil)
    client.send(request(2, "wait"))
    for text in [
      cancel(1), cancel("2"), cancel(2.0), cancel("x"), cancel([]), #"{"jsonrpc":"2.0","method":"$/cancelRequest"}"#,
    ] {
      client.send(text)
    }
    client.gate.open()
    let answer = try await client.take(1)[0]
    #expect(try JSON(parsing: answer)["id"] == 2)
    #expect(try code(answer) == nil)
    #expect(client.ask(request(3, "$/cancelRequest", ["id": 1])) == #"{"jsonrpc":"2.0","result":null,"id":3}"#)
    // The id can be used again.
    #expect(try code(try #require(client.ask(request(1, "echo")))) == nil)
  }

  @Test("two requests with the same id in flight are both answered, and both cancelled", .timeLimit(.minutes(5)))
  func duplicates() async throws {
    let client = Client()
    for _ in 0..<2 { client.send(request(1, "heavy")) }
    #expect(try ids(try await client.take(2)) == [1, 1])
    for _ in 0..<2 { client.send(request(5, "wait")) }
    client.send(cancel(5))
    #expect(try (try await client.take(2)).map(code) == [-32800, -32800])
  }

  @Test("the transport is woken once per edge", .timeLimit(.minutes(5)))
  func edges() async throws {
    let wakes = Mutex(0)
    let client = Client()
    client.peer.onOutgoing { wakes.withLock { $0 += 1 } }
    client.peer.enqueue(Array(request(1, "echo").utf8))
    client.peer.enqueue(Array(request(2, "echo").utf8))
    #expect(wakes.withLock { $0 } == 1)
    _ = try await client.take(2)
    client.peer.enqueue(Array(request(3, "echo").utf8))
    #expect(wakes.withLock { $0 } == 1, "nobody saw the end of the outbox yet")
    while client.next() != nil {}
    client.peer.notificationsPending()
    client.peer.notificationsPending()
    #expect(wakes.withLock { $0 } == 2)
    #expect(client.next() == nil)
    // Who listens late hears of what is already there.
    client.peer.enqueue(Array(request(4, "echo").utf8))
    client.peer.onOutgoing { wakes.withLock { $0 += 10 } }
    #expect(wakes.withLock { $0 } == 13)
  }

  @Test("notifications come after responses and are made when they are asked for", .timeLimit(.minutes(5)))
  func notifications() async throws {
    let revision = Mutex(0)
    let offered = Mutex(0)
    let client = Client(notifications: { _ in
      offered.withLock { count in
        guard count > 0 else { return .none }
        count -= 1
        return .message(
          .notification("chart/didChange", params: ["revision": .integer(revision.withLock { $0 })]))
      }
    })
    for change in 1...50 {
      revision.withLock { $0 = change }
      offered.withLock { $0 = 1 }
      client.peer.notificationsPending()
    }
    client.send(request(1, "echo"))
    #expect(client.next()?.contains(#""id":1"#) == true)
    #expect(client.next() == #"{"jsonrpc":"2.0","method":"chart/didChange","params":{"revision":50}}"#)
    #expect(client.next() == nil)
    offered.withLock { $0 = 3 }
    client.peer.notificationsPending()
    #expect(try await client.take(3).count == 3)
    #expect(client.next() == nil)
  }

  @Test(
    "a notification that takes long is made on another thread, one at a time, after responses", .timeLimit(.minutes(5)))
  func heavyNotifications() async throws {
    let source = Mutex((left: 3, askedAtOnce: 0, made: 0))
    // Nothing is made before the test has seen that it wasn't at once.
    let gate = DispatchSemaphore(value: 0)
    let client = Client(notifications: { isAtOnce in
      if !isAtOnce { gate.wait() }
      return source.withLock { source in
        guard source.left > 0 else { return .none }
        guard !isAtOnce else {
          source.askedAtOnce += 1
          return .heavy
        }
        source.left -= 1
        source.made += 1
        return .message(.notification("changed", params: ["number": .integer(source.made)]))
      }
    })
    client.peer.notificationsPending()
    #expect(client.next() == nil, "none was made at once")
    gate.signal()
    try await client.until { source.withLock { $0.made } == 1 }
    client.peer.notificationsPending()
    let first = try await client.take(1)
    #expect(first == [#"{"jsonrpc":"2.0","method":"changed","params":{"number":1}}"#])
    #expect(source.withLock { $0.made } == 1, "the next one is made when it is asked for")
    for _ in 0..<2 { gate.signal() }
    #expect(client.ask(request(1, "echo")) != nil)
    let others = try await client.take(2)
    #expect(others.map { try? JSON(parsing: $0)["params"]?["number"] } == [2, 3])
    #expect(source.withLock { $0.askedAtOnce } == 3)
    #expect(client.next() == nil)
    try await client.becomeIdle()

    // Whoever closes is told nothing that was still being made.
    let gone = Client(notifications: { isAtOnce in
      guard !isAtOnce else { return .heavy }
      gate.wait()
      return .message(.notification("late", params: [:]))
    })
    gone.peer.notificationsPending()
    #expect(gone.next() == nil)
    gone.peer.close()
    gate.signal()
    try await gone.becomeIdle()
    #expect(gone.next() == nil)
  }

  @Test("after shutdown only exit is taken; the exit code tells whether there was one", .timeLimit(.minutes(5)))
  func lifecycle() async throws {
    let client = Client()
    #expect(client.ask(request(1, "shutdown")) == #"{"jsonrpc":"2.0","result":null,"id":1}"#)
    #expect(try code(try #require(client.ask(request(2, "echo")))) == -32600)
    #expect(client.peer.exitCode == nil)
    #expect(client.ask(#"{"jsonrpc":"2.0","method":"exit"}"#) == nil)
    #expect(client.peer.exitCode == 0)
    #expect(client.ask(request(3, "echo")) == nil)

    let hasty = Client()
    #expect(hasty.ask(#"{"jsonrpc":"2.0","method":"exit"}"#) == nil)
    #expect(hasty.peer.exitCode == 1)

    let batch = Client()
    let answer = try JSON(parsing: try #require(batch.ask("[\(request(1, "shutdown")),\(request(2, "echo"))]")))
    #expect(answer[0]?["result"] == .some(.null))
    #expect(answer[1]?["error"]?["code"] == -32600)
  }

  @Test("a line of waiting messages is bounded, and says so before it refuses", .timeLimit(.minutes(5)))
  func pending() async throws {
    var limits = Limits()
    limits.pending = 2
    let client = Client(limits: limits)
    client.send(request(1, "wait"))
    try await client.gate.wait(entered: 1)
    client.send(request(2, "echo"))
    #expect(!client.peer.isOverflowing)
    client.send(request(3, "echo"))
    #expect(client.peer.isOverflowing)
    client.send(#"{"jsonrpc":"2.0","method":"echo"}"#)
    client.send(request(9, "echo"))
    let refusal = try JSON(parsing: try await client.take(1)[0])
    #expect(refusal["id"] == 9)
    #expect(refusal["error"]?["data"] == ["limit": "pending", "allowed": 2, "got": 3])
    client.gate.open()
    #expect(try ids(try await client.take(3)) == [1, 2, 3])
  }

  @Test("closing cancels what runs and forgets what waits", .timeLimit(.minutes(5)))
  func close() async throws {
    let client = Client()
    client.send(request(1, "wait"))
    client.send(request(2, "heavy"))
    try await client.gate.wait(entered: 1)
    client.peer.close()
    try await client.becomeIdle()
    #expect(client.next() == nil)
    #expect(client.ask(request(3, "echo")) == nil)
  }

  @Test("random bytes and spoilt requests never trap, and what is answered is an answer")
  func fuzz() throws {
    var random = SplitMix64(seed: 42)
    let seed = Array(request(1, "greet", ["name": "Ada", "place": ["x": 3]]).utf8)
    let client = Client()
    for round in 0..<4000 {
      var bytes: [UInt8]
      if round.isMultiple(of: 2) {
        bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in .random(in: 0...255, using: &random) }
      } else {
        bytes = seed
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let index = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: bytes[index] = .random(in: 0...255, using: &random)
          case 1: bytes.remove(at: index)
          default: bytes.insert(#"{}[]",:0e-\"#.utf8.randomElement(using: &random) ?? 0, at: index)
          }
        }
      }
      guard let answer = client.peer.receive(bytes) else { continue }
      let json = try JSON(parsing: answer)
      for response in json.arrayValue ?? [json] {
        #expect((response["result"] == nil) != (response["error"] == nil))
        #expect(response["id"] != nil)
      }
    }
    #expect(client.ask(request(1, "get_data")) != nil)
  }
}
