import ChartService
import Foundation
import JSONModel
import JSONRPC
import Synchronization
import TestSupport
import Testing
import ZeroMQ

@testable import RPCServer

@Suite("A bridge passes on what both sides say", .timeLimit(.minutes(5)), .serialized)
struct BridgeTests {
  /// A server, and where it is.
  private final class Server {
    let loop: SocketLoop
    let router: RPCRouter

    init(access: RPCRouter.Access = .everybody) throws {
      let service = ChartService()
      let loop = try SocketLoop(context: Context(), name: "serve")
      router = try RPCRouter(endpoint: "tcp://127.0.0.1:*", on: loop, access: access) { client in
        service.makePeer(takesNotifications: !client.hasDelimiter)
      }
      self.loop = loop
      try loop.start()
    }

    func stop() async {
      await loop.stop(flushing: .milliseconds(10))
      router.close()
    }
  }

  /// What the bridge gives until a condition holds.
  private func collect(_ bridge: RPCBridge, until isEnough: ([JSON]) -> Bool) async throws -> [JSON] {
    let changes = Changes()
    bridge.onOutgoing { changes.note() }
    var messages: [JSON] = []
    try await changes.wait {
      while !isEnough(messages), let message = bridge.nextOutgoing() {
        messages.append(try JSON(parsing: message.bytes))
      }
      return isEnough(messages)
    }
    return messages
  }

  @Test("Requests are answered, with their buffers, and subscribers told")
  func passesOn() async throws {
    let server = try Server()
    let bridge = try RPCBridge(to: server.router.endpoint)
    #expect(bridge.receive(request(1, "session/subscribe", ["render": false]), buffers: []) == nil)
    let spec: JSON = ["kind": "line", "series": [["values": ["buffer": 0, "type": "float64"]]]]
    bridge.enqueue(
      request(2, "chart/create", ["chart": "a", "spec": spec, "render": false]),
      buffers: [[UInt8](repeating: 0, count: 24)])
    let messages = try await collect(bridge) { $0.count == 3 }
    #expect(messages.compactMap { $0["id"] } == [1, 2])
    #expect(messages.compactMap { $0["method"]?.stringValue } == ["chart/didCreate"])
    bridge.close()
    await server.stop()
  }

  @Test("Whoever listens is woken when there is something new after nothing, once for all that waits")
  func wakes() {
    let state = BridgeState()
    let count = Mutex(0)
    state.setWake { count.withLock { $0 += 1 } }
    #expect(count.withLock { $0 } == 0)
    for round in 1...3 {
      for _ in 1...2 { _ = state.receive(OutgoingMessage(Array("{}".utf8)), limit: 1_000) }
      #expect(count.withLock { $0 } == round)
      // Not before it has found nothing more.
      for _ in 1...3 { _ = state.next(resumingBelow: 10) }
    }
    _ = state.receive(OutgoingMessage(Array("{}".utf8)), limit: 1_000)
    let later = Mutex(0)
    state.setWake { later.withLock { $0 += 1 } }
    #expect(later.withLock { $0 } == 1, "of what is there already")
  }

  @Test("It is idle when all is answered, and keeps its own last question to itself")
  func finishes() async throws {
    let server = try Server()
    let bridge = try RPCBridge(to: server.router.endpoint)
    // Heavy ones among light ones.
    for id in 1...20 {
      bridge.enqueue(request(id, id.isMultiple(of: 5) ? "rpc.discover" : "chart/list"), buffers: [])
    }
    bridge.finish()
    let messages = try await collect(bridge) { $0.count == 20 }
    // The answer to its own question tells nobody.
    while !bridge.isIdle { try await Task.sleep(for: .milliseconds(1)) }
    #expect(bridge.nextOutgoing() == nil)
    #expect(messages.map { $0["id"] } == (1...20).map { .integer($0) })
    bridge.close()
    await server.stop()
  }

  @Test("It is not idle while what takes long is on its way")
  func waits() async throws {
    let server = try Server()
    let bridge = try RPCBridge(to: server.router.endpoint)
    for id in 1...20 { bridge.enqueue(request(id, "rpc.discover"), buffers: []) }
    bridge.finish()
    #expect(!bridge.isIdle)
    #expect(try await collect(bridge) { $0.count == 20 }.count == 20)
    bridge.close()
    await server.stop()
  }

  @Test("The end of the server ends it, with exit code 1")
  func loses() async throws {
    let server = try Server()
    let bridge = try RPCBridge(to: server.router.endpoint)
    let changes = Changes()
    bridge.onOutgoing { changes.note() }
    #expect(bridge.exitCode == nil && !bridge.isLost)
    await server.stop()
    try await changes.wait { bridge.exitCode != nil }
    #expect(bridge.exitCode == 1 && bridge.isLost)
    bridge.close()
  }

  @Test("`exit` is the client's goodbye: 0 after `shutdown`, otherwise 1", arguments: [true, false])
  func saysGoodbye(isShutDown: Bool) async throws {
    let server = try Server()
    let bridge = try RPCBridge(to: server.router.endpoint)
    if isShutDown { bridge.enqueue(request(1, "shutdown"), buffers: []) }
    let exit: JSON = ["jsonrpc": "2.0", "method": "exit"]
    bridge.enqueue(exit.bytes, buffers: [])
    #expect(bridge.exitCode == (isShutDown ? 0 : 1) && !bridge.isLost)
    bridge.close()
    await server.stop()
  }

