import Foundation
import JSONModel
import JSONRPC
import RPCStdio
import Synchronization
import RPCTestSupport
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A process's standard input and output as two pipes, with the far ends in the test's hands.
///
/// Every part that blocks has a thread of its own: the threads of Swift's concurrency are few.
private final class Wire: Sendable {
  let serverInput: Int32
  let serverOutput: Int32
  let toServer: Int32
  let fromServer: Int32
  private let exitCode = Mutex<Int32?>(nil)
  private let received = Mutex<[ContentLengthFramer.Frame]>([])
  /// Of the two, and of what a test itself notes.
  let changes = Changes()

  init() {
    var input: [Int32] = [-1, -1]
    var output: [Int32] = [-1, -1]
    _ = pipe(&input)
    _ = pipe(&output)
    (serverInput, toServer) = (input[0], input[1])
    (fromServer, serverOutput) = (output[0], output[1])
  }

  var code: Int32? { exitCode.withLock { $0 } }
  var messages: [String] {
    received.withLock { frames in
      frames.map { frame in
        if case .message(let bytes) = frame { String(decoding: bytes, as: UTF8.self) } else { "\(frame)" }
      }
    }
  }

  func serve(_ peer: Peer<TestService.Context>, limits: Limits = Limits()) {
    detach {
      let code = StandardIO(input: self.serverInput, output: self.serverOutput).run(peer, limits: limits)
      self.exitCode.withLock { $0 = code }
      self.changes.note()
    }
  }

  /// Reads all that the server writes until it ends.
  func listen() {
    detach {
      var framer = ContentLengthFramer(sizeLimit: 1 << 30)
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(self.fromServer, &buffer, buffer.count)
        guard count > 0 else { return }
        framer.append(buffer[..<count])
        while let frame = framer.next() { self.received.withLock { $0.append(frame) } }
        self.changes.note()
      }
    }
  }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(toServer, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  func send(_ text: String) { send(ContentLengthFramer.frame(Array(text.utf8))) }

  func closeInput() { close(toServer) }

  /// Closes what is left; the far ends that a test has closed already are its own affair.
  func end(isInputClosed: Bool = true) {
    if !isInputClosed { close(toServer) }
    close(serverInput)
    close(serverOutput)
  }

  func until(_ condition: (Wire) -> Bool) async throws {
    try await changes.wait { condition(self) }
  }

  func detach(_ body: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, Unmanaged.passRetained(Box(body)).toOpaque())
    pthread_detach(thread)
  }
}

