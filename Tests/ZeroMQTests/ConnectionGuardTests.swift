import Foundation
import Synchronization
import Testing

@testable import ZeroMQ

/// Both ends of a connection, of which the guard knows the server's.
private final class Connection {
  let client: Int32
  let server: Int32

  init(_ client: Int32, _ server: Int32) { (self.client, self.server) = (client, server) }

  /// One of which the system does not tell how much has come.
  static func local() throws -> Connection {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    return Connection(ends[0], ends[1])
  }

  /// One over TCP.
  static func tcp() throws -> Connection {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try withUnsafeMutablePointer(to: &address) { address in
      try address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        try #require(bind(listener, address, size) == 0 && listen(listener, 1) == 0)
        try #require(getsockname(listener, address, &size) == 0 && connect(client, address, size) == 0)
      }
    }
    return Connection(client, accept(listener, nil, nil))
  }

  deinit {
    close(client)
    close(server)
  }

  /// Sends so many bytes, and reads them as libzmq would.
  func carry(_ byteCount: Int) {
    var bytes = [UInt8](repeating: 1, count: 1 << 16)
    for _ in 0..<byteCount / bytes.count {
      #expect(write(client, bytes, bytes.count) == bytes.count)
      var left = bytes.count
      while left > 0 {
        let count = read(server, &bytes, left)
        guard count > 0 else {
          Issue.record("nothing came")
          return
        }
        left -= count
      }
    }
  }

  /// Whether the client has been told that the server has gone.
  var isEnded: Bool {
    var item = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    return poll(&item, 1, 0) > 0 && read(client, &byte, 1) == 0
  }
}

/// A guard whose memory and clock are the test's.
private final class World: Sendable {
  private let state = Mutex((memory: ConnectionGuard.Memory(held: 0, limit: 100 << 20), now: ContinuousClock.now))

  func makeGuard() -> ConnectionGuard {
    ConnectionGuard(memory: { self.state.withLock { $0.memory } }, now: { self.state.withLock { $0.now } })
  }

  /// Looks with so many MB held, after some time.
  func look(_ guardian: ConnectionGuard, megabytes: Int, after milliseconds: Int) {
    state.withLock { state in
      state.memory.held = megabytes << 20
      state.now += .milliseconds(milliseconds)
    }
    guardian.look()
  }
}

@Suite("Connections whose messages do not end", .timeLimit(.minutes(5)))
struct ConnectionGuardTests {
  private let megabyte = 1 << 20

  @Test("At the ceiling those over TCP are ended that hold most of what was never a message, as many as it takes")
  func overTCP() throws {
    let (world, connections) = (World(), try (0..<4).map { _ in try Connection.tcp() })
    let guardian = world.makeGuard()
    for (connection, megabytes) in zip(connections, [4, 8, 16, 0]) {
      guardian.noteBeginning(of: connection.server)
      connection.carry(megabytes * megabyte)
    }
    // What was a message does not count.
    guardian.noteMessage(from: Socket.Origin(connection: connections[2].server, byteCount: 16 * megabyte))
    #expect(guardian.unfinishedByteCount >= 12 * megabyte && guardian.unfinishedByteCount < 13 * megabyte)
    world.look(guardian, megabytes: 101, after: 0)
    world.look(guardian, megabytes: 101, after: 100)
    #expect(connections.map(\.isEnded) == [false, false, false, false], "memory may be given back meanwhile")
    world.look(guardian, megabytes: 101, after: 100)
    #expect(connections.map(\.isEnded) == [false, true, false, false])
    world.look(guardian, megabytes: 101, after: 49)
    #expect(connections.map(\.isEnded) == [false, true, false, false], "what was freed shows a moment later")
    world.look(guardian, megabytes: 200, after: 1)
    #expect(connections.map(\.isEnded) == [true, true, false, false])
    world.look(guardian, megabytes: 200, after: 1_000)
    #expect(connections.map(\.isEnded)[2...] == [false, false], "they hold nothing")
  }

  @Test("Below the ceiling nothing is ended, and what was above it for a moment begins anew")
  func below() throws {
    let (world, connection) = (World(), try Connection.tcp())
    let guardian = world.makeGuard()
    guardian.noteBeginning(of: connection.server)
    connection.carry(8 * megabyte)
    for (megabytes, milliseconds) in [(100, 1_000), (101, 1_000), (100, 300), (101, 300), (101, 199)] {
      world.look(guardian, megabytes: megabytes, after: milliseconds)
      #expect(!connection.isEnded)
    }
    world.look(guardian, megabytes: 101, after: 1)
    #expect(connection.isEnded)
  }

