import Testing
import ZeroMQ

/// What an XPUB can do beside sending.
@Suite(.timeLimit(.minutes(5))) struct PublishingTests {
  /// A publisher that accepts whoever subscribes, and the connections that it has.
  private struct Publisher {
    let loop: SocketLoop
    let channel: Channel
    let connections = Box<[Int32]>([])
    let accepted = Box(0)
    let events = Box<[Channel.Event]>([])

    init(options: SocketOptions = SocketOptions()) throws {
      var options = options
      options.xpubManual = true
      options.xpubNoDrop = true
      let (connections, accepted, events) = (connections, accepted, events)
      loop = try SocketLoop(context: Context(), name: "publisher")
      channel = try loop.bind(
        .xpub, to: "tcp://127.0.0.1:*", options: options,
        onMessage: { _, channel in
          channel.acceptSubscription()
          accepted.update { $0 += 1 }
        }, onEvent: { event, _ in events.update { $0.append(event) } },
        onConnectionChange: { change in
          if case .began(let connection) = change { connections.update { $0.append(connection) } }
        })
      try loop.start()
    }

    /// Does something on the loop's thread.
    func perform(_ body: @escaping @Sendable (Channel) -> Void) async {
      let channel = channel
      await withCheckedContinuation { continuation in
        _ = loop.perform {
          body(channel)
          continuation.resume()
        }
      }
    }
  }

  private func subscriber(_ publisher: Publisher, _ curve: SocketOptions.Curve? = nil) async throws -> Socket {
    let options = SocketOptions {
      $0.subscriptions = [[]]
      $0.curve = curve
    }
    let subscriber = try Socket(.sub, in: Context(), options: options)
    try subscriber.connect(publisher.channel.endpoint)
    try await publisher.accepted.until { $0 > 0 }
    return subscriber
  }

  @Test(
    "What a connection takes of a message is what its frames and their lengths say",
    arguments: ZeroMQLibrary.hasCurve ? [false, true] : [false])
  func transmittedBytes(isEncrypted: Bool) async throws {
    let (server, client) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
    let publisher = try Publisher(
      options: SocketOptions { $0.curve = isEncrypted ? .server(secretKey: server.secretKey) : nil })
    let subscriber = try await subscriber(
      publisher, isEncrypted ? .client(serverKey: server.publicKey, keys: client) : nil)
    let connection = try #require(publisher.connections.value.first)
    // Around the lengths that are written in one byte and in eight, encrypted and not, and one that needs several packets.
    let lengths = [0, 1, 221, 222, 223, 224, 254, 255, 256, 257, 100_000]
    let frames = lengths.map { [UInt8](repeating: 7, count: $0) }
    let messages = frames.map { [$0] } + [frames]
    guard let before = ConnectionChange.bytesTaken(from: connection) else { return }
    for message in messages.map({ Message($0) }) {
      publisher.channel.send(message)
      #expect(try subscriber.receive(timeout: patience) == message)
    }
    let count = Int64(messages.reduce(0) { $0 + Message($1).transmittedByteCount(isEncrypted: isEncrypted) })
    // The other side has it all, and its system says so a moment later.
    try await eventually { ConnectionChange.bytesTaken(from: connection) ?? 0 >= before + count }
    #expect(ConnectionChange.bytesTaken(from: connection) == before + count)
    await publisher.loop.stop()
  }

  @Test("What a gate does not let through is kept, in order, and sent once it does")
  func gate() async throws {
    let publisher = try Publisher()
    let subscriber = try await subscriber(publisher)
    let isOpen = Box(false)
    await publisher.perform { channel in channel.setGate { _ in isOpen.value } }
    publisher.channel.send(Message("0"))
    try await publisher.events.until { $0 == [.slow(peer: [])] }
    for number in 1..<100 { #expect(publisher.channel.send(Message("\(number)")) == .delayed) }
    #expect(try subscriber.receive(timeout: .milliseconds(100)) == nil)
    isOpen.update { $0 = true }
    for number in 0..<100 { #expect(try subscriber.receive(timeout: patience) == Message("\(number)")) }
    try await publisher.events.until { $0.last == .drained(peer: []) }
    await publisher.perform { channel in channel.setGate(nil) }
    publisher.channel.send(Message("without a gate"))
    #expect(try subscriber.receive(timeout: patience) == Message("without a gate"))
    await publisher.loop.stop()
  }

  @Test("What a gate lets through arrives, however fast: libzmq is made to see that earlier ones were taken")
  func gateInBurst() async throws {
    let publisher = try Publisher(options: SocketOptions { $0.sendHighWaterMark = 200 })
    let count = 50_000
    async let received = onThread { () -> Int in
      let subscriber = try Socket(.sub, in: Context(), options: SocketOptions { $0.subscriptions = [[]] })
      try subscriber.connect(publisher.channel.endpoint)
      var next = 0
      while next < count, try subscriber.receive(timeout: patience) == Message("\(next)") { next += 1 }
      return next
    }
    try await publisher.accepted.until { $0 > 0 }
    let connection = try #require(publisher.connections.value.first)
    guard let origin = ConnectionChange.bytesTaken(from: connection) else { return }
    await publisher.perform { channel in
      channel.setGate { _ in true }
      // Where each message began. Ninety are on their way at most, which leaves libzmq room for as many as it counts late.
      var starts: [Int64] = [], end = origin
      for message in (0..<count).map({ Message("\($0)") }) {
        starts.append(end)
        end += Int64(message.transmittedByteCount(isEncrypted: false))
        while let taken = ConnectionChange.bytesTaken(from: connection), taken < starts[max(0, starts.count - 90)] {}
        channel.send(message)
      }
    }
    #expect(try await received == count)
    await publisher.loop.stop()
  }
}
