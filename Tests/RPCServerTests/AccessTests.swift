import ChartService
import Foundation
import JSONModel
import JSONRPC
import Synchronization
import TestSupport
import Testing
import ZeroMQ

@testable import RPCServer

private func introduction(_ id: Int, _ token: AccessToken) -> [UInt8] {
  request(id, "initialize", ["protocolVersion": "1.0", "token": .string(token.text)])
}

private let refusal: JSON = .integer(RPCError.Code.notAuthorized.rawValue)

@Suite("Whom a router listens to", .timeLimit(.minutes(5)))
struct AccessTests {
  private let token = AccessToken.random()

  @Test("A client is refused until it has given the token, and nobody else is let in by it")
  func introducing() throws {
    let server = try RunningRouter(access: .token(token))
    let client = try server.client()
    let other = try server.client()
    try client.send(Message([request(1, "chart/list")]))
    #expect(try answer(client).json["error"]?["code"] == refusal)
    try client.send(Message([introduction(2, token)]))
    #expect(try answer(client).json["result"]?["protocolVersion"] == "1.0")
    try client.send(Message([request(3, "chart/list")]))
    #expect(try answer(client).json["result"] == ["charts": ["spending"]])
    try other.send(Message([request(4, "chart/list")]))
    #expect(try answer(other).json["error"]?["code"] == refusal)
  }

  @Test("A batch that has the token is carried out whole; only the first `initialize` of it counts")
  func batches() throws {
    let server = try RunningRouter(access: .token(token))
    func batch(_ messages: [UInt8]...) -> Message {
      Message([Array("[".utf8) + Array(messages.joined(separator: Array(",".utf8))) + Array("]".utf8)])
    }
    let client = try server.client()
    try client.send(batch(introduction(1, AccessToken("guess")), introduction(2, token), request(3, "chart/list")))
    #expect(try answer(client).json.arrayValue?.map { $0["error"]?["code"] } == [refusal, refusal, refusal])
    try client.send(batch(request(1, "chart/list"), introduction(2, token)))
    #expect(try answer(client).json[0]?["result"] == ["charts": ["spending"]])
  }

  @Test("What a client sends behind the token is done, however soon it leaves")
  func lastWords() throws {
    let server = try RunningRouter(access: .token(token))
    let watcher = try server.client()
    try watcher.send(Message([introduction(1, token)]))
    _ = try answer(watcher).json
    for turn in 1...30 {
      do {
        let options = SocketOptions { $0.linger = .seconds(10) }
        let client = try Socket(.dealer, in: server.context, options: options)
        try client.connect(server.router.endpoint)
        try client.send(Message([introduction(1, token)]))
        for number in 2...4 {
          try client.send(Message([request(number, "chart/rotate", ["chart": "spending", "by": 1, "render": false])]))
        }
      }
      var revision: JSON?
      let end = ContinuousClock.now + .seconds(20)
      // Nobody is told when what nobody waits for has been done.
      while revision != .integer(1 + 3 * turn), .now < end {
        try watcher.send(Message([request(2, "chart/get", ["chart": "spending"])]))
        revision = try answer(watcher).json["result"]?["revision"]
      }
      try #require(revision == .integer(1 + 3 * turn))
    }
  }

  @Test("Who was let in before a client has gone, and takes its name afterwards, is not taken for it")
  func heirsByHand() throws {
    let server = try RunningRouter(access: .token(token))
    let name = Array("script".utf8)
    for _ in 1...10 {
      var heirs = try (0..<40).map { _ in try HandmadeClient(to: server.router.endpoint) }
      do {
        let client = try server.client(identity: name)
        try client.send(Message([introduction(1, token)]))
        _ = try answer(client).json
      }
      // Those that say the name before it is free are never heard.
      var heard: JSON?
      while heard == nil, let heir = heirs.popLast() {
        heir.say(name: name)
        heir.send(request(2, "chart/list"))
        heard = try heir.receive(seconds: 0.05)
      }
      #expect(heard?["error"]?["code"] == refusal)
    }
  }

