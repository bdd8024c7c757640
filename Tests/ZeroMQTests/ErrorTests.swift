import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(5))) struct ErrorTests {
  @Test func boundEndpointIsNamedAsInUse() throws {
    let context = try Context()
    let first = try Socket(.rep, in: context)
    try first.bind("tcp://127.0.0.1:*")
    let endpoint = try first.lastEndpoint
    let second = try Socket(.rep, in: context)
    let error = #expect(throws: ZeroMQError.self) { try second.bind(endpoint) }
    #expect(error?.code == .addressInUse)
    #expect(error?.operation == "bind \(endpoint)")
    #expect(error?.description.contains(endpoint) == true)
    #expect(error?.message.contains("choose another port") == true)
  }

  @Test(arguments: [
    ("nonsense", ZeroMQError.Code.invalidArgument), ("smoke://signal", .protocolNotSupported), ("", .invalidArgument),
    ("tcp://127.0.0.1:99999", .invalidArgument), ("tcp://127.0.0.1:65536", .invalidArgument),
    ("tcp://127.0.0.1", .invalidArgument), ("tcp://127.0.0.1:", .invalidArgument), ("tcp://[::1", .noSuchInterface),
    ("tcp://203.0.113.7:0", .addressNotAvailable),
    ("ipc:///tmp/\(String(repeating: "x", count: 200))", .nameTooLong), ("ipc:///no/such/folder/socket", .notFound),
  ])
  func wrongEndpointsAreRefused(endpoint: String, code: ZeroMQError.Code) throws {
    let socket = try Socket(.rep, in: try Context())
    let error = #expect(throws: ZeroMQError.self) { try socket.bind(endpoint) }
    #expect(error?.code == code)
  }

  @Test func turnsOfRequestAndReplyAreKept() throws {
    let context = try Context()
    let reply = try Socket(.rep, in: context)
    #expect(throws: ZeroMQError.self) { try reply.send(Message("unasked")) }
    let error = #expect(throws: ZeroMQError.self) { try reply.send(Message("unasked")) }
    #expect(error?.code == .wrongState)
    #expect(#expect(throws: ZeroMQError.self) { try reply.send(Message([[UInt8]]())) }?.code == .invalidArgument)
  }

  @Test func wrongOptionsAreNamed() throws {
    let context = try Context()
    let long = SocketOptions { $0.identity = [UInt8](repeating: 1, count: 256) }
    let error = #expect(throws: ZeroMQError.self) { _ = try Socket(.dealer, in: context, options: long) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.operation.contains("identity") == true)
    let reserved = SocketOptions { $0.identity = [0, 1] }
    #expect(throws: ZeroMQError.self) { _ = try Socket(.dealer, in: context, options: reserved) }
    let negative = SocketOptions { $0.sendHighWaterMark = -1 }
    #expect(throws: ZeroMQError.self) { _ = try Socket(.dealer, in: context, options: negative) }
    let subscribing = SocketOptions { $0.subscriptions = [[]] }
    #expect(throws: ZeroMQError.self) { _ = try Socket(.dealer, in: context, options: subscribing) }
    #expect(throws: ZeroMQError.self) { _ = try Context(ioThreads: 0) }
    #expect(throws: ZeroMQError.self) { _ = try Context(maximumSockets: -1) }
  }

  @Test func socketsOfASmallContextRunOut() throws {
    let context = try Context(maximumSockets: 1)
    let first = try Socket(.pair, in: context)
    #expect(try first.receive() == nil)
    let error = #expect(throws: ZeroMQError.self) { _ = try Socket(.pair, in: context) }
    #expect(error?.code == .tooManySockets)
  }

  @Test func routerTellsThatAPeerIsUnknown() throws {
    let router = try Socket(.router, in: try Context())
    let error = #expect(throws: ZeroMQError.self) { try router.send(Message("nobody", "text")) }
    #expect(error?.code == .hostUnreachable)
  }
}
