import JSONRPC
import Synchronization
import ZeroMQ

/// The clients of a router. All but ``close()`` happens on the loop's thread; the lock is for that.
final class RouterClients: Sendable {
  /// A client with what is known of it.
  private struct Entry: Sendable {
    var endpoint: any MessageEndpoint
    var hasDelimiter: Bool
    /// Whether messages for it are kept by the loop: nothing is fetched from the endpoint until they are gone.
    var isSlow = false
    /// When it was last heard or told something, as a count.
    var lastUse: UInt64
    /// The descriptor of the connection that it was let in by: what comes under its name by another is somebody else's. `nil`
    /// once that has ended and may be another's, or where the system does not tell.
    var connection: Int32?
    /// Whom the authenticator took it for.
    var user: String?
    /// Whether its connection has ended: it is told nothing more.
    var hasGone = false
  }

  private struct State: Sendable {
    var entries: [[UInt8]: Entry] = [:]
    /// The names of clients by the descriptors of their connections.
    var names: [Int32: [UInt8]] = [:]
    /// The connections of those who gave themselves their names.
    var named: Set<Int32> = []
    /// Those whose connections have ended, and that are not forgotten yet.
    var gone: [[UInt8]] = []
    /// Those that have no name any more, and whose requests are still worked on.
    var leaving: [ObjectIdentifier: any MessageEndpoint] = [:]
    /// The descriptors of connections that have ended since somebody was let in; nobody has got them again.
    var ended: Set<Int32> = []
    /// The number in the name that libzmq made up last, of those who were let in. It counts on from one to the next.
    var lastNumber: UInt32?
    var uses: UInt64 = 0
    var isClosed = false

    mutating func endEntry(_ identity: [UInt8]) {
      entries[identity]?.hasGone = true
      gone.append(identity)
    }

    /// Notes the connection by which a client was let in.
    mutating func note(_ connection: Int32, of identity: [UInt8]) {
      guard !ended.contains(connection) else { return endEntry(identity) }
      names[connection] = identity
      lastNumber = Self.number(of: identity) ?? lastNumber
      if State.isChosen(identity) { named.insert(connection) }
    }

    /// Whether a name is none of those that libzmq makes up.
    static func isChosen(_ identity: [UInt8]) -> Bool { identity.first != 0 }

    /// The number in a name that looks like one of those.
    private static func number(of identity: [UInt8]) -> UInt32? {
      isChosen(identity) ? nil : identity.dropFirst().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Whether a name looks like one of those, and cannot be: so many clients have not come meanwhile.
    func isMadeByHand(_ identity: [UInt8]) -> Bool {
      guard let lastNumber, let number = Self.number(of: identity) else { return false }
      return min(number &- lastNumber, lastNumber &- number) > 1 << 24
    }
  }

  /// How often to look whether the list of keys has changed while nobody connects.
  private static let keyInterval = Duration.seconds(1)

  private let loop: SocketLoop
  private let limits: RPCRouter.Limits
  private let doorkeeper: Doorkeeper
  private let strangers: Strangers
  private let makeEndpoint: @Sendable (RPCRouter.Client) -> any MessageEndpoint
  private let state = Mutex(State())

  init(
    loop: SocketLoop, limits: RPCRouter.Limits, doorkeeper: Doorkeeper, strangers: Strangers,
    makeEndpoint: @escaping @Sendable (RPCRouter.Client) -> any MessageEndpoint
  ) {
    self.loop = loop
    self.limits = limits
    self.doorkeeper = doorkeeper
    self.strangers = strangers
    self.makeEndpoint = makeEndpoint
  }

  func close() {
    let endpoints = state.withLock { state in
      state.isClosed = true
      defer {
        state.entries = [:]
        state.leaving = [:]
      }
      return state.entries.values.map(\.endpoint) + state.leaving.values
    }
    for endpoint in endpoints { endpoint.close() }
  }

  // MARK: - Receiving

  func receive(_ message: Message, on channel: Channel) {
    guard let identity = message.parts.first?.bytes, message.parts.count > 1 else { return }
    // Names that begin with zero are libzmq's own, of five bytes; what is another one was made up by hand.
    guard identity.first != 0 || identity.count == 5 else { return hangUp(message.connection) }
    // An empty frame alone is an empty message, and not the delimiter of one.
    let hasDelimiter = message.parts.count > 2 && message.parts[1].isEmpty
    let body = hasDelimiter ? 2 : 1
    let sender = RPCRouter.Client(identity: identity, hasDelimiter: hasDelimiter)
    guard let entry = known(sender, by: message.connection) ?? admit(sender, message, body: body, on: channel) else {
      return
    }
    let endpoint = entry.endpoint
    if message.byteCount > UnreadMessage.leastByteCount {
      endpoint.enqueue(UnreadMessage(message, from: body))
    } else {
      let (bytes, buffers) = (message.parts[body].bytes, message.parts[(body + 1)...].map(\.bytes))
      if entry.isSlow {
        endpoint.enqueue(bytes, buffers: buffers)
      } else if let answer = endpoint.receive(bytes, buffers: buffers) {
        send(OutgoingMessage(answer), to: identity, hasDelimiter: hasDelimiter, on: channel)
      }
    }
    // A client that says goodbye is forgotten; the server stays.
    if endpoint.exitCode != nil {
      flush(identity, on: channel, isLast: true)
      drop(identity)
    }
  }