@Suite("Standard input and output", .serialized)
struct StandardIOTests {
  private func request(_ id: Int, _ method: String, _ params: JSON = []) -> String {
    (["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params] as JSON).text
  }

  @Test("what was received before the input closed is answered, in order", .timeLimit(.minutes(5)))
  func endOfInput() async throws {
    let wire = Wire()
    wire.serve(Client().peer)
    wire.listen()
    for id in 0..<200 { wire.send(request(id, id.isMultiple(of: 3) ? "heavy" : "echo")) }
    wire.closeInput()
    try await wire.until { $0.code != nil && $0.messages.count == 200 }
    #expect(wire.code == 0)
    #expect(try wire.messages.map { try JSON(parsing: $0)["id"] } == (0..<200).map { .integer($0) })
    wire.end()
  }

  @Test("requests one by one, byte by byte, and faults between them are answered", .timeLimit(.minutes(5)))
  func conversation() async throws {
    let wire = Wire()
    wire.serve(Client().peer)
    wire.listen()
    for id in 0..<20 {
      wire.send(request(id, "echo"))
      try await wire.until { $0.messages.count == id + 1 }
    }
    for byte in ContentLengthFramer.frame(Array(request(20, "echo").utf8)) { wire.send([byte]) }
    try await wire.until { $0.messages.count == 21 }
    wire.send(Array("Content-Length: -5\r\n\r\n".utf8))
    try await wire.until { $0.messages.count == 22 }
    wire.send("{")
    wire.send(request(21, "echo"))
    try await wire.until { $0.messages.count == 24 }
    let answers = try wire.messages.suffix(3).map { try JSON(parsing: $0) }
    #expect(answers.map { $0["error"]?["code"] } == [-32600, -32700, nil])
    #expect(answers.map { $0["id"] } == [.null, .null, 21])
    wire.send(Array("Content-Length: 10\r\n\r\n{}".utf8))
    wire.closeInput()
    try await wire.until { $0.code != nil && $0.messages.count == 25 }
    #expect(wire.messages.last?.contains("ended inside a message") == true)
    wire.end()
  }

  @Test("exit ends it: with 0 after shutdown, otherwise with 1", .timeLimit(.minutes(5)))
  func exit() async throws {
    for isPolite in [true, false] {
      let wire = Wire()
      wire.serve(Client().peer)
      wire.listen()
      if isPolite { wire.send(request(1, "shutdown")) }
      wire.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
      try await wire.until { $0.code != nil && $0.messages.count == (isPolite ? 1 : 0) }
      #expect(wire.code == (isPolite ? 0 : 1))
      wire.end(isInputClosed: false)
    }
  }

  @Test("what was asked before exit is answered in full before the end", .timeLimit(.minutes(5)))
  func answersBeforeExit() async throws {
    let wire = Wire()
    wire.serve(Client().peer)
    wire.listen()
    // 40 answers of 10 kB: six times what a pipe holds.
    let requests = (0..<40).map { request($0, "big") } + [#"{"jsonrpc":"2.0","method":"exit"}"#]
    wire.send(requests.flatMap { ContentLengthFramer.frame(Array($0.utf8)) })
    try await wire.until { $0.code != nil && $0.messages.count == 40 }
    #expect(wire.code == 1)
    wire.end(isInputClosed: false)
  }

  @Test("a client that writes all before it reads anything is heard and answered in full", .timeLimit(.minutes(5)))
  func bothSidesWrite() async throws {
    let wire = Wire()
    wire.serve(Client().peer)
    let isSent = Mutex(false)
    wire.detach { [self] in
      // 300 answers of 10 kB: fifty times what a pipe holds.
      for id in 0..<300 { wire.send(self.request(id, "big")) }
      isSent.withLock { $0 = true }
      wire.changes.note()
    }
    try await wire.until { _ in isSent.withLock { $0 } }
    wire.listen()
    wire.closeInput()
    try await wire.until { $0.code != nil && $0.messages.count == 300 }
    #expect(try wire.messages.map { try JSON(parsing: $0)["id"] } == (0..<300).map { .integer($0) })
    wire.end()
  }

  @Test("a client with too much unread is not read from, and served on once it reads", .timeLimit(.minutes(5)))
  func stuck() async throws {
    var limits = Limits()
    limits.outbox = 50_000
    limits.pending = 4
    let client = Client(limits: limits)
    let wire = Wire()
    wire.serve(client.peer, limits: limits)
    wire.detach { [self] in
      for id in 0..<2000 { wire.send(self.request(id, "big")) }
      wire.closeInput()
    }
    // A peer tells nobody that it has too much; who writes to it looks.
    while !client.peer.isOverflowing { try await Task.sleep(for: .milliseconds(1)) }
    wire.listen()
    try await wire.until { $0.code != nil && $0.messages.count == 2000 }
    #expect(try wire.messages.map { try JSON(parsing: $0)["id"] } == (0..<2000).map { .integer($0) })
    wire.end()
  }

  @Test(
    "an answer that does not fit into the pipe is written on as it is read, though nothing more is asked",
    .timeLimit(.minutes(1)))
  func rest() async throws {
    let wire = Wire()
    wire.serve(Client().peer)
    wire.send(request(1, "big", [1_000_000]))
    wire.listen()
    try await wire.until { $0.messages.count == 1 }
    #expect(wire.messages[0].utf8.count > 1_000_000)
    wire.closeInput()
    try await wire.until { $0.code != nil }
    wire.end()
  }

  @Test("a session that has ended leaves no descriptor behind", .timeLimit(.minutes(1)))
  func descriptors() async throws {
    func run() async throws {
      let wire = Wire()
      wire.serve(Client().peer)
      wire.closeInput()
      try await wire.until { $0.code != nil }
      wire.end()
      close(wire.fromServer)
    }
    try await run()
    let count = try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
    for _ in 0..<50 { try await run() }
    // Others of the process may have opened some.
    #expect(try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count < count + 25)
  }

  @Test("a client that no longer listens ends it", .timeLimit(.minutes(5)))
  func brokenPipe() async throws {
    let wire = Wire()
    wire.serve(Client().peer)
    close(wire.fromServer)
    wire.send(request(1, "echo"))
    try await wire.until { $0.code != nil }
    #expect(wire.code == 1)
    wire.end(isInputClosed: false)
  }

  @Test("notifications go out without being asked for", .timeLimit(.minutes(5)))
  func notifications() async throws {
    let offered = Mutex(false)
    let client = Client(notifications: { _ in
      offered.withLock { isOffered in
        defer { isOffered = false }
        return isOffered ? .message(.notification("changed", params: [:])) : .none
      }
    })
    let wire = Wire()
    wire.serve(client.peer)
    wire.listen()
    for count in 1...20 {
      offered.withLock { $0 = true }
      client.peer.notificationsPending()
      try await wire.until { $0.messages.count == count }
    }
    #expect(Set(wire.messages) == [#"{"jsonrpc":"2.0","method":"changed","params":{}}"#])
    wire.closeInput()
    try await wire.until { $0.code != nil }
    wire.end()
  }
}
