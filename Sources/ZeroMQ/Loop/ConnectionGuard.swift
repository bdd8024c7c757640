internal import CZeroMQ
internal import Synchronization

/// Ends connections whose messages do not end, once the process has as much memory as it may have.
///
/// libzmq keeps the frames of a message until its last one has come, and lets nobody see, count or bound them: a client that
/// sends frames and never a last one fills the memory, and ZMQ_MAXMSGSIZE bounds each frame alone. So the memory of the whole
/// process is watched, and at the ceiling those connections are ended that hold most of what has come and was never a message.
///
/// Of a TCP connection the system tells how much has come; what was a message is known here, so that the difference is what is
/// unfinished. Of other connections, which have a file whose rights say who may open them, nobody tells. These are only ended
/// when the memory is beyond the ceiling by a quarter, which whatever can be refused never reaches, one at a time until
/// it is no longer: those first that have never sent a message, then those of which something is unread, then those that were
/// silent longest; those that have sent one since the last look come last. A client of libzmq that is ended by mistake connects
/// again by itself.
///
/// libzmq (4.3) has no call that ends one connection of a socket. But it tells the connection's descriptor, and finds that the
/// other side has gone when that is shut down, as of any connection; with it goes what was unfinished.
public final class ConnectionGuard: Sendable {
  /// The memory that the process has, and may have, in bytes.
  public struct Memory: Hashable, Sendable {
    public var held: Int
    public var limit: Int

    public init(held: Int, limit: Int) {
      self.held = held
      self.limit = limit
    }
  }

  private struct Connection: Sendable {
    /// By which it is told from another one that has got its descriptor, before libzmq's word of its end has come here. A process
    /// may have several loops, which share the descriptors and not what they know of them.
    var socket: UInt64
    /// Bytes of whole messages.
    var whole = 0
    /// When the last message was whole, as a count; 0 if none was.
    var lastMessage: UInt64 = 0
  }

  private struct State: Sendable {
    var connections: [Int32: Connection] = [:]
    var messages: UInt64 = 0
    /// How many there had been at the last look.
    var messagesBefore: UInt64 = 0
    /// When something has to be ended, if there is too much memory still.
    var endTime: ContinuousClock.Instant?
    /// What was held at the last look.
    var held = 0
  }

  /// What is less than this is nobody's fault: greetings and heartbeats.
  private static let smallByteCount = 1 << 20
  /// How fast memory can fill, in bytes a second: by it a look comes in time.
  private static let fillingSpeed = 2 << 30
  private static let shortest = Duration.milliseconds(10)
  /// How much longer a pause is for each connection, so that looking takes no more than a hundredth of the time.
  private static let pausePerConnection = Duration.microseconds(50)
  /// For how long there must be too much before anything is ended: meanwhile memory is given back that is not needed.
  private static let patience = Duration.milliseconds(200)
  /// How long it takes until it shows that a connection was ended: where it is known what it held, and where it is not, so that
  /// the next one may be ended for nothing. Millions of small frames are not free at once.
  private static let grace = Duration.milliseconds(50)
  private static let longGrace = Duration.milliseconds(500)
  private static let longest = Duration.seconds(2)
  private let memory: @Sendable () -> Memory
  private let onEnd: @Sendable (Int) -> Void
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  /// - Parameters:
  ///   - memory: says how much memory there is, and begins to give back what it can where that is beyond the ceiling.
  ///   - onEnd: told how many bytes were unfinished of a connection that was ended, 0 where nobody knows.
  ///   - now: the time.
  public init(
    memory: @escaping @Sendable () -> Memory, onEnd: @escaping @Sendable (Int) -> Void = { _ in },
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.memory = memory
    self.onEnd = onEnd
    self.now = now
  }

  /// Bytes of unfinished messages, as far as the system tells.
  public var unfinishedByteCount: Int { unfinished.reduce(0) { $0 + $1.byteCount } }

  // MARK: What the loop tells

  func note(_ change: ConnectionChange) {
    switch change {
    case .began(let descriptor): noteBeginning(of: descriptor)
    case .ended(let descriptor): noteEnd(of: descriptor)
    }
  }

  func noteBeginning(of connection: Int32) {
    let socket = czeromq_socket_number(connection)
    state.withLock { $0.connections[connection] = Connection(socket: socket) }
  }

  func noteEnd(of connection: Int32) { state.withLock { $0.connections[connection] = nil } }