  /// A client that was let in by this connection.
  private func known(_ sender: RPCRouter.Client, by connection: Int32?) -> Entry? {
    guard let entry = use(sender.identity), entry.connection == connection, entry.hasDelimiter == sender.hasDelimiter
    else {
      return nil
    }
    return entry
  }

  /// Lets a client in that is new, or tells it why not. What was known under its name is forgotten.
  /// - Returns: `nil` if it was not let in, and once the router is closed.
  private func admit(_ sender: RPCRouter.Client, _ message: Message, body: Int, on channel: Channel) -> Entry? {
    let identity = sender.identity
    // Who only begins to put empty frames in front is still whom he was.
    let connection = state.withLock { $0.entries[identity]?.connection }
    drop(identity)
    if connection == nil || connection != message.connection {
      switch doorkeeper.judge(
        message.parts[body].prefix(Introduction.sizeLimit + 1), size: message.byteCount, from: message.connection,
        user: message.user)
      {
      case .admitted: break
      case .refused where state.withLock({ $0.isMadeByHand(identity) }), .unwanted:
        hangUp(message.connection)
        return nil
      case .refused(let answer):
        if let answer { send(answer, toStranger: sender, by: message.connection, on: channel) }
        return nil
      }
    }
    let endpoint = makeEndpoint(sender)
    let entry = state.withLock { state -> Entry? in
      guard !state.isClosed else { return nil }
      state.uses += 1
      let entry = Entry(
        endpoint: endpoint, hasDelimiter: sender.hasDelimiter, lastUse: state.uses, connection: message.connection,
        user: message.user)
      state.entries[identity] = entry
      if let connection = message.connection { state.note(connection, of: identity) }
      return state.entries[identity]
    }
    guard let entry else {
      endpoint.close()
      return nil
    }
    if entry.hasGone {
      // It had left before its first message was looked at.
      giveUpLater(identity, endpoint)
    } else if let connection = message.connection {
      strangers.letIn(connection)
    }
    endpoint.onOutgoing { [weak self, loop] in
      loop.perform { [weak self] in self?.flush(identity, on: channel) }
    }
    forgetIdleClients()
    return entry
  }

  /// Sends an answer to somebody who was not let in. With one who does not read them it is over: nothing is kept for him.
  private func send(
    _ answer: [UInt8], toStranger stranger: RPCRouter.Client, by connection: Int32?, on channel: Channel
  ) {
    let delimiter: [[UInt8]] = stranger.hasDelimiter ? [[]] : []
    guard channel.send(Message([stranger.identity] + delimiter + [answer])) != .sent else { return }
    channel.forget(peer: stranger.identity)
    hangUp(connection)
  }