  @Test("The name that libzmq made up for a client is no proof either, even with that one's descriptor")
  func heirsOfNamesThatWereMadeUp() throws {
    let names = Mutex<[[UInt8]]>([])
    var wereHeard = 0
    let service = ChartService()
    let context = try Context()
    let loop = try SocketLoop(context: context, name: "router")
    let router = try RPCRouter(endpoint: "tcp://127.0.0.1:*", on: loop, access: .token(token)) { client in
      names.withLock { $0.append(client.identity) }
      return service.makePeer()
    }
    try loop.start()
    defer {
      loop.stop()
      router.close()
    }
    for _ in 1...20 {
      // Both have their own descriptors already, so that the lowest that is free afterwards is the server's of the first one.
      let (client, heir) = (HandmadeClient(), HandmadeClient())
      try client.connect(to: router.endpoint)
      // Nameless, as those are who leave their name to libzmq.
      client.say(name: [])
      client.send(introduction(1, token))
      #expect(try client.receive(seconds: 20)?["result"] != nil)
      client.disconnect()
      let name = try #require(names.withLock { $0.last })
      #expect(name.first == 0)
      try heir.connect(to: router.endpoint)
      heir.say(name: name)
      heir.send(request(2, "chart/list"))
      // It is not heard if the name was not free yet.
      let heard = try heir.receive(seconds: 0.2)
      #expect(heard == nil || heard?["error"]?["code"] == refusal)
      wereHeard += heard == nil ? 0 : 1
    }
    #expect(wereHeard > 0)
    #expect(names.withLock { $0.count } == 20)
  }

  @Test("Who takes a living client's name is not heard, and does it no harm")
  func living() throws {
    let server = try RunningRouter(access: .token(token))
    let name = Array("script".utf8)
    let client = try server.client(identity: name)
    try client.send(Message([introduction(1, token)]))
    _ = try answer(client).json
    let thief = try HandmadeClient(to: server.router.endpoint)
    thief.say(name: name)
    thief.send(request(2, "chart/delete", ["chart": "spending"]))
    #expect(try thief.receive(seconds: 0.1) == nil)
    try client.send(Message([request(3, "chart/list")]))
    #expect(try answer(client).json["result"] == ["charts": ["spending"]])
  }

  @Test("A list of keys needs an encrypted connection")
  func keysWithoutEncryption() throws {
    let folder = try TemporaryFolder()
    let keys = try ClientKeyFile(path: try folder.write("")) { _ in }
    #expect(throws: RPCRouterError.self) { try RunningRouter(access: .keys(keys)) }
  }

  // MARK: - Tokens