  @Test("A fault in what was received is told by the bridge itself")
  func refuses() async throws {
    let server = try Server()
    let bridge = try RPCBridge(to: server.router.endpoint)
    bridge.refuse(.parseError(offset: 0, reason: "expected a header"))
    let message = try JSON(parsing: try #require(bridge.nextOutgoing()).bytes)
    #expect(message["id"] == .null && message["error"]?["code"] == -32700)
    bridge.close()
    await server.stop()
  }

  @Test("A client that doesn't read holds the server back, and then gets everything in order")
  func holdsBack() async throws {
    let server = try Server()
    let bridge = try RPCBridge(to: server.router.endpoint)
    // More than 100 kB each; they are not parsed here, which would take long in a debug build.
    let count = 150
    for id in 1...count { bridge.enqueue(request(id, "rpc.discover"), buffers: []) }
    // It tells that something came, not how much.
    while !bridge.isOverflowing { try await Task.sleep(for: .milliseconds(1)) }
    // The server is to run into the limit, of which it tells nobody. Were the time too short, the client would be faster than
    // that, and what follows must hold all the same.
    try await Task.sleep(for: .milliseconds(200))
    var ends: [String] = []
    let changes = Changes()
    bridge.onOutgoing { changes.note() }
    try await changes.wait {
      while let message = bridge.nextOutgoing() {
        ends.append(String(decoding: message.bytes.suffix(9), as: UTF8.self))
      }
      return ends.count >= count
    }
    #expect(zip(1...count, ends).allSatisfy { id, end in end.hasSuffix("\"id\":\(id)}") })
    #expect(!bridge.isOverflowing)
    bridge.close()
    await server.stop()
  }

  @Test("A client that doesn't read has no more sent to it than is kept for it, by whatever server")
  func isSentNoMore() throws {
    let server = try Socket(.router, in: Context(), options: SocketOptions { $0.sendHighWaterMark = 1 })
    try server.bind("tcp://127.0.0.1:*")
    let bridge = try RPCBridge(to: server.lastEndpoint)
    bridge.enqueue(request(1, "rpc.discover"), buffers: [])
    let first = try server.receive(timeout: .seconds(30))
    let client = try #require(first?.frames.first)
    // 8 MiB are kept, and on the way there are a hundred of these and what the system takes.
    let message = Message([client, [UInt8](repeating: UInt8(ascii: " "), count: 1 << 16)])
    let count = try count(of: message, takenFrom: server, atMost: 1_500)
    #expect(count > 100 && count < 1_500)
    bridge.close()
  }

  /// How often a message leaves until nothing leaves any more.
  private func count(of message: Message, takenFrom server: borrowing Socket, atMost limit: Int) throws -> Int {
    var count = 0
    while count < limit {
      if (try? server.send(message, dontWait: true)) != nil {
        count += 1
      } else if try server.poll(for: .output, timeout: .seconds(2)).isEmpty {
        break
      }
    }
    return count
  }

  @Test("The server is held back while more than the limit waits, and goes on below that of its own")
  func limits() {
    let state = BridgeState()
    // A message counts for a byte more than it has.
    let message = OutgoingMessage([UInt8](repeating: 0x20, count: 9))
    #expect((1...5).map { _ in state.receive(message, limit: 30) } == [false, false, false, true, true])
    let next = (1...6).map { _ in state.next(resumingBelow: 20) }
    #expect(next.map(\.hasRoom) == [false, false, true, false, false, false])
    #expect(next.map(\.0) == Array(repeating: message, count: 5) + [nil])
    #expect(!state.receive(message, limit: 30))
  }

  @Test("Patience may be a part of a second")
  func patience() async throws {
    let server = try Server()
    // On a machine with much to do it may not be enough each time.
    let isConnected = (1...30).contains { _ in
      guard let bridge = try? RPCBridge(to: server.router.endpoint, patience: .milliseconds(900)) else { return false }
      bridge.close()
      return true
    }
    #expect(isConnected)
    await server.stop()
  }

  @Test("A server that takes nothing holds the client back")
  func slowServer() async throws {
    let server = try Socket(.router, in: Context())
    try server.bind("tcp://127.0.0.1:*")
    let bridge = try RPCBridge(to: server.lastEndpoint)
    #expect(!bridge.isOverflowing)
    // Both queues take a thousand messages, and the system a few megabytes.
    let message = [UInt8](repeating: UInt8(ascii: " "), count: 10_000)
    for _ in 0..<5_000 { bridge.enqueue(message, buffers: []) }
    // It tells nobody that it has too much; who writes to it looks.
    while !bridge.isOverflowing { try await Task.sleep(for: .milliseconds(1)) }
    bridge.close()
  }

  @Test("Where nobody listens, that is told")
  func nobody() throws {
    #expect(throws: RPCBridgeError.self) { try RPCBridge(to: "ipc:///nowhere/at/all") }
    #expect(throws: RPCBridgeError.self) {
      try RPCBridge(to: "tcp://127.0.0.1:9", patience: .milliseconds(50))
    }
    #expect(throws: RPCBridgeError.self) { try RPCBridge(to: "carrier://pigeon") }
  }
}
