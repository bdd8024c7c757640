import Foundation
import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(5))) struct SocketTests {
  @Test(arguments: Transport.allCases) func requestAndReply(transport: Transport) async throws {
    try await onThread {
      let context = try Context()
      let server = try Socket(.rep, in: context)
      try server.bind(transport.newEndpoint())
      let client = try Socket(.req, in: context)
      try client.connect(server.lastEndpoint)
      for number in 0..<3 {
        try client.send(Message("question \(number)"))
        #expect(try server.receive(timeout: patience) == Message("question \(number)"))
        try server.send(Message("answer", "\(number)"))
        #expect(try client.receive(timeout: patience) == Message("answer", "\(number)"))
      }
    }
  }

  @Test(arguments: Transport.allCases) func routerSeesIdentityThenFrames(transport: Transport) async throws {
    try await onThread {
      let context = try Context()
      let router = try Socket(.router, in: context)
      try router.bind(transport.newEndpoint())
      let dealer = try Socket(.dealer, in: context, options: SocketOptions { $0.identity = Array("me".utf8) })
      try dealer.connect(router.lastEndpoint)
      try dealer.send(Message("a", "", "c"))
      let received = try #require(try router.receive(timeout: patience))
      #expect(received.texts == ["me", "a", "", "c"])
      try router.send(received)
      #expect(try dealer.receive(timeout: patience)?.texts == ["a", "", "c"])
    }
  }

  @Test func delimiterOfRequestIsKept() async throws {
    try await onThread {
      let context = try Context()
      let router = try Socket(.router, in: context)
      try router.bind(inprocEndpoint())
      let client = try Socket(.req, in: context)
      try client.connect(router.lastEndpoint)
      try client.send(Message("question"))
      var message = try #require(try router.receive(timeout: patience))
      #expect(message.frames.count == 3)
      #expect(message.frames[1] == [])
      message.frames[2] = Array("answer".utf8)
      try router.send(message)
      #expect(try client.receive(timeout: patience) == Message("answer"))
    }
  }

  @Test(arguments: [SocketType.pub, .xpub]) func subscribersReceiveTheirTopic(type: SocketType) async throws {
    try await onThread {
      let context = try Context()
      let publisher = try Socket(type, in: context)
      try publisher.bind("tcp://127.0.0.1:*")
      let subscriber = try Socket(
        .sub, in: context, options: SocketOptions { $0.subscriptions = [Array("chart".utf8)] })
      try subscriber.connect(publisher.lastEndpoint)
      if type == .xpub {
        #expect(try publisher.receive(timeout: patience) == Message([[1] + Array("chart".utf8)]))
      }
      // A PUB does not tell when the subscription has arrived.
      var received: Message?
      while received == nil {
        try publisher.send(Message("other", "1"))
        try publisher.send(Message("chart.1", "2"))
        received = try subscriber.receive(timeout: .milliseconds(10))
      }
      #expect(received == Message("chart.1", "2"))
    }
  }

  @Test func everySubscriptionIsReportedWhenVerbose() async throws {
    try await onThread {
      let context = try Context()
      let publisher = try Socket(.xpub, in: context, options: SocketOptions { $0.xpubVerbose = true })
      try publisher.bind("tcp://127.0.0.1:*")
      let options = SocketOptions { $0.subscriptions = [[]] }
      let first = try Socket(.sub, in: context, options: options)
      try first.connect(publisher.lastEndpoint)
      #expect(try publisher.receive(timeout: patience) == Message([[1]]))
      let second = try Socket(.sub, in: context, options: options)
      try second.connect(publisher.lastEndpoint)
      #expect(try publisher.receive(timeout: patience) == Message([[1]]))
      try publisher.send(Message("to both"))
      #expect(try first.receive(timeout: patience) == Message("to both"))
      #expect(try second.receive(timeout: patience) == Message("to both"))
    }
  }

  @Test func pairsExchangeBothWays() async throws {
    try await onThread {
      let context = try Context()
      let left = try Socket(.pair, in: context)
      try left.bind(inprocEndpoint())
      let right = try Socket(.pair, in: context)
      try right.connect(left.lastEndpoint)
      try left.send(Message("to the right"))
      try right.send(Message("to the left"))
      #expect(try right.receive(timeout: patience) == Message("to the right"))
      #expect(try left.receive(timeout: patience) == Message("to the left"))
    }
  }

  @Test(arguments: Transport.allCases) func largeAndEmptyFramesArriveWhole(transport: Transport) async throws {
    try await onThread {
      let context = try Context()
      let left = try Socket(.pair, in: context)
      try left.bind(transport.newEndpoint())
      let right = try Socket(.pair, in: context)
      try right.connect(left.lastEndpoint)
      let megabyte = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
      for message in [Message([megabyte, [], megabyte]), Message([[]]), Message([[], []]), Message([[0]])] {
        try left.send(message)
        #expect(try right.receive(timeout: patience) == message)
      }
      // Large ones lie where they lay until libzmq has sent them, whatever becomes of the array.
      for count in [65_535, 65_536, 65_537, 1 << 20] {
        for first in 0..<UInt8(20) {
          var frame = Array(megabyte.prefix(count))
          frame[0] = first
          try left.send(Message([[first], frame]))
          frame[0] = 255
        }
        for first in 0..<UInt8(20) {
          #expect(try right.receive(timeout: patience) == Message([[first], [first] + megabyte[1..<count]]))
        }
      }
    }
  }

  #if os(Linux)
    @Test("The system asks a silent connection whether it lives, as soon as the options say", arguments: [2, 10, 60])
    func keepalive(seconds: Int) async throws {
      try await onThread {
        let context = try Context()
        let options = SocketOptions { $0.keepaliveTimeout = .seconds(seconds) }
        let router = try Socket(.router, in: context, options: options)
        try router.bind("tcp://127.0.0.1:*")
        let client = try Socket(.dealer, in: context)
        try client.connect(router.lastEndpoint)
        try client.send(Message("hello"))
        let message = try #require(try router.receive(timeout: patience))
        let connection = try #require(message.connection)
        func option(_ level: Int32, _ name: Int32) -> Int {
          var value: Int32 = -1
          var size = socklen_t(MemoryLayout<Int32>.size)
          return getsockopt(connection, level, name, &value, &size) == 0 ? Int(value) : -1
        }
        let tcp = Int32(IPPROTO_TCP)
        #expect(option(SOL_SOCKET, SO_KEEPALIVE) == 1)
        let silence = option(tcp, TCP_KEEPIDLE) + option(tcp, TCP_KEEPINTVL) * option(tcp, TCP_KEEPCNT)
        #expect(silence >= seconds && silence <= max(seconds, 6), "\(silence) s")
        // What is sent and not acknowledged ends it, too.
        #expect(option(tcp, TCP_USER_TIMEOUT) == seconds * 1_000)
      }
    }
  #endif

  @Test("A large frame that cannot be sent is let go of, and the error is the same as of a small one")
  func largeFrameThatIsNotSent() async throws {
    try await onThread {
      let context = try Context()
      let options = SocketOptions { $0.routerMandatory = true }
      let router = try Socket(.router, in: context, options: options)
      try router.bind("tcp://127.0.0.1:*")
      for size in [1, 100_000] {
        let frame = [UInt8](repeating: 1, count: size)
        for message in [Message([Array("nobody".utf8), frame]), Message([frame, frame])] {
          let error = #expect(throws: ZeroMQError.self) { try router.send(message, dontWait: true) }
          #expect(error?.code == .hostUnreachable)
        }
      }
    }
  }

  @Test func nothingThereIsNoError() throws {
    let socket = try Socket(.pair, in: try Context())
    try socket.bind(inprocEndpoint())
    #expect(try socket.receive() == nil)
    #expect(try socket.receive(timeout: .milliseconds(2)) == nil)
    #expect(try socket.poll(for: .input, timeout: .zero) == [])
    let error = #expect(throws: ZeroMQError.self) { try socket.send(Message("nobody there"), dontWait: true) }
    #expect(error?.code == .again)
  }

  @Test func unboundEndpointCanBeBoundAgain() throws {
    let context = try Context()
    let socket = try Socket(.rep, in: context)
    try socket.bind("inproc://again")
    try socket.unbind("inproc://again")
    let next = try Socket(.rep, in: context)
    try next.bind("inproc://again")
    #expect(try next.lastEndpoint == "inproc://again")
  }
}
