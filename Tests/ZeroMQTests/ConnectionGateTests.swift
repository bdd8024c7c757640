import Synchronization
import Testing

@testable import ZeroMQ

@Suite("How many connections there are, and how fast they come", .timeLimit(.minutes(1)))
struct ConnectionGateTests {
  private func limits(_ connections: Int, burst: Double, perSecond: Double, line: Int = 0) -> ConnectionGate.Limits {
    var limits = ConnectionGate.Limits()
    (limits.connections, limits.burst, limits.perSecond, limits.line) = (connections, burst, perSecond, line)
    return limits
  }

  @Test("So many may come at once, and then so many a second")
  func rate() throws {
    let loop = try SocketLoop(context: Context(), name: "gate")
    let now = Mutex(ContinuousClock.now)
    let gate = ConnectionGate(limits: limits(100, burst: 3, perSecond: 2)) { now.withLock { $0 } }
    func come(_ count: Int) -> Int { (0..<count).filter { _ in gate.enter(on: loop) {} }.count }
    #expect(come(9) == 3)
    now.withLock { $0 += .milliseconds(499) }
    #expect(come(9) == 0)
    now.withLock { $0 += .milliseconds(1) }
    #expect(come(9) == 1)
    now.withLock { $0 += .seconds(3_600) }
    #expect(come(9) == 3)
    gate.giveBack()
    #expect(come(9) == 1)
    for _ in 0..<9 { gate.giveBack() }
    #expect(come(9) == 3)
  }

  @Test("Usually 1,024 may come at once, 128 more wait")
  func usual() throws {
    let loop = try SocketLoop(context: Context(), name: "gate")
    let now = ContinuousClock.now
    let gate = ConnectionGate { now }
    let entered = Mutex(0)
    let isTaken = (0..<1_200).filter { _ in gate.enter(on: loop) { entered.withLock { $0 += 1 } } }
    #expect(entered.withLock { $0 } == 1_024 && isTaken.count == 1_024 + 128)
  }

  @Test("While there are as many as may be, nobody may come; each socket has its own of a number")
  func count() throws {
    let loop = try SocketLoop(context: Context(), name: "gate")
    let gate = ConnectionGate(limits: limits(2, burst: 1_000, perSecond: 0))
    func isOpen(after change: ConnectionChange, of socket: UInt) -> Bool {
      gate.note(change, of: socket)
      return gate.enter(on: loop) {}
    }
    // Who asks is one of them.
    #expect(isOpen(after: .began(7), of: 1) && isOpen(after: .began(8), of: 1))
    #expect(!isOpen(after: .began(7), of: 2))
    #expect(!isOpen(after: .ended(9), of: 1), "nobody knows it")
    #expect(isOpen(after: .ended(7), of: 1))
    #expect(!isOpen(after: .began(9), of: 1))
    #expect(isOpen(after: .ended(7), of: 2) && isOpen(after: .ended(9), of: 1))
  }

  @Test("Where there are too many, who waits comes in when one has gone, however many wait")
  func room() async throws {
    let gate = ConnectionGate(limits: limits(1, burst: 1_000, perSecond: 0, line: 3))
    let loop = try SocketLoop(context: Context(), name: "gate", gate: gate)
    let heard = Box<[String]>([])
    let router = try loop.bind(.router, to: "tcp://127.0.0.1:*") { message, channel in
      heard.update { $0.append(message.texts[1]) }
    }
    try loop.start()
    let context = try Context()
    let options = SocketOptions { $0.linger = .zero }
    let second = try Socket(.dealer, in: context, options: options)
    let third = try Socket(.dealer, in: context, options: options)
    do {
      let first = try Socket(.dealer, in: context, options: options)
      try first.connect(router.endpoint)
      try first.send(Message("first"))
      try await heard.until { $0.count == 1 }
      try second.connect(router.endpoint)
      try second.send(Message("second"))
      try third.connect(router.endpoint)
      try third.send(Message("third"))
      // Nothing tells that they wait: they have time to be heard, which they must not be.
      try await Task.sleep(for: .milliseconds(200))
      try first.send(Message("first"))
      try await heard.until { $0.count == 2 }
      #expect(heard.value == ["first", "first"])
    }
    try await heard.until { $0.count == 3 }
    await loop.stop()
  }

  @Test(
    "Who comes too fast waits, or comes again where the line is full; who is there stays",
    arguments: [Transport.tcp, .ipc], [0, 1])
  func clients(transport: Transport, line: Int) async throws {
    let now = Mutex(ContinuousClock.now)
    let gate = ConnectionGate(limits: limits(100, burst: 2, perSecond: 1, line: line)) { now.withLock { $0 } }
    let loop = try SocketLoop(context: Context(), name: "gate", gate: gate)
    let heard = Box<[String]>([])
    let router = try loop.bind(.router, to: transport.newEndpoint()) { message, channel in
      heard.update { $0.append(message.texts[1]) }
      channel.send(message)
    }
    try loop.start()
    let context = try Context()
    func newClient() throws -> Socket {
      let options = SocketOptions { options in
        options.linger = .zero
        // Who has gone before it is his turn has a place for nothing.
        options.handshakeTimeout = line == 0 ? .milliseconds(100) : .seconds(300)
      }
      let client = try Socket(.dealer, in: context, options: options)
      try client.connect(router.endpoint)
      return client
    }
    let first = try newClient()
    let second = try newClient()
    try first.send(Message("1"))
    try second.send(Message("2"))
    try await heard.until { Set($0) == ["1", "2"] }
    let third = try newClient()
    try third.send(Message("3"))
    // It is not heard while others are: a hundred rounds, and as many pauses in which it had time to be.
    for round in 0..<100 {
      try first.send(Message("again"))
      try await heard.until { $0.count == 3 + round }
      try await Task.sleep(for: .milliseconds(3))
    }
    #expect(!heard.value.contains("3"))
    now.withLock { $0 += .seconds(1) }
    try await heard.until { $0.contains("3") }
    await loop.stop()
  }

  @Test("A context has one")
  func one() throws {
    let context = try Context()
    let loop = try SocketLoop(context: context, name: "one", gate: ConnectionGate())
    let error = #expect(throws: ZeroMQError.self) {
      _ = try SocketLoop(context: context, name: "other", gate: ConnectionGate())
    }
    #expect(error?.code == .addressInUse)
    withExtendedLifetime(loop) {}
  }
}
