import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(5))) struct LimitTests {
  @Test func peerOfATooLargeFrameIsDroppedAndTheOthersServed() async throws {
    try await onThread {
      let context = try Context()
      let router = try Socket(.router, in: context, options: SocketOptions { $0.maximumMessageSize = 1_000 })
      try router.bind("tcp://127.0.0.1:*")
      let large = try Socket(.dealer, in: context)
      try large.connect(router.lastEndpoint)
      try large.send(Message([[UInt8](repeating: 1, count: 1_000)]))
      let greeting = try #require(try router.receive(timeout: patience))
      try large.send(Message([[UInt8](repeating: 2, count: 1_001)]))

      // The connection ends, and with it the identity. A send that waits could wait for ever: once the pipe is full libzmq
      // lets go of the peer only when somebody reads.
      var code: ZeroMQError.Code?
      let end = ContinuousClock.now + patience
      while code != .hostUnreachable, ContinuousClock.now < end {
        do throws(ZeroMQError) {
          try router.send(Message([greeting.frames[0], []]), dontWait: true)
        } catch {
          code = error.code
        }
        #expect(try router.receive(timeout: .milliseconds(1)) == nil)
      }
      #expect(code == .hostUnreachable)
      let small = try Socket(.dealer, in: context)
      try small.connect(router.lastEndpoint)
      try small.send(Message("small"))
      #expect(try router.receive(timeout: patience)?.texts.last == "small")
    }
  }

  @Test(arguments: [Message.Limits(frames: 8, bytes: 1_000_000), Message.Limits(frames: 1_000, bytes: 90)])
  func messageBeyondTheLimitsIsDrained(limits: Message.Limits) async throws {
    try await onThread {
      let context = try Context()
      let receiver = try Socket(.pair, in: context, options: SocketOptions { $0.messageLimits = limits })
      try receiver.bind(inprocEndpoint())
      let sender = try Socket(.pair, in: context)
      try sender.connect(receiver.lastEndpoint)
      let frame = [UInt8](repeating: 7, count: 10)
      let largest = Message([[UInt8]](repeating: frame, count: 8))
      try sender.send(largest)
      try sender.send(Message([[UInt8]](repeating: frame, count: 10)))
      try sender.send(Message([[UInt8]](repeating: frame, count: 500)))
      try sender.send(Message("next"))
      #expect(try receiver.receive(timeout: patience) == largest)
      for count in [10, 500] {
        let error = #expect(throws: ZeroMQError.self) { _ = try receiver.receive(timeout: patience) }
        #expect(error?.code == .messageTooLarge)
        #expect(error?.message.contains("\(count) frames") == true)
      }
      #expect(try receiver.receive(timeout: patience) == Message("next"))
    }
  }

  @Test func loopTellsWhoSentTooMuchAndGoesOn() async throws {
    let events = Box<[Channel.Event]>([])
    let context = try Context()
    let loop = try SocketLoop(context: context, name: "limits")
    let router = try loop.bind(
      .router, to: "tcp://127.0.0.1:*", onMessage: { message, channel in channel.send(message) },
      onEvent: { event, _ in events.update { $0.append(event) } })
    try loop.start()
    try await onThread {
      let client = try Socket(.dealer, in: context, options: SocketOptions { $0.identity = Array("many".utf8) })
      try client.connect(router.endpoint)
      try client.send(Message([[UInt8]](repeating: [], count: 5_000)))
      try client.send(Message("small"))
      #expect(try client.receive(timeout: patience) == Message("small"))
    }
    try await events.until { !$0.isEmpty }
    guard case .oversized(let peer, let error)? = events.value.first else {
      Issue.record("\(events.value)")
      return
    }
    #expect(peer == Array("many".utf8))
    #expect(error.code == .messageTooLarge)
    await loop.stop()
  }
}

@Suite struct MessageTests {
  @Test func byteCountIsThatOfAllFrames() {
    #expect(Message("abc", "", "é").byteCount == 5)
    #expect(Message([[UInt8]]()).byteCount == 0)
  }
}
