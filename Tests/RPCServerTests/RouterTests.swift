import Foundation
import JSONModel
import JSONRPC
import ServiceTestSupport
import RPCTestSupport
import Testing
import ZeroMQ

@testable import RPCServer

@Suite("JSON-RPC over a ROUTER", .timeLimit(.minutes(5)))
struct RouterTests {
  @Test("A DEALER gets its answers in order, then what it subscribed to")
  func dealer() throws {
    let server = try RunningRouter()
    let client = try server.client()
    try client.send(Message([request(1, "session/subscribe", ["render": false])]))
    try client.send(Message([request(2, "chart/rotate", ["chart": "spending", "by": 5, "render": false])]))
    #expect(try answer(client).json["id"] == 1)
    #expect(try answer(client).json["id"] == 2)
    let note = try answer(client)
    #expect(note.frames == 1 && note.json["method"] == "chart/didChange" && note.json["params"]?["revision"] == 2)
  }

  @Test("A REQ gets its delimiter back, and no notifications")
  func req() throws {
    let server = try RunningRouter()
    let client = try server.client(.req)
    for number in 1...3 {
      try client.send(Message([request(number, "chart/rotate", ["chart": "spending", "by": 5])]))
      #expect(try answer(client).json["id"] == .integer(number))
    }
    try client.send(Message([request(4, "session/subscribe")]))
    #expect(try answer(client).json["error"]?["code"] == .integer(RPCError.Code.invalidRequest.rawValue))
  }

  @Test("Further frames are buffers; more than allowed are refused, and the client goes on")
  func buffers() throws {
    let server = try RunningRouter()
    let client = try server.client()
    try client.send(Message([request(1, "chart/list"), Array(repeating: 7, count: 1 << 20), [1, 2]]))
    #expect(try answer(client).json["result"] == ["charts": ["spending"]])
    try client.send(Message([request(2, "chart/list")] + Array(repeating: [0], count: 100)))
    #expect(try answer(client).json["error"]?["code"] == .integer(RPCError.Code.limitExceeded.rawValue))
    try client.send(Message([[]]))
    #expect(try answer(client).json["error"]?["code"] == .integer(RPCError.Code.parseError.rawValue))
    try client.send(Message([request(3, "chart/list")]))
    #expect(try answer(client).json["id"] == 3)
  }

  @Test("Clients beyond the limit push out those that were silent longest, with what they subscribed to")
  func eviction() throws {
    var limits = RPCRouter.Limits()
    limits.clients = 20
    let server = try RunningRouter(limits: limits)
    let clients = try (0..<60).map { _ in
      let client = HeldSocket(try server.client())
      try subscribe(client.socket)
      return client
    }
    // By when the newest client hears of the second change, everybody has been told of the first.
    for change in 1...2 {
      try rotate(2, from: clients[59].socket)
      #expect(try answer(clients[59].socket).json["params"]?["revision"] == .integer(1 + change))
    }
    // The newer ones first: whoever was pushed out and asks pushes out others.
    let wereTold = try clients.dropLast().reversed().map { client in
      try client.socket.send(Message([request(3, "chart/list")]))
      var wasTold = false
      while true {
        let message = try answer(client.socket).json
        if message["id"] == 3 { return wasTold }
        #expect(message["method"] == "chart/didChange")
        wasTold = true
      }
    }
    let kept = wereTold.prefix { $0 }.count
    #expect((1..<20).contains(kept))
    #expect(!wereTold.dropFirst(kept).contains(true), "somebody was silent longer than one that was pushed out")
  }

  @Test("What takes long is given up a while after its client has gone")
  func farewell() async throws {
    let context = try Context()
    let loop = try SocketLoop(context: context, name: "router")
    let gate = TestService.Gate()
    var limits = RPCRouter.Limits()
    #expect(limits.farewell == .seconds(2), "if nothing else is said")
    limits.farewell = .milliseconds(20)
    let ended = AsyncStream<Void>.makeStream()
    let router = try RPCRouter(endpoint: "tcp://127.0.0.1:*", on: loop, limits: limits, access: .everybody) { _ in
      Peer(
        TestService.table, context: { TestService.Context(call: $0, gate: gate) },
        onClose: { ended.continuation.yield() })
    }
    try loop.start()
    do {
      let client = try Socket(.dealer, in: context)
      try client.connect(router.endpoint)
      try client.send(Message([request(1, "wait")]))
      try await gate.wait(entered: 1)
      // The gate stays closed: only the end of the client can end the call, and the second one never begins.
      try client.send(Message([request(2, "wait")]))
    }
    for await _ in ended.stream { break }
    await loop.stop()
    router.close()
    #expect(gate.entered <= 2 && !gate.hasGivenUp)
  }

  @Test("`exit` ends the client, not the server")
  func exit() throws {
    let server = try RunningRouter()
    let client = try server.client()
    try client.send(Message([request(1, "shutdown")]))
    #expect(try answer(client).json["result"] == .null)
    try client.send(Message([(["jsonrpc": "2.0", "method": "exit"] as JSON).bytes]))
    try client.send(Message([request(2, "chart/list")]))
    #expect(try answer(client).json["result"] == ["charts": ["spending"]])
  }

