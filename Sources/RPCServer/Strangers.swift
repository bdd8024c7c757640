import POSIX
import Synchronization
import ZeroMQ

/// The connections of a router by which nobody has been let in yet, where not everybody is: how many there may be, for how
/// long, and how many more may come.
///
/// Each takes one of the process's descriptors, without which no file can be opened. And each may hold one of the names that
/// libzmq makes up for others; where that is the next one, libzmq ends the process (see `Context`). Nobody knows which that is,
/// and these bounds keep it from being found by trying: some thousand names for ten seconds, against ten new ones a second.
///
/// They keep nobody out for good. Where there are too many the oldest have to go, and a client that is let in counts no more,
/// so that only those are slowed down who come again and again without being let in, and whoever comes while they do.
final class Strangers: Sendable {
  private struct Stranger: Sendable {
    /// Which one of all: others may have had its descriptor, or get it.
    var number: UInt64
    var since: ContinuousClock.Instant
  }

  private struct State: Sendable {
    var router: Channel?
    var strangers: [Int32: Stranger] = [:]
    /// Those that are being ended, by their numbers.
    var ending: [Int32: UInt64] = [:]
    /// Those by which somebody was let in.
    var known: Set<Int32> = []
    var count: UInt64 = 0
    var isWaiting = false

    /// Those for whom a condition holds are strangers no more.
    mutating func letIn(_ condition: (Stranger) -> Bool) {
      for (connection, _) in strangers.filter({ condition($0.value) }) {
        strangers[connection] = nil
        known.insert(connection)
      }
    }

    /// Takes one out, to be ended.
    mutating func take(_ connection: Int32) -> UInt64? {
      guard let stranger = strangers.removeValue(forKey: connection) else { return nil }
      ending[connection] = stranger.number
      return stranger.number
    }
  }

  /// Of whom there are strangers.
  enum Kind: Hashable, Sendable {
    /// Everybody is let in.
    case none
    /// Who has not given the token.
    case withoutToken
    /// Who has not shown a key that is listed. ``Admission`` lets no others connect, and who is on the list may be silent: whose
    /// connection is older than a handshake may be.
    case withoutKey
  }

  /// How late it may be known that a handshake has timed out.
  private static let margin = Duration.seconds(1)

  private let loop: SocketLoop
  private let kind: Kind
  private let limits: RPCRouter.Limits
  private let most: Int
  private let now: @Sendable () -> ContinuousClock.Instant
  private let gate: ConnectionGate
  private let state = Mutex(State())

  init(
    on loop: SocketLoop, _ kind: Kind, limits: RPCRouter.Limits,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.loop = loop
    self.kind = kind
    self.limits = limits
    self.now = now
    // Half of the descriptors are for clients and files.
    most = min(limits.strangers, max(FileDescriptor.limit / 2, 16))
    var bounds = ConnectionGate.Limits()
    // Of more connections the oldest are ended.
    bounds.connections = .max
    (bounds.burst, bounds.perSecond, bounds.patience) = (Double(limits.burst), limits.rate, limits.handshake)
    gate = ConnectionGate(limits: bounds, now: now)
  }

  /// Tells whose connections they are, before the loop is started.
  func open(_ router: Channel) { state.withLock { $0.router = router } }

  /// How many there are.
  var count: Int { state.withLock { $0.strangers.count } }

  // MARK: - Coming and going

  /// Calls a closure when one more may come, at once or on the loop's thread. It counts until somebody is let in by it.
  /// - Returns: `false` if there are too many who wait: it will not be called.
  func enter(_ enter: @escaping @Sendable () -> Void) -> Bool {
    if kind == .withoutToken { return gate.enter(on: loop, enter) }
    enter()
    return true
  }

  func note(_ change: ConnectionChange) {
    switch change {
    case .began(let connection): if kind != .none { begin(connection) }
    case .ended(let connection):
      state.withLock { state in
        state.strangers[connection] = nil
        state.ending[connection] = nil
        state.known.remove(connection)
      }
    }
  }

  private func begin(_ connection: Int32) {
    let now = now()
    let (oldest, waits) = state.withLock { state -> (Int32?, Bool) in
      // Its first message may have been seen before.
      guard !state.known.contains(connection) else { return (nil, false) }
      state.count += 1
      state.strangers[connection] = Stranger(number: state.count, since: now)
      let waits = kind == .withoutToken && !state.isWaiting
      if waits { state.isWaiting = true }
      guard state.strangers.count > most else { return (nil, waits) }
      if kind == .withoutKey { state.letIn { $0.since + limits.handshake + Self.margin < now } }
      guard state.strangers.count > most else { return (nil, waits) }
      return (state.strangers.min { $0.value.number < $1.value.number }?.key, waits)
    }
    if let oldest { end(oldest) }
    if waits { look(after: limits.introduction) }
  }

  /// Somebody was let in by a connection that is there.
  func letIn(_ connection: Int32) {
    guard kind != .none else { return }
    let isNew = state.withLock { state in
      state.strangers[connection] = nil
      state.ending[connection] = nil
      return state.known.insert(connection).inserted
    }
    if isNew { gate.giveBack() }
  }

  // MARK: - Ending

  /// Ends those that have been there for too long, for as long as there are any.
  private func look(after delay: Duration) {
    loop.schedule(after: delay) { [weak self] in
      guard let self else { return }
      let (now, patience) = (now(), limits.introduction)
      let (overdue, next) = state.withLock { state in
        let overdue = state.strangers.filter { $0.value.since + patience <= now }.map(\.key)
        let next = state.strangers.values.lazy.map(\.since).filter { $0 + patience > now }.min()
        state.isWaiting = next != nil
        return (overdue, next)
      }
      for connection in overdue { end(connection) }
      // Not for each of many alone.
      if let next { look(after: max(now.duration(to: next + patience), patience / 100)) }
    }
  }

  /// Ends one by which nobody has been let in; others stay.
  func end(_ connection: Int32) {
    let (number, router) = state.withLock { ($0.take(connection), $0.router) }
    guard let number, let router else { return }
    // It may have ended by itself, and somebody else have its descriptor, which is known by then.
    router.whenConnectionsDrained { [weak self] in
      guard let self else { return }
      let isThere = state.withLock { state in
        guard state.ending[connection] == number else { return false }
        state.ending[connection] = nil
        return true
      }
      if isThere { router.endConnection(connection) }
    }
  }
}
