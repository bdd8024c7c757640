import Foundation
import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(5))) struct SlowPeerTests {
  /// A router with room for little, whose handler answers at once.
  struct Server {
    let context: Context
    let loop: SocketLoop
    let router: Channel
    let events = Box<[Channel.Event]>([])

    init() throws {
      var limits = SocketLoop.Limits()
      limits.peerMessages = 20
      let context = try Context()
      let events = events
      let loop = try SocketLoop(context: context, name: "slow", limits: limits)
      self.context = context
      self.loop = loop
      router = try loop.bind(
        .router, to: ipcEndpoint(), options: SocketOptions { $0.sendHighWaterMark = 10 },
        onMessage: { message, router in router.send(message) },
        onEvent: { event, _ in events.update { $0.append(event) } })
      try loop.start()
    }

    func client(_ name: String) throws -> Socket {
      let client = try Socket(
        .dealer, in: context,
        options: SocketOptions {
          $0.identity = Array(name.utf8)
          $0.receiveHighWaterMark = 10
        })
      try client.connect(router.endpoint)
      try client.send(Message("hello"))
      #expect(try client.receive(timeout: patience) == Message("hello"))
      return client
    }

    /// Sends numbered messages of 100 kB until no more is accepted.
    func fill(_ peer: [UInt8]) -> (accepted: Int, results: Set<SendResult>) {
      let filler = [UInt8](repeating: 0, count: 100_000)
      var results: Set<SendResult> = []
      for number in 0..<10_000 {
        let result = router.send(Message([peer, Array("\(number)".utf8), filler]))
        results.insert(result)
        guard result.isAccepted else { return (number, results) }
      }
      return (10_000, results)
    }
  }

  @Test(arguments: [true, false])
  func slowPeerIsBoundedAndDelaysNobodyAndLosesNothing(onLoop: Bool) async throws {
    let server = try Server()
    try await onThread {
      let slow = try server.client("slow")
      let quick = try server.client("quick")
      let filled = Box<(accepted: Int, results: Set<SendResult>)?>(nil)
      if onLoop {
        server.loop.perform {
          let outcome = server.fill(Array("slow".utf8))
          filled.update { $0 = outcome }
        }
      } else {
        let outcome = server.fill(Array("slow".utf8))
        filled.update { $0 = outcome }
      }
      for number in 0..<100 {
        try quick.send(Message("\(number)"))
        #expect(try quick.receive(timeout: patience) == Message("\(number)"))
      }
      let (accepted, results) = try #require(filled.value)
      // 1 GB, had nobody stopped it.
      #expect(accepted < 5_000)
      #expect(results.contains(.full))
      #expect(onLoop ? results.isSuperset(of: [.sent, .delayed]) : results.contains(.queued))
      #expect(server.events.value.first == .slow(peer: Array("slow".utf8)))
      for number in 0..<accepted {
        let message = try #require(try slow.receive(timeout: patience))
        try #require(message.texts[0] == "\(number)")
      }
      // What the router sends is in order, so whatever came twice or was refused would come before this.
      try slow.send(Message("end"))
      try #require(try slow.receive(timeout: patience) == Message("end"))
    }
    try await server.events.until { $0.contains(.drained(peer: Array("slow".utf8))) }
    #expect(server.router.send(Message("slow", "again")) == .queued)
    await server.loop.stop()
  }

  @Test("Beyond the limits only what is said to be needed is accepted, and arrives last", arguments: [true, false])
  func beyondLimits(onLoop: Bool) async throws {
    let server = try Server()
    try await onThread {
      let slow = try server.client("slow")
      let (accepted, _) = server.fill(Array("slow".utf8))
      let results = Box<[SendResult]>([])
      let send: @Sendable () -> Void = {
        let outcome = [
          server.router.send(Message("slow", "dropped")),
          server.router.send(Message("slow", "kept"), beyondLimits: true),
        ]
        results.update { $0 = outcome }
      }
      if onLoop { server.loop.perform(send) } else { send() }
      for _ in 0..<accepted { _ = try slow.receive(timeout: patience) }
      #expect(try slow.receive(timeout: patience)?.texts == ["kept"])
      // What the router sends is in order, so whatever came twice or was refused would come before this.
      try slow.send(Message("end"))
      try #require(try slow.receive(timeout: patience) == Message("end"))
      #expect(results.value.first == .full)
      #expect(results.value.last?.isAccepted == true)
    }
    #expect(
      server.events.value.contains { if case .progressed(let peer) = $0 { peer == Array("slow".utf8) } else { false } })
    await server.loop.stop()
  }

  @Test("What is given up is not sent, and what comes afterwards is")
  func givenUp() async throws {
    let server = try Server()
    try await onThread {
      let slow = try server.client("slow")
      let (accepted, _) = server.fill(Array("slow".utf8))
      server.loop.perform {
        server.router.forget(peer: Array("slow".utf8))
        _ = server.router.send(Message("slow", "after"), beyondLimits: true)
      }
      var count = 0
      while let text = try slow.receive(timeout: patience)?.texts.first, text != "after" {
        try #require(text == "\(count)")
        count += 1
      }
      #expect(count > 0)
      #expect(count < accepted)
    }
    // Nobody tells when the loop has noted that nothing is kept any more.
    try await eventually { server.router.send(Message("slow", "again")) == .queued }
    await server.loop.stop()
  }

  @Test func vanishedSlowPeerIsForgotten() async throws {
    let server = try Server()
    try await onThread {
      let slow = try server.client("slow")
      _ = server.fill(Array("slow".utf8))
      _ = slow.type
    }
    try await server.events.until { events in
      events.contains { event in
        if case .gone(Array("slow".utf8), let messages) = event { messages > 0 } else { false }
      }
    }
    #expect(server.router.send(Message("slow", "late")) == .queued)
    await server.loop.stop()
  }

  @Test func vanishedPeerIsTold() async throws {
    let server = try Server()
    try await onThread { _ = try server.client("vanishing") }
    let peer = Array("vanishing".utf8)
    try await eventually {
      server.router.send(Message([peer, []]))
      return server.events.value.contains { if case .gone(peer, _) = $0 { true } else { false } }
    }
    let result = Box<SendResult?>(nil)
    server.loop.perform {
      let outcome = server.router.send(Message([peer, []]))
      result.update { $0 = outcome }
    }
    try await result.until { $0 != nil }
    #expect(result.value == .unreachable)
    await server.loop.stop()
  }

  @Test func slowSubscriberOfALosslessPublisherLosesNothing() async throws {
    let context = try Context()
    let loop = try SocketLoop(context: context, name: "publisher")
    let subscribed = Box(false)
    let publisher = try loop.bind(
      .xpub, to: ipcEndpoint(),
      options: SocketOptions {
        $0.xpubNoDrop = true
        $0.sendHighWaterMark = 10
      }, onMessage: { _, _ in subscribed.update { $0 = true } })
    try loop.start()
    let subscriber = try Socket(
      .sub, in: context,
      options: SocketOptions {
        $0.subscriptions = [[]]
        $0.receiveHighWaterMark = 10
      })
    try subscriber.connect(publisher.endpoint)
    try await subscribed.until { $0 }
    let filler = [UInt8](repeating: 0, count: 100_000)
    var accepted = 0
    while accepted < 10_000, publisher.send(Message([Array("\(accepted)".utf8), filler])).isAccepted { accepted += 1 }
    #expect(accepted < 10_000)
    for number in 0..<accepted {
      let message = try #require(try subscriber.receive(timeout: patience))
      try #require(message.texts[0] == "\(number)")
    }
    await loop.stop()
  }
}