  @Test("After five wrong tokens a connection is refused the right one, too; others are not")
  func guesses() {
    let doorkeeper = Doorkeeper(.token(token))
    func isAdmitted(_ token: AccessToken, by connection: Int32?) -> Bool {
      if case .admitted = doorkeeper.judge(introduction(1, token), size: 1, from: connection, user: nil) {
        true
      } else {
        false
      }
    }
    for guess in 1...4 { #expect(!isAdmitted(AccessToken("\(guess)"), by: 7)) }
    #expect(isAdmitted(token, by: 7))
    #expect(!isAdmitted(AccessToken("5"), by: 7))
    #expect(!isAdmitted(token, by: 7))
    #expect(isAdmitted(token, by: 8))
    #expect(!isAdmitted(token, by: nil), "what can't be told apart can't be let in")
    doorkeeper.forget([7])
    #expect(isAdmitted(token, by: 7))
  }

  @Test("Where the system does not tell by which connection a message came, each needs what the first one did")
  func untold() throws {
    let loop = try SocketLoop(context: Context(), name: "router")
    let channel = try loop.bind(.router, to: "tcp://127.0.0.1:*")
    let strangers = Strangers(on: loop, .withoutToken, limits: .init())
    let clients = RouterClients(
      loop: loop, limits: .init(), doorkeeper: Doorkeeper(.token(token)), strangers: strangers
    ) { _ in
      Issue.record("a stranger was let in")
      return ChartService().makePeer(takesNotifications: false)
    }
    for id in 1...3 { clients.receive(Message([[1], request(id, "chart/list")]), on: channel) }
    clients.close()
  }

  // MARK: - Bridges

  @Test("A bridge gives the token it has, keeps the answer to itself, and says so if the token is wrong")
  func bridge() async throws {
    let server = try RunningRouter(access: .token(token))
    #expect { try RPCBridge(to: server.router.endpoint, token: AccessToken("guess")) } throws: { error in
      (error as? RPCBridgeError)?.code == .refuses
    }
    for given in [token, nil] {
      let bridge = try RPCBridge(to: server.router.endpoint, token: given)
      let changes = Changes()
      bridge.onOutgoing { changes.note() }
      bridge.enqueue(request(1, "chart/list"), buffers: [])
      var message: JSON?
      try await changes.wait {
        message = try bridge.nextOutgoing().map { try JSON(parsing: $0.bytes) }
        return message != nil
      }
      #expect(message?["id"] == 1)
      #expect((message?["error"]?["code"] == refusal) == (given == nil))
      bridge.close()
    }
  }

  @Test("An address has the token of the server that it names, or the one given behind it")
  func addresses() throws {
    let server = RunningServer(
      endpoint: "tcp://127.0.0.1:5", token: "a", processID: 12, command: "serve", directory: "/", startTime: 0,
      version: "1")
    #expect(RunningServer(json: server.json) == server)
    func token(_ name: String) throws -> String? { try ServerAddress(name, among: [server]).token?.text }
    #expect(try token("12") == "a")
    #expect(try token("tcp://127.0.0.1:5") == "a")
    #expect(try token("tcp://127.0.0.1:5?token=b") == "b")
    #expect(try token("tcp://127.0.0.1:6?token=b") == "b")
    #expect(try token("tcp://127.0.0.1:6") == nil)
    #expect(try ServerAddress("tcp://127.0.0.1:6?token=b", among: [server]).endpoint == "tcp://127.0.0.1:6")
    #expect(try ServerAddress("ipc:///tmp/a?token=b", among: [server]).endpoint == "ipc:///tmp/a?token=b")
    for name in ["tcp://127.0.0.1:5?", "tcp://127.0.0.1:5?colour=red", "tcp://127.0.0.1:5?token=b&colour=red"] {
      #expect(throws: RPCBridgeError.self, "\(name)") { try token(name) }
    }
  }
}

/// A folder for a test, with one file.
private final class TemporaryFolder {
  let path: String
  var file: String { path + "/clients" }

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("chart-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    path = folder.path
  }

  /// Writes the file, in place.
  /// - Returns: Its path.
  @discardableResult
  func write(_ text: String, mode: mode_t = 0o600) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    chmod(file, mode)
    return file
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite("A list of clients' keys")
struct ClientKeyFileTests {
  private let folder: TemporaryFolder
  private let keys: [CurveKey]
  private let told = Told()

  private final class Told: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func note(_ line: String) { lines.withLock { $0.append(line) } }
  }

  init() throws {
    folder = try TemporaryFolder()
    keys = try (0..<4).map { _ in try CurveKeyPair.generate().publicKey }
  }

  private func list(_ text: String, mode: mode_t = 0o600) throws -> ClientKeyFile {
    try ClientKeyFile(path: try folder.write(text, mode: mode)) { [told] in told.note($0) }
  }