  @Test("An ipc file is its owner's alone, and goes with the router")
  func file() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "chart-\(UUID().uuidString.prefix(8)).sock"
    ).path
    let server = try RunningRouter("ipc://\(path)")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o077 } == 0)
    // Nobody may take its place while it listens.
    #expect(throws: RPCRouterError.self) { try RunningRouter("ipc://\(path)") }
    let client = try server.client()
    try client.send(Message([request(1, "chart/list")]))
    #expect(try answer(client).json["id"] == 1)
    server.stop()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("A file that is no socket is left alone; the socket of a dead server is taken over")
  func leftovers() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "chart-\(UUID().uuidString.prefix(8)).sock"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: RPCRouterError.self) { try RunningRouter("ipc://\(path)") }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    try FileManager.default.removeItem(atPath: path)
    // A bound socket whose process is gone: bound, and closed without being removed.
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #expect(withAddress(path) { bind(descriptor, $0, $1) } == 0)
    close(descriptor)
    let server = try RunningRouter("ipc://\(path)")
    server.stop()
  }

  @Test(
    "Where others could connect without keys, it doesn't listen",
    arguments: [
      "tcp://0.0.0.0:*", "tcp://*:5555", "tcp://10.0.0.1:1", "tcp://127.0.0.1.example.org:1", "tcp://[::]:1",
      "ipc://@abstract",
      "inproc://x", "udp://127.0.0.1:1", "nothing", "tcp://127.0.0.1", "ipc://",
    ])
  func refusals(endpoint: String) throws {
    #expect(throws: RPCRouterError.self) { try RunningRouter(endpoint) }
  }

  @Test(
    "An address without a port is refused for want of keys, as one that others can reach",
    arguments: [
      "tcp://127.0.0.1", "tcp://localhost", "tcp://0.0.0.0:*", "tcp://",
    ])
  func reachable(endpoint: String) throws {
    let error = #expect(throws: RPCRouterError.self) { try RunningRouter(endpoint) }
    #expect(error?.code == .needsKeys)
  }

  @Test("The limits are these, if nothing else is said, and libzmq is told of them")
  func limits() {
    let limits = RPCRouter.Limits()
    #expect(limits.clients == 10_000 && limits.frameSize == 256 << 20 && limits.messageSize == 320 << 20)
    #expect(limits.farewell == .seconds(2) && limits.handshake == .seconds(10))
    let options = RPCRouter.options(limits, secretKey: nil)
    #expect(options.sendHighWaterMark == 16 && options.maximumMessageSize == 256 << 20)
    #expect(options.messageLimits.bytes == 320 << 20)
    #expect(options.keepaliveTimeout == .seconds(10) && options.handshakeTimeout == .seconds(10))
    #expect(!options.routerHandover)
  }

  @Test(
    "With a key the connection is encrypted, and a client without one gets nothing",
    .enabled(if: ZeroMQLibrary.hasCurve, "takes libzmq with CURVE"))
  func curve() throws {
    let keys = try CurveKeyPair.generate()
    let server = try RunningRouter(secretKey: keys.secretKey)
    #expect(server.router.serverKey == keys.publicKey)
    let options = SocketOptions { options in
      options.linger = .zero
      options.curve = (try? CurveKeyPair.generate()).map { .client(serverKey: keys.publicKey, keys: $0) }
    }
    let client = try Socket(.dealer, in: server.context, options: options)
    try client.connect(server.router.endpoint)
    try client.send(Message([request(1, "chart/list")]))
    #expect(try answer(client).json["id"] == 1)
    let stranger = try server.client()
    try stranger.send(Message([request(1, "chart/list")]))
    #expect(try stranger.receive(timeout: .milliseconds(300)) == nil)
  }

  @Test(
    "Who is taken off the list is not listened to any more, though nobody else connects",
    .enabled(if: ZeroMQLibrary.hasCurve, "takes libzmq with CURVE"))
  func revoked() throws {
    let directory = try TemporaryDirectory()
    let file = directory.path + "/clients"
    let (mine, other) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
    func list(_ keys: CurveKeyPair...) throws {
      try keys.map { "\($0.publicKey.z85)\n" }.joined().write(toFile: file, atomically: true, encoding: .utf8)
    }
    try list(mine, other)
    let keys = try CurveKeyPair.generate()
    let server = try RunningRouter(
      secretKey: keys.secretKey, access: .keys(ClientKeyFile(path: file) { Issue.record("\($0)") }))
    let options = SocketOptions { options in
      options.linger = .zero
      options.curve = .client(serverKey: keys.publicKey, keys: mine)
    }
    let client = try Socket(.dealer, in: server.context, options: options)
    try client.connect(server.router.endpoint)
    try client.send(Message([request(1, "chart/list")]))
    #expect(try answer(client).json["result"] != nil)
    try list(other)
    // Nobody is told when the file has been read.
    var refused: JSON?
    let end = ContinuousClock.now + .seconds(30)
    while refused == nil, ContinuousClock.now < end {
      try client.send(Message([request(2, "chart/list")]))
      refused = try answer(client).json["error"]
    }
    #expect(refused?["code"] == .integer(RPCError.Code.notAuthorized.rawValue))
  }
}
