import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(5))) struct ContextTests {
  @Test func contextLivesAsLongAsItsSockets() throws {
    var context: Context? = try Context()
    weak let observed = context
    do {
      let left = try Socket(.pair, in: try #require(context))
      try left.bind("inproc://kept")
      let right = try Socket(.pair, in: try #require(context))
      context = nil
      #expect(observed != nil)
      try right.connect("inproc://kept")
      try left.send(Message("still here"))
      #expect(try right.receive() == Message("still here"))
    }
    #expect(observed == nil)
  }

  @Test func unsentMessagesDelayTheEndNoLongerThanTheyLinger() throws {
    // Would never end with libzmq's own linger time.
    let client = try Socket(.dealer, in: try Context(), options: SocketOptions { $0.linger = .milliseconds(10) })
    try client.connect("tcp://127.0.0.1:9")
    try client.send(Message("never delivered"))
  }

  @Test func shutdownEndsWaiting() async throws {
    let context = try Context()
    let isOpen = Box(false)
    async let code = onThread { () -> ZeroMQError.Code? in
      let socket = try Socket(.pair, in: context)
      isOpen.update { $0 = true }
      do throws(ZeroMQError) {
        _ = try socket.receive(timeout: nil)
        return nil
      } catch {
        return error.code
      }
    }
    try await isOpen.until { $0 }
    // Nothing tells that a thread waits in libzmq. Too early a shutdown must give the same.
    try await Task.sleep(for: .milliseconds(20))
    context.shutdown()
    context.shutdown()
    #expect(try await code == .terminated)
    let error = #expect(throws: ZeroMQError.self) { _ = try Socket(.pair, in: context) }
    #expect(error?.code == .terminated)
  }
}
