import JSONModel
import JSONRPC
import RPCTestSupport
import Synchronization
import Testing

@testable import RPCServer
@testable import ZeroMQ

@Suite("What clients had asked for that have gone", .timeLimit(.minutes(5)))
struct FarewellTests {
  @Test("Who leaves before the first message is looked at has it worked on for a while, and no longer")
  func early() async throws {
    let loop = try SocketLoop(context: Context(), name: "router")
    let channel = try loop.bind(.router, to: "tcp://127.0.0.1:*")
    let gate = TestService.Gate()
    var limits = RPCRouter.Limits()
    limits.farewell = .milliseconds(20)
    let ended = AsyncStream<Void>.makeStream()
    let clients = RouterClients(
      loop: loop, limits: limits, doorkeeper: Doorkeeper(.everybody),
      strangers: Strangers(on: loop, .none, limits: limits)
    ) { _ in
      Peer(
        TestService.table, context: { TestService.Context(call: $0, gate: gate) },
        onClose: { ended.continuation.yield() })
    }
    try loop.start()
    loop.perform {
      clients.noteEnd(of: 1_000)
      var message = Message([[0, 1, 2, 3, 4], request(1, "wait")])
      message.connection = 1_000
      clients.receive(message, on: channel)
    }
    for await _ in ended.stream { break }
    await loop.stop()
    clients.close()
    #expect(!gate.hasGivenUp)
  }

  @Test(
    "What a client had asked for is worked on for all that while, also when others come", arguments: ["script", ""])
  func later(name: String) async throws {
    let context = try Context()
    let loop = try SocketLoop(context: context, name: "router")
    let gate = TestService.Gate()
    var limits = RPCRouter.Limits()
    limits.farewell = .seconds(3_600)
    let router = try RPCRouter(endpoint: "tcp://127.0.0.1:*", on: loop, limits: limits, access: .everybody) { _ in
      Peer(TestService.table, context: { TestService.Context(call: $0, gate: gate) })
    }
    try loop.start()
    do {
      let options = SocketOptions {
        $0.identity = Array(name.utf8)
        $0.linger = .seconds(10)
      }
      let client = try Socket(.dealer, in: context, options: options)
      try client.connect(router.endpoint)
      for id in 1...2 { try client.send(Message([request(id, "wait")])) }
      try await gate.wait(entered: 1)
    }
    // Two of them: when the second one is let in, it is known that the client has gone.
    for _ in 1...2 {
      let other = try Socket(.dealer, in: context)
      try other.connect(router.endpoint)
      try other.send(Message([request(7, "echo", ["x"])]))
      let answer = try #require(try other.receive(timeout: .seconds(20)))
      #expect(try JSON(parsing: answer.frames[0])["id"] == 7)
    }
    gate.open()
    try await gate.wait(entered: 2)
    await loop.stop()
    router.close()
    #expect(!gate.hasGivenUp)
  }

  @Test("What a client had not read when it went goes to nobody who comes by its name")
  func estate() async throws {
    let context = try Context()
    let loop = try SocketLoop(context: context, name: "router")
    let channel = try loop.bind(
      .router, to: "tcp://127.0.0.1:*", options: SocketOptions { $0.sendHighWaterMark = 10 })
    let limits = RPCRouter.Limits()
    let clients = RouterClients(
      loop: loop, limits: limits, doorkeeper: Doorkeeper(.everybody),
      strangers: Strangers(on: loop, .none, limits: limits)
    ) { _ in Peer(TestService.table, context: { TestService.Context(call: $0, gate: TestService.Gate()) }) }
    try loop.start()
    let name = Array("script".utf8)
    let options = SocketOptions { options in
      options.identity = name
      options.receiveHighWaterMark = 10
    }
    let client = try Socket(.dealer, in: context, options: options)
    try client.connect(channel.endpoint)
    let sent = await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
      @Sendable func begin() {
        // Until the client is there.
        guard channel.send(Message([name, Array("0".utf8)])) == .sent else {
          loop.perform(begin)
          return
        }
        var message = Message([name, request(1, "echo")])
        message.connection = 1_000
        clients.receive(message, on: channel)
        let filler = [UInt8](repeating: 0, count: 100_000)
        var count = 1
        while channel.send(Message([name, Array("\(count)".utf8), filler])) == .sent { count += 1 }
        // As if that one had gone, and the next one come.
        clients.noteEnd(of: 1_000)
        clients.forgetGone(on: channel)
        channel.send(Message([name, Array("last".utf8)]), beyondLimits: true)
        continuation.resume(returning: count)
      }
      loop.perform(begin)
    }
    var texts: [String] = []
    while texts.last != "last" {
      let message = try #require(try client.receive(timeout: .seconds(20)))
      let text = String(decoding: message.frames[0], as: UTF8.self)
      if !text.hasPrefix("{") { texts.append(text) }
    }
    #expect(texts == (0..<sent).map { "\($0)" } + ["last"])
    await loop.stop()
    clients.close()
  }
}