  /// Notes that a message is whole, also one that is thrown away since it is too large.
  func noteMessage(from origin: Socket.Origin) {
    guard let connection = origin.connection else { return }
    state.withLock { state in
      state.messages += 1
      let number = state.messages
      state.connections[connection]?.whole += origin.byteCount
      state.connections[connection]?.lastMessage = number
    }
  }

  /// Begins to look, on a loop's thread.
  func begin(on loop: SocketLoop) {
    loop.schedule(after: ConnectionGuard.shortest) { [weak self, weak loop] in
      guard let self, let loop else { return }
      look(on: loop)
    }
  }

  private func look(on loop: SocketLoop) {
    let pause = pause(after: look())
    loop.schedule(after: pause) { [weak self, weak loop] in
      guard let self, let loop else { return }
      look(on: loop)
    }
  }

  /// How long the memory cannot be full by then.
  private func pause(after memory: Memory) -> Duration {
    let room = max(memory.limit - memory.held, 0)
    let time = Duration.seconds(Double(room) / Double(ConnectionGuard.fillingSpeed))
    let count = state.withLock { $0.connections.count }
    let least = ConnectionGuard.shortest + ConnectionGuard.pausePerConnection * count
    return min(max(time, least), max(ConnectionGuard.longest, least))
  }

  // MARK: Ending

  /// Looks once, and ends what has to be ended.
  /// - Returns: The memory that there was.
  @discardableResult
  func look() -> Memory {
    let (memory, now) = (memory(), now())
    let isOver = memory.held > memory.limit
    let (isDue, messages) = state.withLock { state in
      defer { state.messagesBefore = state.messages }
      if !isOver { state.endTime = nil } else if state.endTime == nil { state.endTime = now + ConnectionGuard.patience }
      let isFalling = memory.held < state.held
      state.held = memory.held
      return (state.endTime.map { $0 <= now && !isFalling } ?? false, state.messagesBefore)
    }
    guard isDue else { return memory }
    let unfinished = unfinished.filter { $0.byteCount > ConnectionGuard.smallByteCount }
    if !unfinished.isEmpty {
      // All that it takes, the largest first: what is freed is only seen a moment later.
      var excess = memory.held - memory.limit
      for (connection, byteCount) in unfinished.sorted(by: { $0.byteCount > $1.byteCount }) where excess > 0 {
        end(connection, holding: byteCount)
        excess -= byteCount
      }
    } else if memory.held > memory.limit + memory.limit / 4, let connection = suspect(since: messages) {
      end(connection, holding: 0)
    }
    return memory
  }

  /// The connections of which the system tells, and what of their bytes was never a message.
  private var unfinished: [(connection: Int32, byteCount: Int)] {
    state.withLock { $0.connections }.compactMap { descriptor, connection in
      guard czeromq_socket_number(descriptor) == connection.socket else { return nil }
      let received = Int(czeromq_bytes_received(descriptor))
      return received < 0 ? nil : (descriptor, max(received - connection.whole, 0))
    }
  }

  /// The connection that is likeliest to hold something, of those of which the system does not tell.
  /// - Parameter count: How many messages there had been at the look before.
  private func suspect(since count: UInt64) -> Int32? {
    let all = state.withLock { $0.connections }.filter { czeromq_bytes_received($0.key) < 0 }
    let suspects = all.map { descriptor, connection in
      Suspect(
        descriptor: descriptor, isActive: connection.lastMessage > count, hasSpoken: connection.lastMessage > 0,
        hasNothingUnread: czeromq_bytes_unread(descriptor) == 0, lastMessage: connection.lastMessage)
    }
    return suspects.min { $0.rank < $1.rank }?.descriptor
  }

  private struct Suspect {
    var descriptor: Int32
    var isActive: Bool
    var hasSpoken: Bool
    var hasNothingUnread: Bool
    var lastMessage: UInt64

    /// The smaller, the likelier.
    var rank: (Int, Int, Int, UInt64) {
      (isActive ? 1 : 0, hasSpoken ? 1 : 0, hasNothingUnread ? 1 : 0, lastMessage)
    }
  }

  private func end(_ connection: Int32, holding byteCount: Int) {
    // Known to nobody any more: it is not ended twice.
    let known = state.withLock { [now] state in
      state.endTime = now() + (byteCount > 0 ? ConnectionGuard.grace : ConnectionGuard.longGrace)
      return state.connections.removeValue(forKey: connection)
    }
    guard let known, czeromq_socket_number(connection) == known.socket else { return }
    czeromq_end_connection(connection)
    onEnd(byteCount)
  }
}
