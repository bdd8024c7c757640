import ChartService
import JSONModel
import JSONRPC
import POSIX
import Synchronization
import TestSupport
import Testing
import ZeroMQ

@testable import RPCServer

private let refusal: JSON = .integer(RPCError.Code.notAuthorized.rawValue)

@Suite("Connections by which nobody was let in", .timeLimit(.minutes(5)))
struct StrangersTests {
  private let token = AccessToken.random()
  private var limits = RPCRouter.Limits()

  private func introduction(_ id: Int) -> [UInt8] {
    request(id, "initialize", ["protocolVersion": "1.0", "token": .string(token.text)])
  }

  /// A client that was let in.
  private func member(of server: RunningRouter, name: [UInt8] = []) throws -> HandmadeClient {
    let client = try HandmadeClient(to: server.router.endpoint)
    client.say(name: name)
    client.send(introduction(1))
    #expect(try client.receive(seconds: 20)?["result"]?["protocolVersion"] == "1.0")
    return client
  }

  private func isHeard(_ client: HandmadeClient) throws -> Bool {
    client.send(request(2, "chart/list"))
    return try client.receive(seconds: 20)?["result"] == ["charts": ["spending"]]
  }

  @Test("Of too many the oldest are ended; who was let in stays, and who comes is let in")
  func tooMany() throws {
    var limits = RPCRouter.Limits()
    limits.strangers = 4
    let server = try RunningRouter(limits: limits, access: .token(token))
    let first = try member(of: server)
    let strangers = try (0..<12).map { _ in try HandmadeClient(to: server.router.endpoint) }
    for stranger in strangers.prefix(8) { #expect(stranger.isEnded(seconds: 20)) }
    let last = try member(of: server)
    #expect(try isHeard(first) && isHeard(last))
    #expect(!strangers[11].isEnded(seconds: 0.1))
  }

  @Test("However many are allowed, they are half of the descriptors at most")
  func half() throws {
    var limits = RPCRouter.Limits()
    #expect(limits.strangers == 4_096, "if nothing else is said")
    limits.strangers = .max
    let strangers = Strangers(on: try SocketLoop(context: Context(), name: "router"), .withoutToken, limits: limits)
    let half = FileDescriptor.limit / 2
    // Descriptors that nobody has.
    for number in 1...half + 3 { strangers.note(.began(Int32(clamping: 1 << 24 + number))) }
    #expect(strangers.count == half)
  }

  @Test("Who takes too long to give the token is ended; who gave it may be silent")
  func tooLong() throws {
    #expect(limits.introduction == .seconds(10), "if nothing else is said")
    var limits = limits
    limits.introduction = .milliseconds(200)
    let server = try RunningRouter(limits: limits, access: .token(token))
    let client = try member(of: server)
    let (silent, refused) = (
      try HandmadeClient(to: server.router.endpoint), try HandmadeClient(to: server.router.endpoint)
    )
    refused.say(name: [])
    refused.send(request(1, "chart/list"))
    #expect(silent.isEnded(seconds: 20) && refused.isEnded(seconds: 20))
    #expect(try isHeard(client))
  }

  @Test("Where everybody is let in, nobody is ended for being silent, nor for coming")
  func everybody() throws {
    var limits = limits
    (limits.introduction, limits.strangers, limits.burst, limits.rate) = (.milliseconds(1), 1, 1, 0)
    let server = try RunningRouter(limits: limits)
    let clients = try (0..<4).map { _ in try HandmadeClient(to: server.router.endpoint) }
    for client in clients {
      client.say(name: [])
      #expect(try isHeard(client))
    }
  }

  @Test("Who comes without being let in takes a place, and gets it back with the token; places come back in time")
  func places() async throws {
    let now = Mutex(ContinuousClock.now)
    var limits = limits
    (limits.burst, limits.rate) = (5, 10)
    let loop = try SocketLoop(context: Context(), name: "router")
    let strangers = Strangers(on: loop, .withoutToken, limits: limits) { now.withLock { $0 } }
    try loop.start()
    let entered = Mutex(0)
    func come(_ count: Int) {
      for _ in 0..<count { #expect(strangers.enter { entered.withLock { $0 += 1 } }) }
    }
    // Where one too many is let in, those that are left are too few for the next number.
    func expectEntered(_ count: Int) async throws {
      // What enters counts itself, and tells nobody else; the test's time limit ends the wait.
      while entered.withLock({ $0 }) < count { try await Task.sleep(for: .milliseconds(1)) }
      #expect(entered.withLock { $0 } == count)
    }
    come(9)
    try await expectEntered(5)
    for connection: Int32 in 1...3 {
      strangers.note(.began(connection))
      strangers.letIn(connection)
      strangers.letIn(connection)
    }
    try await expectEntered(8)
    come(9)
    now.withLock { $0 += .milliseconds(250) }
    try await expectEntered(10)
    // Those that have waited for too long are not let in any more.
    now.withLock { $0 += .seconds(3_600) }
    come(6)
    try await expectEntered(15)
    // A connection that has ended and begun again is another.
    strangers.note(.ended(1))
    strangers.note(.began(1))
    strangers.letIn(1)
    try await expectEntered(16)
    let known = Strangers(on: loop, .withoutKey, limits: limits)
    for _ in 0..<999 { #expect(known.enter { entered.withLock { $0 += 1 } }) }
    #expect(entered.withLock { $0 } == 1_015)
    await loop.stop()
  }

  @Test("A client is none any more when its first message comes, also before it is known that it has come")
  func early() throws {
    let loop = try SocketLoop(context: Context(), name: "router")
    let strangers = Strangers(on: loop, .withoutToken, limits: limits)
    strangers.letIn(7)
    strangers.note(.began(7))
    #expect(strangers.count == 0)
    strangers.note(.ended(7))
    strangers.note(.began(7))
    #expect(strangers.count == 1)
  }

  @Test("With a list of keys, a connection that is older than a handshake has shown one, and stays")
  func listed() throws {
    let loop = try SocketLoop(context: Context(), name: "router")
    let now = Mutex(ContinuousClock.now)
    var limits = limits
    limits.strangers = 2
    let strangers = Strangers(on: loop, .withoutKey, limits: limits) { now.withLock { $0 } }
    strangers.note(.began(1))
    strangers.note(.began(2))
    now.withLock { $0 += limits.handshake }
    strangers.note(.began(3))
    #expect(strangers.count == 2, "the first is ended: it may not have shown a key")
    now.withLock { $0 += .seconds(2) }
    strangers.note(.began(4))
    #expect(strangers.count == 2, "the second has shown one")
    strangers.note(.began(5))
    #expect(strangers.count == 2, "the third is ended")
    strangers.letIn(2)
    #expect(strangers.count == 2)
  }

  @Test("When too many have come, the next ones wait until there is a place")
  func tooOften() throws {
    let begin = ContinuousClock.now
    var limits = limits
    (limits.burst, limits.rate) = (2, 0.5)
    let server = try RunningRouter(limits: limits, access: .token(token))
    let strangers = try (0..<2).map { _ in try HandmadeClient(to: server.router.endpoint) }
    try withExtendedLifetime(strangers) {
      #expect(try HandmadeClient().tryToConnect(to: server.router.endpoint))
      #expect(ContinuousClock.now - begin >= .seconds(2))
      // In the server's context its own side would be asked about, too.
      let client = try Socket(.dealer, in: Context(), options: SocketOptions { $0.linger = .zero })
      try client.connect(server.router.endpoint)
      try client.send(Message([introduction(1)]))
      let answer = try #require(try client.receive(timeout: .seconds(20)))
      #expect(try JSON(parsing: answer.frames[0])["result"]?["protocolVersion"] == "1.0")
      #expect(ContinuousClock.now - begin >= .seconds(4))
    }
  }

  @Test("Who is refused again and again is ended; a long batch is one refusal more, in words")
  func tooTalkative() throws {
    let server = try RunningRouter(access: .token(token))
    let stranger = try HandmadeClient(to: server.router.endpoint)
    stranger.say(name: [])
    for id in 1...500 {
      stranger.send(request(id, "chart/list"))
      let answer = try stranger.receive(seconds: 20)
      #expect(answer?["id"] == .integer(id) && answer?["error"]?["code"] == refusal)
    }
    let batch = Array(repeating: request(1, "chart/list"), count: 900).joined(separator: Array(",".utf8))
    stranger.send(Array("[".utf8) + Array(batch) + Array("]".utf8))
    #expect(try stranger.receive(seconds: 20)?.arrayValue?.count == 900)
    stranger.send(request(1, "chart/list"))
    #expect(stranger.isEnded(seconds: 20))
    #expect(try isHeard(member(of: server)))
  }

  @Test("Of those who are not let in no more than 128 KiB are read")
  func tooLarge() throws {
    let server = try RunningRouter(access: .token(token))
    let stranger = try HandmadeClient(to: server.router.endpoint)
    stranger.say(name: [])
    let long = Array(#"{"jsonrpc":"2.0","id":7,"method":"x","params":[""#.utf8) + Array(repeating: 65, count: 150_000)
    stranger.send(long + Array(#""]}"#.utf8))
    let answer = try stranger.receive(seconds: 20)
    #expect(answer?["id"] == 7 && answer?["error"]?["code"] == refusal)
    stranger.send(introduction(1))
    #expect(stranger.isEnded(seconds: 20))
  }

  @Test("Whoever has a name that is made by hand is ended when he speaks, if no client can have it")
  func handmadeNames() throws {
    let names = Mutex<[[UInt8]]>([])
    let loop = try SocketLoop(context: Context(), name: "router")
    let router = try RPCRouter(endpoint: "tcp://127.0.0.1:*", on: loop, access: .token(token)) { client in
      names.withLock { $0.append(client.identity) }
      return ChartService().makePeer()
    }
    try loop.start()
    defer {
      loop.stop()
      router.close()
    }
    let client = try HandmadeClient(to: router.endpoint)
    client.say(name: [])
    client.send(introduction(1))
    while names.withLock({ $0.isEmpty }) { _ = try client.receive(seconds: 0.01) }
    let name = try #require(names.withLock { $0.first })
    // Those that come soon are near, half of all numbers away nobody is.
    for (name, isHeard) in [
      ([0, name[1] ^ 0x80] + name[2...], false), ([0, 1, 2], false), (name[..<4] + [name[4] ^ 0x40], true),
    ] {
      let stranger = try HandmadeClient(to: router.endpoint)
      stranger.say(name: Array(name))
      stranger.send(request(1, "chart/list"))
      if isHeard {
        #expect(try stranger.receive(seconds: 20)?["error"]?["code"] == refusal)
      } else {
        #expect(try stranger.receive(seconds: 20) == nil && stranger.isEnded(seconds: 20), "\(name)")
      }
    }
  }
}