  private func hangUp(_ connection: Int32?) {
    guard let connection else { return }
    doorkeeper.stopListening(to: connection)
    strangers.end(connection)
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

  // MARK: - Connections

  /// The connections of clients with names of their own.
  var named: Set<Int32> { state.withLock { $0.named } }

  /// What a client had sent is still worked on for a while, but nothing more goes to its name.
  func noteEnd(of connection: Int32) {
    let gone = state.withLock { state -> (identity: [UInt8], endpoint: any MessageEndpoint)? in
      state.ended.insert(connection)
      state.named.remove(connection)
      guard let identity = state.names.removeValue(forKey: connection) else { return nil }
      // Also where the client was forgotten before: something may be kept for its name.
      state.gone.append(identity)
      guard let entry = state.entries[identity], entry.connection == connection else { return nil }
      state.entries[identity]?.hasGone = true
      return (identity, entry.endpoint)
    }
    if let gone { giveUpLater(gone.identity, gone.endpoint) }
  }

  /// Works for a while on what a client had asked for that has gone.
  private func giveUpLater(_ identity: [UInt8], _ endpoint: any MessageEndpoint) {
    loop.schedule(after: limits.farewell) { [weak self, weak endpoint] in
      guard let self, let endpoint else { return }
      // By then another may have come by its name.
      state.withLock { state in
        state.leaving[ObjectIdentifier(endpoint)] = nil
        if state.entries[identity]?.endpoint === endpoint { state.entries[identity] = nil }
      }
      endpoint.close()
    }
  }

  /// Forgets clients whose connections have ended, before another may come by one of their names or descriptors.
  ///
  /// Those whose names libzmq made up are only parted from their descriptors: nobody comes by such a name who has not made it by
  /// hand, and whoever does comes by another connection. What they and the others had asked for is still worked on for a while.
  func forgetGone(on channel: Channel) {
    let (gone, ended) = state.withLock { state in
      let gone = state.gone.filter { state.entries[$0]?.hasGone != false }
      for identity in gone {
        if State.isChosen(identity), let entry = state.entries.removeValue(forKey: identity) {
          state.leaving[ObjectIdentifier(entry.endpoint)] = entry.endpoint
        } else {
          state.entries[identity]?.connection = nil
        }
      }
      defer {
        state.gone = []
        state.ended = []
      }
      return (gone, state.ended)
    }
    doorkeeper.forget(ended)
    for identity in gone where State.isChosen(identity) { channel.forget(peer: identity) }
  }

  /// Has clients dropped soon after their keys were taken off a list. libzmq can't end their connections (4.3 has no call for
  /// one peer of a ROUTER), so they are no longer told anything, and whatever they ask is refused.
  /// - Parameter revocations: How many of the list's have been seen to.
  func watch(_ keys: ClientKeyFile, since revocations: Int = 0) {
    loop.schedule(after: Self.keyInterval) { [weak self] in
      guard let self else { return }
      keys.refresh()
      // Whoever connected meanwhile may have had the file read.
      let now = keys.revocations
      if now != revocations { dropUnlisted(by: keys) }
      watch(keys, since: now)
    }
  }

  private func dropUnlisted(by keys: ClientKeyFile) {
    let entries = state.withLock { $0.entries }
    for (identity, entry) in entries where !keys.lists(user: entry.user) { drop(identity) }
  }

  private func hasGone(_ identity: [UInt8]) -> Bool {
    state.withLock { $0.entries[identity]?.hasGone == true }
  }

  /// The client is not forgotten: what it had sent before it went may still be under way, and counts as its own.
  private func noteGone(_ identity: [UInt8]) {
    let endpoint = state.withLock { state -> (any MessageEndpoint)? in
      guard let entry = state.entries[identity], !entry.hasGone else { return nil }
      state.entries[identity]?.hasGone = true
      return entry.endpoint
    }
    if let endpoint { giveUpLater(identity, endpoint) }
  }

  // MARK: - Sending

  /// How many messages one client is sent before the others have their turn, and how many bytes.
  private static let flushLimit = 16
  private static let flushSize = 64 << 10

  /// Sends what a client has not been sent yet, as long as it takes it.
  private func flush(_ identity: [UInt8], on channel: Channel, isLast: Bool = false) {
    var (count, size) = (0, 0)
    while isLast || (count < Self.flushLimit && size < Self.flushSize) {
      guard let entry = use(identity), !entry.isSlow else { return }
      // What it had asked for besides is worked on for a while.
      guard !entry.hasGone else { return }
      guard let message = entry.endpoint.nextOutgoing() else { return }
      size += send(message, to: identity, hasDelimiter: entry.hasDelimiter, on: channel)
      count += 1
    }
    loop.perform { [weak self] in self?.flush(identity, on: channel) }
  }

  /// - Returns: How many bytes it has.
  @discardableResult
  private func send(
    _ message: OutgoingMessage, to identity: [UInt8], hasDelimiter: Bool, on channel: Channel
  ) -> Int {
    let delimiter: [[UInt8]] = hasDelimiter ? [[]] : []
    guard !hasGone(identity) else { return 0 }
    let message = Message([identity] + delimiter + [message.bytes] + message.buffers)
    switch channel.send(message) {
    case .sent, .queued: break
    case .delayed: setSlow(identity, true)
    case .unreachable: noteGone(identity)
    case .full, .failed, .stopped: drop(identity)
    }
    return message.byteCount
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
    case .gone(let peer, _): noteGone(peer)
    case .oversized(let peer, _):
      use(peer)?.endpoint.refuse(.limitExceeded("message", allowed: limits.messageSize, got: limits.messageSize + 1))
    case .progressed, .failed: break
    }
  }
}

extension UnreadMessage {
  /// A message whose text stands in a frame, and its buffers in those behind it.
  fileprivate init(_ message: Message, from body: Int) {
    self.init(
      size: message.parts[body...].reduce(0) { $0 + $1.count },
      beginning: { message.parts[body].prefix($0) },
      content: {
        let buffers = message.parts[(body + 1)...]
        return (
          message.parts[body].bytes, Buffers(sizes: buffers.map(\.count)) { buffers[buffers.startIndex + $0].bytes }
        )
      })
  }
}
