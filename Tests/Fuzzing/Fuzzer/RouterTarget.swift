import JSONModel
import JSONRPC
import RPCServer
import RPCTestSupport
import Synchronization
import ZeroMQ

extension FuzzTarget {
  /// Multipart messages from three clients of a router: one without a name, one with, and one whose messages have an empty
  /// frame in front, as a REQ's. Whatever they send, each is answered in JSON, and what it asks afterwards as well.
  ///
  /// An input is a row of messages: a byte with the client and the number of frames, then these, as ``Frames`` has them.
  static let router = FuzzTarget(name: "router") { bytes in
    RouterHarness.shared.withLock { harness in
      do { try harness.run(bytes) } catch { expect(false, "the sockets work: \(error)") }
    }
  }
}

/// A router on a thread of its own, and its clients, for all inputs.
private struct RouterHarness {
  static let shared: Mutex<RouterHarness> = {
    do {
      return Mutex(try RouterHarness())
    } catch {
      tell("the router can't be made: \(error)")
      exit(70)
    }
  }()

  private let loop: SocketLoop
  private let router: RPCRouter
  private let clients: [RouterClient]
  private var runs = 0
  /// The last inputs: the clients are the same for all, and so an earlier one may be at fault.
  private var recent: [[UInt8]] = []

  private init() throws {
    let context = try Context()
    loop = try SocketLoop(context: context, name: "router")
    // Without the method that waits until somebody lets it go on.
    let table = MethodTable<TestService.Context>(
      title: "Fuzzing", version: "1", description: "For fuzzing.",
      methods: TestService.methods.filter { $0.name != "wait" })
    let directory = String(cString: getenv("TMPDIR") ?? strdup("/tmp"))
    let endpoint = "ipc://\(directory)/fuzz-\(getpid())"
    let router = try RPCRouter(endpoint: endpoint, on: loop, access: .everybody) { _ in
      Peer(table, context: { TestService.Context(call: $0, gate: TestService.Gate()) })
    }
    self.router = router
    try loop.start()
    clients = try ["", "named", ""].map { name in
      try RouterClient(named: name, connectedTo: router.endpoint, in: context)
    }
  }

  mutating func run(_ bytes: [UInt8]) throws {
    runs += 1
    recent = recent.suffix(RouterHarness.recentLimit - 1) + [bytes]
    var rest = bytes[...]
    var isUsed = [false, false, false]
    while let head = rest.popFirst() {
      let client = Int(head & 3) % 3
      var frames: [[UInt8]] = client == 2 ? [[]] : []
      for _ in 0...(head >> 2 & 7) {
        guard let length = rest.popFirst() else { break }
        let frame = length == 255 ? rest : rest.prefix(Int(length))
        rest = rest.dropFirst(frame.count)
        frames.append(Array(frame))
      }
      guard !frames.isEmpty else { continue }
      isUsed[client] = true
      try clients[client].socket.send(Message(frames))
    }
    for client in isUsed.indices where isUsed[client] { try awaitAnswers(client) }
  }

  private static let recentLimit = 16

  /// The next message, if there is one within four seconds. They are counted in looks: when a machine stands still for a
  /// while, as virtual ones do, nobody was silent.
  private func receive(_ client: Int) throws -> Message? {
    for _ in 0..<40 {
      if let message = try clients[client].socket.receive(timeout: .milliseconds(100)) { return message }
    }
    return nil
  }

  /// Asks for one thing more, and takes all answers up to the one to that.
  private func awaitAnswers(_ client: Int) throws {
    let id: JSON = "ping-\(runs)"
    let ping: JSON = ["jsonrpc": "2.0", "id": id, "method": "echo", "params": [1]]
    try clients[client].socket.send(Message((client == 2 ? [[]] : []) + [ping.bytes]))
    while true {
      guard let message = try receive(client) else {
        try clients[client].socket.send(Message((client == 2 ? [[]] : []) + [ping.bytes]))
        let isLate = try receive(client) != nil
        return expect(
          false,
          "client \(client) is answered\(isLate ? " without asking again" : ""); the last inputs: "
            + recent.map { JSON.string(Base64.text(of: $0)).text }.joined(separator: ", "))
      }
      // What was asked before may have come without the empty frame, or with one.
      let body = message.frames.first?.isEmpty == true ? 1 : 0
      expect(message.frames.count > body, "an answer has a body: \(message.frames)")
      let answer = try? JSON(parsing: message.frames[body])
      let answers = answer?.arrayValue ?? [answer ?? .null]
      expect(answers.allSatisfy { $0["jsonrpc"] == "2.0" }, "an answer is one of JSON-RPC: \(message.frames)")
      if answer?["id"] == id { return }
    }
  }
}

/// A client's socket, which stands in an array.
private final class RouterClient {
  let socket: Socket

  init(named name: String, connectedTo endpoint: String, in context: Context) throws {
    let options = SocketOptions { options in
      options.linger = .zero
      options.identity = Array(name.utf8)
    }
    socket = try Socket(.dealer, in: context, options: options)
    try socket.connect(endpoint)
  }
}
