import Dispatch
import Synchronization
import Foundation
import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(5))) struct SocketLoopTests {
  @Test(arguments: Transport.allCases) func answersWithinTheHandler(transport: Transport) async throws {
    let context = try Context()
    let results = Box<[SendResult]>([])
    let loop = try SocketLoop(context: context, name: "echo")
    let router = try loop.bind(.router, to: transport.newEndpoint()) { message, router in
      #expect(router.endpoint.isEmpty == false)
      let result = router.send(message)
      results.update { $0.append(result) }
    }
    try loop.start()
    try await onThread {
      let dealer = try Socket(.dealer, in: context)
      try dealer.connect(router.endpoint)
      let request = try Socket(.req, in: context)
      try request.connect(router.endpoint)
      for number in 0..<100 {
        try dealer.send(Message("\(number)", ""))
        #expect(try dealer.receive(timeout: patience) == Message("\(number)", ""))
        try request.send(Message("\(number)"))
        #expect(try request.receive(timeout: patience) == Message("\(number)"))
      }
    }
    await loop.stop()
    #expect(results.value == Array(repeating: .sent, count: 200))
  }

  @Test func eightThreadsSendEachInOrder() async throws {
    let context = try Context()
    let receiver = try Socket(.pair, in: context)
    try receiver.bind("inproc://order")
    let loop = try SocketLoop(context: context, name: "order")
    let channel = try loop.connect(.pair, to: "inproc://order")
    try loop.start()
    for sender in 0..<8 {
      Thread {
        for number in 0..<10_000 {
          // Until there is room: all eight would have to be told.
          while !channel.send(Message("\(sender)", "\(number)")).isAccepted { usleep(100) }
        }
      }.start()
    }
    var next = [Int](repeating: 0, count: 8)
    for _ in 0..<80_000 {
      let message = try #require(try receiver.receive(timeout: patience))
      let sender = try #require(Int(message.texts[0]))
      try #require(message.texts[1] == "\(next[sender])")
      next[sender] += 1
    }
    #expect(next == Array(repeating: 10_000, count: 8))
    await loop.stop()
  }

  @Test func whatWasQueuedBeforeGoesOutBeforeWhatAHandlerSends() async throws {
    let context = try Context()
    let receiver = try Socket(.pair, in: context)
    try receiver.bind("inproc://before")
    let loop = try SocketLoop(context: context, name: "before")
    let channel = try loop.connect(.pair, to: "inproc://before")
    try loop.start()
    loop.perform {
      let isQueued = DispatchSemaphore(value: 0)
      Thread {
        #expect(channel.send(Message("first")) == .queued)
        isQueued.signal()
      }.start()
      isQueued.wait()
      #expect(channel.send(Message("second")) == .sent)
    }
    #expect(try receiver.receive(timeout: patience) == Message("first"))
    #expect(try receiver.receive(timeout: patience) == Message("second"))
    await loop.stop()
  }

  @Test func socketsTakeTurnsAndABatchEndsAfterWhatHadArrived() async throws {
    let context = try Context()
    var limits = SocketLoop.Limits()
    limits.batch = 4
    let loop = try SocketLoop(context: context, name: "turns", limits: limits)
    let log = Box("")
    for name in ["a", "b"] {
      _ = try loop.bind(
        .pair, to: "inproc://turns-\(name)",
        onMessage: { _, _ in log.update { $0 += name } }, onBatchEnd: { _ in log.update { $0 += "." } })
    }
    let first = try Socket(.pair, in: context)
    try first.connect("inproc://turns-a")
    let second = try Socket(.pair, in: context)
    try second.connect("inproc://turns-b")
    for _ in 0..<6 {
      try first.send(Message(""))
      try second.send(Message(""))
    }
    // Nothing is handled before the start.
    #expect(log.value.isEmpty)
    try loop.start()
    try await log.until { $0.count == 16 }
    #expect(log.value == "aaaa.bbbb.aa.bb.")
    await loop.stop()
  }

  @Test func pausedChannelLeavesMessagesInTheSocket() async throws {
    let context = try Context()
    let loop = try SocketLoop(context: context, name: "pause")
    let received = Box<[Message]>([])
    let channel = try loop.bind(.pair, to: "inproc://pause") { message, channel in
      received.update { $0.append(message) }
      if message == Message("1") { channel.pause() }
    }
    let sender = try Socket(.pair, in: context)
    try sender.connect("inproc://pause")
    for text in ["1", "2", "3"] { try sender.send(Message(text)) }
    try loop.start()
    try await received.until { !$0.isEmpty }
    let hasTurned = Box(0)
    for _ in 0..<3 { loop.schedule(after: .milliseconds(2)) { hasTurned.update { $0 += 1 } } }
    try await hasTurned.until { $0 == 3 }
    #expect(received.value == [Message("1")])
    channel.resume()
    try await received.until { $0.count == 3 }
    #expect(received.value == [Message("1"), Message("2"), Message("3")])
    await loop.stop()
  }

  @Test func replyMayComeLaterAndFromElsewhere() async throws {
    let context = try Context()
    let loop = try SocketLoop(context: context, name: "later")
    let rep = try loop.bind(.rep, to: "tcp://127.0.0.1:*") { message, rep in
      switch message.texts.first {
      case "timer": loop.schedule(after: .milliseconds(2)) { rep.send(message) }
      case "task": Task { rep.send(message) }
      default: rep.send(message)
      }
    }
    try loop.start()
    try await onThread {
      let clients = 4
      for client in 0..<clients {
        let request = try Socket(.req, in: context)
        try request.connect(rep.endpoint)
        for way in ["timer", "task", "handler", "task", "timer"] {
          try request.send(Message(way, "\(client)"))
          #expect(try request.receive(timeout: patience) == Message(way, "\(client)"))
        }
      }
    }
    await loop.stop()
  }

  @Test(arguments: [SocketType.pub, .xpub]) func publishedMessagesReachSubscribersInOrder(type: SocketType) async throws
  {
    let context = try Context()
    let loop = try SocketLoop(context: context, name: "publish")
    let publisher = try loop.bind(type, to: "tcp://127.0.0.1:*", options: SocketOptions { $0.sendHighWaterMark = 0 })
    try loop.start()
    try await onThread {
      let options = SocketOptions {
        $0.subscriptions = [[]]
        $0.receiveHighWaterMark = 0
      }
      let subscriber = try Socket(.sub, in: context, options: options)
      try subscriber.connect(publisher.endpoint)
      var next = 0
      while try subscriber.receive(timeout: .milliseconds(5)) == nil { publisher.send(Message("are you there?")) }
      for number in 0..<1_000 { #expect(publisher.send(Message("\(number)")) == .queued) }
      while next < 1_000 {
        let message = try #require(try subscriber.receive(timeout: patience))
        if message.texts[0] == "are you there?" { continue }
        try #require(message.texts[0] == "\(next)")
        next += 1
      }
    }
    await loop.stop()
  }

  @Test func manyClientsWithManyRequestsInFlightAreAllAnswered() async throws {
    let context = try Context()
    let loop = try SocketLoop(context: context, name: "hundred")
    let router = try loop.bind(.router, to: "tcp://127.0.0.1:*") { message, router in
      if message.byteCount % 2 == 0 { router.send(message) } else { Task { router.send(message) } }
    }
    try loop.start()
    try await withThrowingTaskGroup { group in
      for client in 0..<100 {
        group.addTask {
          try await onThread {
            let dealer = try Socket(.dealer, in: context)
            try dealer.connect(router.endpoint)
            for number in 0..<50 { try dealer.send(Message("\(client)", "\(number)")) }
            var answers: Set<Message> = []
            for _ in 0..<50 { answers.insert(try #require(try dealer.receive(timeout: patience))) }
            #expect(answers == Set((0..<50).map { Message("\(client)", "\($0)") }))
          }
        }
      }
      try await group.waitForAll()
    }
    await loop.stop()
  }

  @Test func timersFireInOrderUnlessCancelled() async throws {
    let loop = try SocketLoop(context: Context(), name: "timers")
    let log = Box<[Int]>([])
    let begin = ContinuousClock.now
    for number in [3, 1, 2] {
      loop.schedule(after: .milliseconds(number * 10)) {
        #expect(ContinuousClock.now >= begin + .milliseconds(number * 10))
        log.update { $0.append(number) }
      }
    }
    let cancelled = loop.schedule(after: .milliseconds(15)) { log.update { $0.append(99) } }
    loop.schedule(after: .milliseconds(5)) { cancelled.cancel() }
    try loop.start()
    try await log.until { $0.count == 3 }
    #expect(log.value == [1, 2, 3])
    await loop.stop()
  }

  @Test func jobsRunOnTheLoopsThreadAndNeverWithinAnother() async throws {
    let loop = try SocketLoop(context: Context(), name: "jobs")
    let log = Box<[String]>([])
    try loop.start()
    #expect(!loop.isCurrentThread)
    loop.perform {
      log.update { $0.append("outer") }
      #expect(loop.isCurrentThread)
      loop.perform { log.update { $0.append("inner") } }
      log.update { $0.append("end of outer") }
    }
    try await log.until { $0.count == 3 }
    #expect(log.value == ["outer", "end of outer", "inner"])
    await loop.stop()
  }

  @Test("Jobs that take their time let messages through between them, and keep their order")
  func jobsTakeTurnsWithSockets() async throws {
    let context = try Context()
    let loop = try SocketLoop(context: context, name: "turns")
    let order = Mutex<[Int]>([])
    let channel = try loop.bind(.router, to: inprocEndpoint()) { message, channel in
      order.withLock { $0.append(-1) }
      channel.send(message)
    }
    try loop.start()
    let endpoint = channel.endpoint
    try await onThread {
      let client = try Socket(.dealer, in: context)
      try client.connect(endpoint)
      try client.send(Message("hello"))
      #expect(try client.receive(timeout: patience) == Message("hello"))
      // All are there before the first has ended, and so is the message.
      let isReady = DispatchSemaphore(value: 0)
      loop.perform { isReady.wait() }
      for number in 0..<400 {
        loop.perform {
          // The time that the job takes: all together much longer than one turn may be.
          usleep(200)
          order.withLock { $0.append(number) }
        }
      }
      try client.send(Message("hello"))
      isReady.signal()
      #expect(try client.receive(timeout: patience) == Message("hello"))
    }
    // Whatever was accepted is run, also once the loop is to end.
    await loop.stop()
    let seen = order.withLock { $0 }
    #expect(seen.filter { $0 >= 0 } == Array(0..<400))
    let turn = try #require(seen.lastIndex(of: -1))
    #expect(turn < seen.count - 1, "the message waited for all of them")
  }

  @Test func channelsAreOpenedBeforeTheStart() async throws {
    let loop = try SocketLoop(context: Context(), name: "late")
    try loop.start()
    #expect(#expect(throws: ZeroMQError.self) { _ = try loop.bind(.rep, to: inprocEndpoint()) }?.code == .wrongState)
    #expect(#expect(throws: ZeroMQError.self) { try loop.start() }?.code == .wrongState)
    await loop.stop()
    #expect(#expect(throws: ZeroMQError.self) { try loop.start() }?.code == .wrongState)
  }

  @Test func shutDownContextEndsTheLoopWithAnEvent() async throws {
    let context = try Context()
    let loop = try SocketLoop(context: context, name: "terminated")
    let events = Box<[Channel.Event]>([])
    let channel = try loop.bind(.rep, to: inprocEndpoint(), onEvent: { event, _ in events.update { $0.append(event) } })
    try loop.start()
    context.shutdown()
    try await eventually { channel.send(Message("late")) == .stopped }
    guard case .failed(let error)? = events.value.first else {
      Issue.record("\(events.value)")
      return
    }
    #expect(error.code == .terminated)
    await loop.stop()
  }

  @Test func heartbeatAnswersEverybodyAlsoAfterSomebodyVanished() async throws {
    let context = try Context()
    let heartbeat = try Heartbeat(context: Context(), endpoint: "tcp://127.0.0.1:*")
    try await onThread {
      for number in 0..<20 {
        let vanishing = try Socket(.req, in: context, options: SocketOptions { $0.linger = .zero })
        try vanishing.connect(heartbeat.endpoint)
        try vanishing.send(Message("\(number)"))
      }
      for type in [SocketType.req, .dealer] {
        let client = try Socket(type, in: context)
        try client.connect(heartbeat.endpoint)
        for message in [Message("ping"), Message([[]]), Message([[0, 255], [1]])] {
          try client.send(message)
          #expect(try client.receive(timeout: patience) == message)
        }
      }
    }
    await heartbeat.stop()
    await heartbeat.stop()
  }
}