  @Test("Keys stand one a line, with names behind them; comments and empty lines say nothing")
  func lines() throws {
    let file = try list(
      "# who\n\n\(keys[0].z85)\r\n  \(keys[1].z85)\tbob, of sales # until May\n #\(keys[2].z85)\n\(keys[3].z85)")
    #expect(keys.map { file.user($0) != nil } == [true, true, false, true])
    #expect(file.lists(user: file.user(keys[0])))
    for stranger in [nil, "", "-1", "99", "x"] { #expect(!file.lists(user: stranger)) }
  }

  @Test("No key begins with the sign of comments", arguments: [0, 1, 2, 3])
  func comments(start: UInt8) {
    let bytes: [UInt8] = [255 - start] + [UInt8](repeating: 255, count: 31)
    #expect(CurveKey(bytes: bytes)?.z85.hasPrefix("#") == false)
  }

  @Test("A change is seen at once, also within the same moment and where the file keeps its size")
  func changes() throws {
    let file = try list(keys[0].z85)
    for turn in 1...50 {
      let (listed, other) = (keys[turn % 2], keys[(turn + 1) % 2])
      try folder.write(listed.z85)
      #expect(file.user(listed) != nil && file.user(other) == nil, "turn \(turn)")
    }
    #expect(told.all.isEmpty)
  }

  @Test("That somebody was taken off is known, whoever had the file read")
  func revocations() throws {
    let file = try list(keys[0].z85 + "\n" + keys[1].z85)
    let user = file.user(keys[0])
    try folder.write(keys[1].z85)
    // Another client that connects.
    #expect(file.user(keys[1]) != nil)
    #expect(file.revocations == 1 && !file.lists(user: user))
    try folder.write(keys[0].z85 + "\n" + keys[1].z85)
    #expect(file.user(keys[1]) != nil)
    #expect(file.revocations == 1 && file.lists(user: user))
  }

  @Test("A file with a fault in it is read again once it has changed, or can be read", arguments: [false, true])
  func faultsThatStay(isMissing: Bool) throws {
    let file = try list(keys[0].z85)
    try folder.write("bob\n")
    // So long ago that a change is sure to be seen.
    var times = [timespec(tv_sec: 1_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, folder.file, &times, 0) == 0)
    if isMissing { try FileManager.default.removeItem(atPath: folder.file) }
    #expect(file.user(keys[0]) == nil)
    try folder.write(keys[0].z85)
    #expect(file.user(keys[0]) != nil)
  }

  @Test("Who is taken off may not stay; with a fault in the file all may, and nobody new comes in; it is told of once")
  func faults() throws {
    let file = try list(keys[0].z85 + "\n" + keys[1].z85)
    let users = [file.user(keys[0]), file.user(keys[1])]
    try folder.write(keys[1].z85)
    file.refresh()
    #expect(users.map { file.lists(user: $0) } == [false, true])
    #expect(file.revocations == 1)
    file.refresh()
    #expect(file.revocations == 1)
    let faults: [(text: String, mode: mode_t, told: String)] = [
      (keys[1].z85 + "\nbob\n", 0o600, ":2: this is no public key"), (keys[1].z85, 0o606, "chmod o-w"),
      (String(repeating: "#\n", count: 1 << 20), 0o600, "more than"),
    ]
    for (index, fault) in faults.enumerated() {
      try folder.write(fault.text, mode: fault.mode)
      for _ in 1...3 { #expect(file.user(keys[1]) == nil && file.revocations == 1) }
      #expect(file.lists(user: users[1]))
      #expect(told.all.count == index + 1 && told.all[index].contains(fault.told), "\(told.all)")
      #expect(throws: ClientKeyFault.self) { try ClientKeyFile(path: folder.file) { _ in } }
    }
    try FileManager.default.removeItem(atPath: folder.file)
    #expect(file.user(keys[1]) == nil && told.all.count == 4)
    // What can be opened only together with somebody else is no file.
    #expect(mkfifo(folder.file, 0o600) == 0)
    #expect(file.user(keys[1]) == nil && told.all.count == 5)
    try FileManager.default.removeItem(atPath: folder.file)
    try folder.write(keys[0].z85)
    #expect(file.user(keys[0]) != nil && file.user(keys[1]) == nil)
    #expect(told.all.count == 6 && told.all[5].contains("in order again"))
  }
}
