internal import CZeroMQ
internal import DequeModule
internal import Synchronization

/// A ``SocketLoop``'s thread: what it does and what it owns. This file is the side that other threads see.
///
/// `@unchecked Sendable`: everything other threads touch is in `mailbox`, constant, or atomic. The other variables
/// belong to the loop's thread from its start to its end; before the start, `add` changes them with the mailbox locked,
/// and starting a thread makes that visible to it.
final class LoopRunner: @unchecked Sendable {
  let name: String
  let limits: SocketLoop.Limits
  let wake: WakeSignal
  let guardian: ConnectionGuard?
  let mailbox = Mutex(LoopMailbox())
  /// The loop's thread, or 0.
  let thread = Atomic<UInt>(0)

  // MARK: The loop's thread's own

  var sockets: [OpenSocket] = []
  var channels: [Channel] = []
  var timers = TimerQueue()
  /// What others have asked to be run, oldest first.
  var jobs: Deque<@Sendable () -> Void> = []
  /// Delivered between handlers, never within one.
  var events: [(channel: Int, event: Channel.Event)] = []
  /// The context was shut down.
  var hasTerminated = false

  init(name: String, limits: SocketLoop.Limits, wake: WakeSignal, guardian: ConnectionGuard? = nil) {
    self.guardian = guardian
    self.name = name
    self.limits = limits
    self.wake = wake
  }

  var isCurrentThread: Bool { thread.load(ordering: .relaxed) == czeromq_thread_current() }

  // MARK: Opening

  func add(_ socket: OpenSocket) throws(ZeroMQError) -> Channel {
    let endpoint = try socket.socket.lastEndpoint
    let type = socket.socket.type
    let added: Channel? = mailbox.withLock { mailbox in
      guard case .opening = mailbox.phase else { return nil }
      let channel = Channel(runner: self, index: sockets.count, type: type, endpoint: endpoint)
      sockets.append(socket)
      channels.append(channel)
      return channel
    }
    guard let added else {
      throw ZeroMQError(
        code: .wrongState, operation: "open \(endpoint)", message: "Channels are opened before the loop is started.")
    }
    return added
  }

  func willStart() throws(ZeroMQError) {
    let isFirst = mailbox.withLock { mailbox in
      guard case .opening = mailbox.phase else { return false }
      mailbox.phase = .running
      return true
    }
    guard isFirst else {
      throw ZeroMQError(
        code: .wrongState, operation: "start the thread \(name)", message: "A loop is started once; it was before.")
    }
  }

  // MARK: From any thread

  func send(_ message: Message, on channel: Channel, beyondLimits: Bool) -> SendResult {
    if isCurrentThread { return sendNow(message, on: channel.index, beyondLimits: beyondLimits) }
    let size = message.byteCount
    let (result, rings): (SendResult, Bool) = mailbox.withLock { mailbox in
      guard mailbox.isAccepting else { return (.stopped, false) }
      let hasRoom = mailbox.sends.count < limits.queuedMessages && mailbox.sendBytes < limits.queuedBytes
      guard hasRoom || beyondLimits else { return (.full, false) }
      var result = SendResult.queued
      if !mailbox.slow.isEmpty {
        let identity = channel.type == .router ? message.parts.first?.bytes ?? [] : []
        switch mailbox.slow[LoopMailbox.Peer(channel: channel.index, identity: identity)] {
        case let isFull? where !beyondLimits && (isFull || mailbox.isBacklogFull): return (.full, false)
        case .some: result = .delayed
        case nil: break
        }
      }
      mailbox.sends.append((channel.index, message))
      mailbox.sendBytes += size
      return (result, mailbox.wakes())
    }
    if rings { wake.ring() }
    return result
  }

  func enqueue(_ job: @escaping @Sendable () -> Void) -> Bool {
    let (isAccepted, rings) = mailbox.withLock { mailbox in
      guard mailbox.isAccepting else { return (false, false) }
      mailbox.jobs.append(job)
      return (true, mailbox.wakes())
    }
    if rings { wake.ring() }
    return isAccepted
  }

  func enqueue(_ timer: LoopTimer) {
    let rings = mailbox.withLock { mailbox in
      guard mailbox.isAccepting else { return false }
      mailbox.timers.append(timer)
      return mailbox.wakes()
    }
    if rings { wake.ring() }
  }

  func setPaused(_ isPaused: Bool, _ channel: Int) {
    let change: @Sendable () -> Void = { [self] in
      // Empty once the loop has closed.
      guard sockets.indices.contains(channel) else { return }
      sockets[channel].isPaused = isPaused
      sockets[channel].wasUsed = true
    }
    if isCurrentThread { change() } else { _ = enqueue(change) }
  }

  /// - Parameter completion: called once the sockets are closed, on the loop's thread or, if they are already, here.
  func requestStop(flushing: Duration, then completion: (@Sendable () -> Void)?) {
    enum Next { case close, ring, wait, done }
    let next: Next = mailbox.withLock { mailbox in
      switch mailbox.phase {
      case .stopped:
        return .done
      case .opening:
        // Nobody else closes: there is no thread.
        mailbox.phase = .stopping(deadline: .now)
        if let completion { mailbox.stopWaiters.append(completion) }
        return .close
      case .running:
        mailbox.phase = .stopping(deadline: .now + flushing)
      case .stopping:
        break
      }
      if let completion { mailbox.stopWaiters.append(completion) }
      return mailbox.wakes() ? .ring : .wait
    }
    switch next {
    case .close: close()
    case .ring: wake.ring()
    case .wait: break
    case .done: completion?()
    }
  }
}
