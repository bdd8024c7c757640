import Foundation
import Testing
import ZeroMQ

/// libzmq closes sockets a moment after it was told to.
private func isFree(_ endpoint: String, in context: Context) -> Bool {
  do throws(ZeroMQError) {
    let socket = try Socket(.rep, in: context)
    try socket.bind(endpoint)
    return true
  } catch {
    return false
  }
}

@Suite(.timeLimit(.minutes(5))) struct StopTests {
  @Test func acceptedMessagesAreSentFirst() async throws {
    let context = try Context()
    let receiver = try Socket(.pair, in: context)
    // Fewer fit than are sent: the rest waits in the loop, which has to wait for room.
    try receiver.bind("tcp://127.0.0.1:*")
    let endpoint = try receiver.lastEndpoint
    let loop = try SocketLoop(context: context, name: "flush")
    let channel = try loop.connect(.pair, to: endpoint, options: SocketOptions { $0.sendHighWaterMark = 50 })
    try loop.start()
    var accepted = 0
    for number in 0..<200 where channel.send(Message("\(number)")).isAccepted { accepted += 1 }
    #expect(accepted > 50)
    async let stopped: Void = loop.stop(flushing: patience)
    for number in 0..<accepted {
      try #require(try receiver.receive(timeout: patience) == Message("\(number)"))
    }
    await stopped
    #expect(channel.send(Message("late")) == .stopped)
    #expect(!loop.perform {})
  }

  @Test func handlerMayStopItsLoop() async throws {
    let context = try Context()
    let loop = try SocketLoop(context: context, name: "itself")
    let endpoint = inprocEndpoint()
    let channel = try loop.bind(.rep, to: endpoint) { message, channel in
      channel.send(message)
      loop.stop()
      #expect(channel.send(Message("unasked")) != .stopped)
    }
    try loop.start()
    try await onThread {
      let client = try Socket(.req, in: context)
      try client.connect(endpoint)
      try client.send(Message("stop"))
      #expect(try client.receive(timeout: patience) == Message("stop"))
    }
    await loop.stop()
    #expect(channel.send(Message("late")) == .stopped)
  }

  @Test func manyMayStopAtOnce() async throws {
    for _ in 0..<20 {
      let context = try Context()
      let loop = try SocketLoop(context: context, name: "many")
      let channel = try loop.bind(.router, to: "tcp://127.0.0.1:*")
      try loop.start()
      try await withThrowingTaskGroup { group in
        for _ in 0..<4 {
          group.addTask { try await onThread { loop.stop() } }
          group.addTask { await loop.stop() }
          group.addTask { _ = channel.send(Message("nobody", "text")) }
        }
        loop.perform { loop.stop() }
        try await group.waitForAll()
      }
      try await eventually { isFree(channel.endpoint, in: context) }
    }
  }

  @Test func loopNeverStartedClosesItsSockets() async throws {
    let context = try Context()
    let loop = try SocketLoop(context: context, name: "never")
    let channel = try loop.bind(.rep, to: inprocEndpoint())
    await loop.stop()
    try await onThread { loop.stop() }
    try await eventually { isFree(channel.endpoint, in: context) }
  }

  @Test func slowPeerDelaysTheStopOnlyForTheGivenTime() async throws {
    let context = try Context()
    let loop = try SocketLoop(context: context, name: "stuck")
    let channel = try loop.bind(.pair, to: inprocEndpoint())
    try loop.start()
    #expect(channel.send(Message("nobody is connected")).isAccepted)
    await loop.stop(flushing: .milliseconds(20))
    #expect(channel.send(Message("late")) == .stopped)
  }

  @Test func loopIsClosedWhenNobodyHoldsIt() async throws {
    let context = try Context()
    let endpoint = inprocEndpoint()
    do {
      let loop = try SocketLoop(context: context, name: "dropped")
      _ = try loop.bind(.rep, to: endpoint)
      try loop.start()
    }
    try await eventually { isFree(endpoint, in: context) }
  }
}