  @Test(
    "Where the system does not tell, they are ended one at a time beyond the ceiling by a quarter, the likeliest first")
  func overFiles() throws {
    let (world, connections) = (World(), try (0..<5).map { _ in try Connection.local() })
    let guardian = world.makeGuard()
    for connection in connections { guardian.noteBeginning(of: connection.server) }
    for index in [4, 2, 0, 1] {
      guardian.noteMessage(from: Socket.Origin(connection: connections[index].server, byteCount: 5))
    }
    // Something of these is under way.
    for index in [0, 4] { #expect(write(connections[index].client, "more", 4) == 4) }
    for milliseconds in [0, 1_000, 1_000] { world.look(guardian, megabytes: 125, after: milliseconds) }
    var ended: [Int] { connections.indices.filter { connections[$0].isEnded } }
    #expect(ended == [])
    world.look(guardian, megabytes: 126, after: 0)
    #expect(ended == [3], "it has never sent a message")
    world.look(guardian, megabytes: 200, after: 499)
    world.look(guardian, megabytes: 190, after: 1_000)
    #expect(ended == [3], "there is less and less")
    guardian.noteMessage(from: Socket.Origin(connection: connections[4].server, byteCount: 5))
    world.look(guardian, megabytes: 190, after: 0)
    #expect(ended == [0, 3], "something of it was unread")
    guardian.noteMessage(from: Socket.Origin(connection: connections[4].server, byteCount: 5))
    world.look(guardian, megabytes: 190, after: 500)
    #expect(ended == [0, 2, 3], "it was silent longest")
    world.look(guardian, megabytes: 100, after: 500)
    world.look(guardian, megabytes: 100, after: 1_000)
    #expect(ended == [0, 2, 3])
  }

  @Test("A connection that has ended by itself is known no more: its descriptor may be another's")
  func ended() throws {
    let (world, connection) = (World(), try Connection.tcp())
    let guardian = world.makeGuard()
    guardian.noteBeginning(of: connection.server)
    connection.carry(8 * megabyte)
    guardian.noteEnd(of: connection.server)
    #expect(guardian.unfinishedByteCount == 0)
    for milliseconds in [0, 1_000] { world.look(guardian, megabytes: 200, after: milliseconds) }
    #expect(!connection.isEnded)
  }

  @Test("Nor is one whose descriptor another has got before anybody has said that it ended")
  func takenOver() throws {
    let (world, connection, heir) = (World(), try Connection.tcp(), try Connection.tcp())
    let guardian = world.makeGuard()
    guardian.noteBeginning(of: connection.server)
    heir.carry(8 * megabyte)
    #expect(dup2(heir.server, connection.server) == connection.server)
    #expect(guardian.unfinishedByteCount == 0)
    for milliseconds in [0, 1_000] { world.look(guardian, megabytes: 200, after: milliseconds) }
    #expect(!heir.isEnded)
  }

  @Test(
    "What was a message counts to the byte, encrypted or not, and also if it was thrown away", arguments: [false, true])
  func counting(isEncrypted: Bool) async throws {
    let guardian = World().makeGuard()
    let keys = try CurveKeyPair.generate()
    let loop = try SocketLoop(context: Context(), name: "counting", guardian: guardian)
    let router = try loop.bind(
      .router, to: "tcp://127.0.0.1:*",
      options: SocketOptions { $0.curve = isEncrypted ? .server(secretKey: keys.secretKey) : nil },
      onMessage: { message, channel in
        if message.parts.count == 2 { channel.send(message) }
      })
    try loop.start()
    try await onThread {
      let client = try Socket(
        .dealer, in: Context(),
        options: SocketOptions { options in
          options.identity = Array("client".utf8)
          if isEncrypted { options.curve = .client(serverKey: keys.publicKey, keys: keys) }
        })
      try client.connect(router.endpoint)
      // Around what a short frame holds, with and without what encryption adds.
      let sizes = [0, 1, 222, 223, 255, 256, 70_000]
      for _ in 0..<300 { try client.send(Message(sizes.map { [UInt8](repeating: 1, count: $0) })) }
      try client.send(Message([[UInt8]](repeating: [], count: 5_000)))
      try client.send(Message("the last"))
      #expect(try client.receive(timeout: patience) == Message("the last"))
      // The greeting and the commands of the handshake are no message. A byte of each frame would be 2,100.
      #expect((64...1_024).contains(guardian.unfinishedByteCount))
    }
    await loop.stop()
  }
}
