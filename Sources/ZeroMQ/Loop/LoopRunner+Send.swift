internal import Synchronization

/// Sending on the loop's thread.
extension LoopRunner {
  /// Sends in a handler, a job or a timer.
  func sendNow(_ message: Message, on channel: Int, beyondLimits: Bool) -> SendResult {
    guard sockets.indices.contains(channel) else { return .stopped }
    flushQueuedSends()
    let open = sockets[channel]
    let peer = open.peer(of: message)
    if open.backlog.contains(peer) {
      if !beyondLimits, open.backlog.isFull(peer, limits) || isBacklogFull { return .full }
      keep(message, for: peer, on: channel)
      return .delayed
    }
    do throws(ZeroMQError) {
      if try open.trySend(message) { return .sent }
    } catch {
      return error.code == .hostUnreachable ? .unreachable : .failed(error)
    }
    keep(message, for: peer, on: channel)
    return .delayed
  }

  /// Sends what another thread was told is accepted; it is kept whatever the limits.
  func sendAccepted(_ message: Message, on channel: Int) {
    let open = sockets[channel]
    let peer = open.peer(of: message)
    if !open.backlog.contains(peer) {
      do throws(ZeroMQError) {
        if try open.trySend(message) { return }
      } catch {
        let isGone = error.code == .hostUnreachable
        events.append((channel, isGone ? .gone(peer: peer, messages: 1) : .failed(error)))
        return
      }
    }
    keep(message, for: peer, on: channel)
  }

  /// What others queued before goes first, so that the order of calls is the order on the wire.
  private func flushQueuedSends() {
    let sends = mailbox.withLock { mailbox in
      guard !mailbox.sends.isEmpty else { return [] as [(channel: Int, message: Message)] }
      defer {
        mailbox.sends = []
        mailbox.sendBytes = 0
      }
      return mailbox.sends
    }
    for (channel, message) in sends { sendAccepted(message, on: channel) }
  }

  // MARK: Slow peers

  private var isBacklogFull: Bool {
    sockets.reduce(0) { $0 + $1.backlog.byteCount } >= limits.slowBytes
  }

  private func keep(_ message: Message, for peer: [UInt8], on channel: Int) {
    let open = sockets[channel]
    if !open.backlog.contains(peer) { events.append((channel, .slow(peer: peer))) }
    open.backlog.append(message, for: peer)
    publishSlowness(of: peer, on: channel)
  }

  /// Gives up what is kept for a peer that has gone, on the loop's thread.
  func forget(_ peer: [UInt8], on channel: Int) {
    guard sockets.indices.contains(channel) else { return }
    // What others have queued was for that one, too.
    flushQueuedSends()
    guard sockets[channel].backlog.contains(peer) else { return }
    sockets[channel].backlog.forget(peer)
    publishSlowness(of: peer, on: channel)
  }

  /// Tells the senders on other threads.
  private func publishSlowness(of peer: [UInt8], on channel: Int) {
    let backlog = sockets[channel].backlog
    let isSlow = backlog.contains(peer)
    let isFull = backlog.isFull(peer, limits)
    let isBacklogFull = isBacklogFull
    mailbox.withLock { mailbox in
      mailbox.slow[LoopMailbox.Peer(channel: channel, identity: peer)] = isSlow ? isFull : nil
      mailbox.isBacklogFull = isBacklogFull
    }
  }

  func retryBacklogs() {
    var now: ContinuousClock.Instant?
    for (channel, open) in sockets.enumerated() where open.backlog.retry != nil {
      let instant = now ?? .now
      now = instant
      let changes = open.backlog.retry(now: instant) { message throws(ZeroMQError) in try open.trySend(message) }
      for (peer, progress) in changes {
        switch progress {
        case .some: events.append((channel, .progressed(peer: peer)))
        case .drained: events.append((channel, .drained(peer: peer)))
        case .gone(let messages): events.append((channel, .gone(peer: peer, messages: messages)))
        case .failed(let error): events.append((channel, .failed(error)))
        }
        publishSlowness(of: peer, on: channel)
      }
    }
  }
}
