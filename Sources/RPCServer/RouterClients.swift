import JSONRPC
import Synchronization
import ZeroMQ

/// The clients of a router. All but ``count`` and ``close()`` happen on the loop's thread; the lock is for those two.
final class RouterClients: Sendable {
  /// A client with what is known of it.
  private struct Entry: Sendable {
    var endpoint: any MessageEndpoint
    var hasDelimiter: Bool
    /// Whether messages for it are kept by the loop: nothing is fetched from the endpoint until they are gone.
    var isSlow = false
    /// When it was last heard or told something, as a count.
    var lastUse: UInt64
  }

  private struct State: Sendable {
    var entries: [[UInt8]: Entry] = [:]
    var uses: UInt64 = 0
    var isClosed = false
  }

  private let loop: SocketLoop
  private let limits: RPCRouter.Limits
  private let makeEndpoint: @Sendable (RPCRouter.Client) -> any MessageEndpoint
  private let state = Mutex(State())

  init(
    loop: SocketLoop, limits: RPCRouter.Limits,
    makeEndpoint: @escaping @Sendable (RPCRouter.Client) -> any MessageEndpoint
  ) {
    self.loop = loop
    self.limits = limits
    self.makeEndpoint = makeEndpoint
  }

  var count: Int { state.withLock { $0.entries.count } }

  func close() {
    let entries = state.withLock { state in
      state.isClosed = true
      defer { state.entries = [:] }
      return state.entries
    }
    for entry in entries.values { entry.endpoint.close() }
  }

  // MARK: - Receiving

  func receive(_ message: Message, on channel: Channel) {
    guard let identity = message.frames.first, message.frames.count > 1 else { return }
    // Names that begin with zero are libzmq's own, of five bytes; what is another one was made up by hand.
    guard identity.first != 0 || identity.count == 5 else { return }
    // An empty frame alone is an empty message, and not the delimiter of one.
    let hasDelimiter = message.frames.count > 2 && message.frames[1].isEmpty
    let body = hasDelimiter ? 2 : 1
    let buffers = Array(message.frames[(body + 1)...])
    guard let (endpoint, isSlow) = entry(for: identity, hasDelimiter: hasDelimiter, on: channel) else { return }
    if isSlow {
      endpoint.enqueue(message.frames[body], buffers: buffers)
    } else if let answer = endpoint.receive(message.frames[body], buffers: buffers) {
      send(OutgoingMessage(answer), to: identity, hasDelimiter: hasDelimiter, on: channel)
    }
    // A client that says goodbye is forgotten; the server stays.
    if endpoint.exitCode != nil {
      flush(identity, on: channel, limit: .max)
      drop(identity)
    }
  }

  /// The endpoint of a client, made if it is new; `nil` once the router is closed.
  private func entry(
    for identity: [UInt8], hasDelimiter: Bool, on channel: Channel
  ) -> (endpoint: any MessageEndpoint, isSlow: Bool)? {
    if let known = use(identity), known.hasDelimiter == hasDelimiter { return (known.endpoint, known.isSlow) }
    drop(identity)
    let endpoint = makeEndpoint(RPCRouter.Client(identity: identity, hasDelimiter: hasDelimiter))
    let isOpen = state.withLock { state in
      guard !state.isClosed else { return false }
      state.uses += 1
      state.entries[identity] = Entry(endpoint: endpoint, hasDelimiter: hasDelimiter, lastUse: state.uses)
      return true
    }
    guard isOpen else {
      endpoint.close()
      return nil
    }
    endpoint.onOutgoing { [weak self, loop] in
      loop.perform { [weak self] in self?.flush(identity, on: channel) }
    }
    forgetIdleClients()
    return (endpoint, false)
  }

  private func use(_ identity: [UInt8]) -> Entry? {
    state.withLock { state in
      guard state.entries[identity] != nil else { return nil }
      state.uses += 1
      state.entries[identity]?.lastUse = state.uses
      return state.entries[identity]
    }
  }

  /// Forgets those that were silent longest, a tenth of them at once so that the search for them is seldom.
  private func forgetIdleClients() {
    let forgotten = state.withLock { state in
      guard state.entries.count > limits.clients else { return [] as [Entry] }
      let count = state.entries.count - limits.clients + limits.clients / 10
      let oldest = state.entries.sorted { $0.value.lastUse < $1.value.lastUse }.prefix(count)
      for (identity, _) in oldest { state.entries[identity] = nil }
      return oldest.map(\.value)
    }
    for entry in forgotten { entry.endpoint.close() }
  }

  private func drop(_ identity: [UInt8]) {
    let entry = state.withLock { $0.entries.removeValue(forKey: identity) }
    entry?.endpoint.close()
  }

  // MARK: - Sending

  /// How many messages one client is sent before the others have their turn.
  private static let flushLimit = 64

  /// Sends what a client has not been sent yet, as long as it takes it.
  private func flush(_ identity: [UInt8], on channel: Channel, limit: Int = flushLimit) {
    var count = 0
    while count < limit {
      guard let entry = use(identity), !entry.isSlow, let message = entry.endpoint.nextOutgoing() else { return }
      send(message, to: identity, hasDelimiter: entry.hasDelimiter, on: channel)
      count += 1
    }
    loop.perform { [weak self] in self?.flush(identity, on: channel) }
  }

  private func send(_ message: OutgoingMessage, to identity: [UInt8], hasDelimiter: Bool, on channel: Channel) {
    let delimiter: [[UInt8]] = hasDelimiter ? [[]] : []
    switch channel.send(Message([identity] + delimiter + [message.bytes] + message.buffers)) {
    case .sent, .queued: break
    case .delayed: setSlow(identity, true)
    case .full, .unreachable, .failed, .stopped: drop(identity)
    }
  }

  private func setSlow(_ identity: [UInt8], _ isSlow: Bool) {
    state.withLock { $0.entries[identity]?.isSlow = isSlow }
  }

  // MARK: - Events

  func handle(_ event: Channel.Event, on channel: Channel) {
    switch event {
    case .slow(let peer): setSlow(peer, true)
    case .drained(let peer):
      setSlow(peer, false)
      flush(peer, on: channel)
    case .gone(let peer, _): drop(peer)
    case .oversized(let peer, _):
      use(peer)?.endpoint.refuse(.limitExceeded("message", allowed: limits.messageSize, got: limits.messageSize + 1))
    case .progressed, .failed: break
    }
  }
}
