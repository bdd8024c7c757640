internal import DequeModule
internal import Synchronization

/// Bounds how many connections the sockets of a loop have, and how fast they come.
///
/// Where everybody on the machine can connect, somebody might take all of the process's descriptors, without which it can open no
/// file. And a connection may hold one of the names that libzmq makes up for others; where that is the next one, libzmq ends the
/// process (see ``Context``). Nobody knows which that is, and these bounds keep it from being found by trying: with 4,096 names
/// or so, and five more connections a second, one of 2³² is met after two days on average.
///
/// Those that are there stay. Who comes while there is no room waits for it, in a line; where that is long, too, its handshake is
/// left unanswered until it times out, after which libzmq's clients come again.
public final class ConnectionGate: Sendable {
  public struct Limits: Hashable, Sendable {
    /// The most connections at a time, also those that have said nothing yet.
    public var connections = 4_096
    /// How many may come at once, and how many more in a second: somebody who opens a notebook again takes four.
    public var burst = 1_024.0
    public var perSecond = 5.0
    /// How many may wait, and for how long: no longer than their handshakes.
    public var line = 128
    public var patience = Duration.seconds(30)

    public init() {}
  }

  private struct Connection: Hashable, Sendable {
    var socket: UInt
    var descriptor: Int32
  }

  private struct Waiting: Sendable {
    var since: ContinuousClock.Instant
    var enter: @Sendable () -> Void
  }

  private struct State: Sendable {
    /// All of them, with those that wait. Each socket's are told in order, while another's may have got a descriptor meanwhile.
    var connections: Set<Connection> = []
    /// The longest first.
    var line: Deque<Waiting> = []
    var isLooking = false
  }

  private let limits: Limits
  private let rate: RateLimit
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  /// How often is looked whether there is room.
  private static let interval = Duration.milliseconds(50)

  public init(
    limits: Limits = Limits(), now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.limits = limits
    self.now = now
    rate = RateLimit(burst: limits.burst, perSecond: limits.perSecond, now: now)
  }

  /// Gives back the room that one has taken who need not be counted.
  public func giveBack() { rate.giveBack() }

  // MARK: - Coming in

  /// Calls a closure when one more may come: at once if there is room, or on the loop's thread.
  /// - Returns: `false` if there are too many who wait: it will not be called.
  public func enter(on loop: SocketLoop, _ enter: @escaping @Sendable () -> Void) -> Bool {
    enum Next { case enter, look, wait, leave }
    let next: Next = state.withLock { state in
      if state.line.isEmpty, takesRoom(state) { return .enter }
      guard state.line.count < limits.line else { return .leave }
      state.line.append(Waiting(since: now(), enter: enter))
      defer { state.isLooking = true }
      return state.isLooking ? .wait : .look
    }
    if next == .enter { enter() }
    if next == .look { look(on: loop) }
    return next != .leave
  }

  /// Whether one that is not in the line any more may come in; it counts then.
  private func takesRoom(_ state: borrowing State) -> Bool {
    state.connections.count - state.line.count <= limits.connections && rate.allows()
  }

  private func look(on loop: SocketLoop) {
    loop.schedule(after: Self.interval) { [weak self, weak loop] in
      guard let self, let loop else { return }
      while let next = next() { next.enter() }
      if state.withLock({ $0.isLooking }) { look(on: loop) }
    }
  }

  /// Takes one out of the line for whom there is room.
  private func next() -> Waiting? {
    state.withLock { state in
      let now = now()
      while let first = state.line.first, first.since + limits.patience <= now { state.line.removeFirst() }
      guard let first = state.line.popFirst() else {
        state.isLooking = false
        return nil
      }
      if takesRoom(state) { return first }
      state.line.prepend(first)
      return nil
    }
  }

  // MARK: - What the loop tells

  /// - Parameter socket: By which its connections are told from others'.
  func note(_ change: ConnectionChange, of socket: UInt) {
    state.withLock { state in
      switch change {
      case .began(let descriptor): state.connections.insert(Connection(socket: socket, descriptor: descriptor))
      case .ended(let descriptor): state.connections.remove(Connection(socket: socket, descriptor: descriptor))
      }
    }
  }
}
