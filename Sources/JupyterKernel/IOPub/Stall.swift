internal import JSONRPC
internal import POSIX
internal import Synchronization
internal import ZeroMQ

/// Lets iopub go on without a subscriber that reads nothing: for some minutes it loses messages, and everybody else gets
/// theirs.
///
/// libzmq doesn't tell who is behind, so meanwhile it can't be what waits: bursts are sent no faster than clients read instead,
/// and not while the connection of somebody who did read is full. Whoever subscribes need not know the kernel's key, so the wait
/// must be short and seldom.
final class Stall: Sendable {
  /// How somebody who is connected reads.
  private enum Reader: Hashable {
    case reads
    /// His connection is full, and he has taken no more than so many bytes of it since.
    case behind(since: ContinuousClock.Instant, taken: Int64?)
    /// He is not waited for as long as this lasts: he has read nothing for long, or came while somebody did so.
    case leftBehind
  }

  private struct State {
    var channel: Channel?
    var isWatching = false
    var isActive = false
    var duration = Stall.firstDuration
    /// By the descriptors of their connections.
    var readers: [Int32: Reader] = [:]
  }

  private let state = Mutex(State())
  private let loop: SocketLoop
  private let pressure: BackPressure
  private let patience: Duration
  private let log: LossCounter

  private static let firstDuration = Duration.seconds(60)
  private static let longestDuration = Duration.seconds(3_600)
  /// Far below libzmq's queues on both sides, and no more than clients in Python take on a busy machine: at 1,000 one has
  /// lost 3 % of 5,000.
  private let rate = RateLimit(burst: 100, perSecond: 500)

  /// - Parameter patience: how long others wait for a subscriber that reads nothing.
  init(loop: SocketLoop, pressure: BackPressure, patience: Duration, log: LossCounter) {
    self.loop = loop
    self.pressure = pressure
    self.patience = patience
    self.log = log
  }

  /// Tells the socket, once it is open.
  func set(_ channel: Channel) {
    state.withLock { $0.channel = channel }
  }

  /// Called when a subscriber is behind: begins if it stays so.
  func watch() {
    let isFirst = state.withLock { state in
      defer { state.isWatching = true }
      return !state.isWatching
    }
    if isFirst { look() }
  }

  private func look() {
    loop.schedule(after: patience / 4) { [weak self] in
      guard let self else { return }
      // A subscriber that reads slowly is waited for.
      if pressure.isSlow, pressure.stalledTime < patience { return look() }
      state.withLock { $0.isWatching = false }
      if pressure.isSlow { begin() }
    }
  }

  private func begin() {
    let full = Self.full(state.withLock { Array($0.readers.keys) })
    let duration: Duration? = state.withLock { state in
      guard !state.isActive else { return nil }
      state.isActive = true
      for connection in full { state.readers[connection] = .leftBehind }
      // Whoever comes again has read nothing since, most likely.
      defer { state.duration = min(state.duration * 4, Self.longestDuration) }
      return state.duration
    }
    guard let duration else { return }
    log.count()
    setNoDrop(false)
    loop.schedule(after: duration) { [weak self] in self?.end() }
  }

  private func end() {
    state.withLock { state in
      state.isActive = false
      state.readers = state.readers.mapValues { _ in .reads }
    }
    setNoDrop(true)
  }

  private func setNoDrop(_ noDrop: Bool) {
    state.withLock { $0.channel }?.setNoDrop(noDrop)
  }

  /// Called when a subscriber has come or gone.
  func note(_ change: ConnectionChange) {
    state.withLock { state in
      switch change {
      case .began(let connection): state.readers[connection] = state.isActive ? .leftBehind : .reads
      case .ended(let connection): state.readers[connection] = nil
      }
    }
  }

  /// Called before each message. While it lasts, waits so that a burst is no faster than clients read.
  func pace(unless cancellation: Cancellation) {
    while !cancellation.isCancelled, !pressure.isClosed, state.withLock({ $0.isActive }),
      isSomebodyBehind() || !rate.allows()
    {
      sleepBriefly()
    }
  }

  /// Whether to wait for somebody who did read.
  private func isSomebodyBehind() -> Bool {
    let waitedFor = state.withLock { state in state.readers.filter { $0.value != .leftBehind }.map(\.key) }
    // Not within the lock, which the socket thread takes, too.
    let (full, now) = (Self.full(waitedFor), ContinuousClock.now)
    let taken = Dictionary(uniqueKeysWithValues: full.map { ($0, ConnectionChange.bytesTaken(from: $0)) })
    state.withLock { state in
      for connection in waitedFor {
        // Who has gone meanwhile is no reader any more.
        guard let reader = state.readers[connection], reader != .leftBehind else { continue }
        if !full.contains(connection) {
          state.readers[connection] = .reads
        } else if case .behind(let since, let before) = reader, before == (taken[connection] ?? nil) {
          if now - since >= patience { state.readers[connection] = .leftBehind }
        } else {
          state.readers[connection] = .behind(since: now, taken: taken[connection] ?? nil)
        }
      }
    }
    return !full.isEmpty
  }

  /// Those of the connections that take nothing now, so that libzmq keeps what is for them.
  private static func full(_ connections: [Int32]) -> Set<Int32> {
    let wanted = connections.map { (FileDescriptor($0), events: FileDescriptor.writable) }
    guard !wanted.isEmpty, let events = FileDescriptor.poll(wanted, milliseconds: 0) else { return Set(connections) }
    return Set(zip(connections, events).filter { $1 == 0 }.map(\.0))
  }
}
