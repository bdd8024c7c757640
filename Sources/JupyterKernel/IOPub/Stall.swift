internal import DequeModule
internal import POSIX
internal import Synchronization
internal import ZeroMQ

/// Lets iopub go on without a subscriber that reads nothing: for some minutes it loses messages, and everybody else gets
/// theirs.
///
/// libzmq doesn't tell who is behind, so meanwhile it can't be what waits, and would throw away what any subscriber has no room
/// for. So nothing is handed to it while somebody who did read has not taken what was sent before, which the system tells of TCP
/// connections. Whoever subscribes need not know the kernel's key, so the wait for those who read nothing must be short and
/// seldom.
final class Stall: Sendable {
  /// Somebody who is connected.
  private struct Reader {
    /// He is not waited for as long as this lasts: he has read nothing for long, or came while somebody did so.
    var isLeftBehind = false
    /// How many bytes he has taken, less those that were published since this began, were he to have them all; `nil` where the
    /// system doesn't tell.
    var origin: Int64?
    /// He has not taken what he should have, and since when no more than so many bytes.
    var wait: (since: ContinuousClock.Instant, taken: Int64?)?
  }

  /// What was published since this began.
  private struct Published {
    /// libzmq has room for 200 messages beside what a connection has taken, of which it may take 99 for unsent that were sent
    /// (`pipe_t::check_hwm`).
    static let window = 90

    private(set) var bytes: Int64 = 0
    /// How many bytes there were before each of the last messages.
    private var before: Deque<Int64> = []

    mutating func add(bytes count: Int64) {
      before.append(bytes)
      if before.count > Self.window { before.removeFirst() }
      bytes += count
    }

    /// What a subscriber should have before more is published: all but the last messages.
    var due: Int64 { before.first ?? 0 }
  }

  private struct State {
    var channel: Channel?
    var isWatching = false
    var isActive = false
    /// How long the next one lasts.
    var duration: Duration
    /// By the descriptors of their connections.
    var readers: [Int32: Reader] = [:]
    var published = Published()
  }

  /// The socket thread's own, but for `channel`.
  private let state: Mutex<State>
  private let loop: SocketLoop
  private let pressure: BackPressure
  private let patience: Duration
  private let isEncrypted: Bool
  private let log: LossCounter

  private static let longestDuration = Duration.seconds(3_600)
  /// Where the system doesn't tell what somebody has taken: far below libzmq's queues on both sides, and no more than clients in
  /// Python take on a busy machine.
  private let rate = RateLimit(burst: 90, perSecond: 500)

  /// - Parameters:
  ///   - patience: how long others wait for a subscriber that reads nothing.
  ///   - firstDuration: how long they then go on without it, the first time.
  ///   - isEncrypted: whether messages are longer on the wire, by CURVE.
  init(
    loop: SocketLoop, pressure: BackPressure, patience: Duration, firstDuration: Duration, isEncrypted: Bool,
    log: LossCounter
  ) {
    state = Mutex(State(duration: firstDuration))
    self.loop = loop
    self.pressure = pressure
    self.patience = patience
    self.isEncrypted = isEncrypted
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
    let (channel, duration) = state.withLock { state in
      guard !state.isActive else { return (nil as Channel?, Duration.zero) }
      state.isActive = true
      state.published = Published()
      let connections = Array(state.readers.keys)
      let (full, taken) = (Self.full(connections), Self.taken(by: connections))
      for connection in connections {
        // Nothing was sent for a while: whose connections aren't full have taken all that came before.
        state.readers[connection] = Reader(isLeftBehind: full.contains(connection), origin: taken[connection])
      }
      // Whoever comes again has read nothing since, most likely.
      defer { state.duration = min(state.duration * 4, Self.longestDuration) }
      return (state.channel, state.duration)
    }
    guard let channel else { return }
    log.count()
    channel.setGate { [weak self] message in self?.admits(message) ?? true }
    loop.schedule(after: duration) { [weak self] in self?.end() }
  }

  private func end() {
    let channel = state.withLock { state in
      state.isActive = false
      state.readers = state.readers.mapValues { _ in Reader() }
      return state.channel
    }
    channel?.setGate(nil)
    // Of who was behind before this ended, and still is, nobody tells again.
    if pressure.isSlow { watch() }
  }

  /// Called when a subscriber has come or gone.
  func note(_ change: ConnectionChange) {
    state.withLock { state in
      switch change {
      case .began(let connection): state.readers[connection] = Reader(isLeftBehind: state.isActive)
      case .ended(let connection): state.readers[connection] = nil
      }
    }
  }

  /// Whether a message may be sent now; it is then.
  private func admits(_ message: Message) -> Bool {
    state.withLock { state in
      let waits = waits(for: &state.readers, published: state.published)
      guard !waits.behind, !waits.unknown || rate.allows() else { return false }
      state.published.add(bytes: Int64(message.transmittedByteCount(isEncrypted: isEncrypted)))
      return true
    }
  }

  /// Whether anybody who did read is behind, and whether of anybody it isn't known how far he is.
  private func waits(for readers: inout [Int32: Reader], published: Published) -> (behind: Bool, unknown: Bool) {
    var waits = (behind: false, unknown: false)
    let connections = readers.filter { !$0.value.isLeftBehind }.map(\.key)
    let (full, taken, now) = (Self.full(connections), Self.taken(by: connections), ContinuousClock.now)
    for connection in connections {
      guard var reader = readers[connection] else { continue }
      defer { readers[connection] = reader }
      let isBehind: Bool
      if let taken = taken[connection], let origin = reader.origin {
        isBehind = taken - origin < published.due
        // More than all comes of what libzmq sends by itself, such as answers to heartbeats.
        reader.origin = max(origin, taken - published.bytes)
      } else {
        isBehind = full.contains(connection)
        waits.unknown = true
      }
      guard isBehind else {
        reader.wait = nil
        continue
      }
      waits.behind = true
      if let wait = reader.wait, wait.taken == taken[connection] {
        reader.isLeftBehind = now - wait.since >= patience
      } else {
        reader.wait = (now, taken[connection])
      }
    }
    return waits
  }

  /// How many bytes each of the connections has taken, where the system tells.
  private static func taken(by connections: [Int32]) -> [Int32: Int64] {
    var counts: [Int32: Int64] = [:]
    for connection in connections { counts[connection] = ConnectionChange.bytesTaken(from: connection) }
    return counts
  }

  /// Those of the connections that take nothing now, so that libzmq keeps what is for them.
  private static func full(_ connections: [Int32]) -> Set<Int32> {
    let wanted = connections.map { (FileDescriptor($0), events: FileDescriptor.writable) }
    guard !wanted.isEmpty, let events = FileDescriptor.poll(wanted, milliseconds: 0) else { return Set(connections) }
    return Set(zip(connections, events).filter { $1 == 0 }.map(\.0))
  }
}
