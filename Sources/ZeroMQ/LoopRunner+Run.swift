internal import CZeroMQ
internal import Synchronization

/// The loop itself, on its thread.
extension LoopRunner {
  func run() {
    thread.store(czeromq_thread_current(), ordering: .relaxed)
    czeromq_thread_name(name)
    var items: [zmq_pollitem_t] = []
    var polled: [Int] = []
    while true {
      takeMailbox()
      fireTimers()
      retryBacklogs()
      deliverEvents()
      let phase = mailbox.withLock { $0.phase }
      if case .stopping(let deadline) = phase {
        if isFlushed || deadline <= .now { break }
        // Only the backlog is left to look after.
        items = [wakeItem]
        polled = []
        isPollListStale = true
      } else if isPollListStale {
        polled = sockets.indices.filter { sockets[$0].isReceiving }
        items = [wakeItem] + polled.map { item(for: sockets[$0]) }
        isPollListStale = false
      }
      guard poll(&items) else { break }
      for (item, channel) in zip(items.dropFirst(), polled) where item.revents & Int16(ZMQ_POLLIN) != 0 {
        receiveBatch(channel)
      }
    }
    close()
    // Only now: what is let go of in closing may ask to stop the loop, and must not wait for its own thread.
    thread.store(0, ordering: .relaxed)
  }

  // MARK: What others left

  private func takeMailbox() {
    let (sends, jobs, newTimers) = mailbox.withLock { mailbox in
      defer {
        mailbox.sends = []
        mailbox.sendBytes = 0
        mailbox.jobs = []
        mailbox.timers = []
      }
      mailbox.isAsleep = false
      return (mailbox.sends, mailbox.jobs, mailbox.timers)
    }
    for (channel, message) in sends { sendAccepted(message, on: channel) }
    for timer in newTimers { timers.insert(timer) }
    for job in jobs { job() }
  }

  private func fireTimers() {
    guard let next = timers.next else { return }
    // Timers that these timers set for now wait for the next round, so that sockets have their turn.
    let now = ContinuousClock.now
    guard next <= now else { return }
    while let timer = timers.removeNext(dueBy: now) { timer.fire() }
  }

  private func deliverEvents() {
    while !events.isEmpty {
      let delivered = events
      events = []
      for (channel, event) in delivered { sockets[channel].handlers.event?(event, channels[channel]) }
    }
  }

  private var isFlushed: Bool {
    mailbox.withLock { $0.isEmpty } && sockets.allSatisfy { $0.backlog.isEmpty }
  }

  // MARK: Waiting

  private var wakeItem: zmq_pollitem_t {
    zmq_pollitem_t(socket: nil, fd: wake.reading, events: Int16(ZMQ_POLLIN), revents: 0)
  }

  private func item(for open: OpenSocket) -> zmq_pollitem_t {
    zmq_pollitem_t(socket: open.socket.handle, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0)
  }

  /// - Returns: `false` when nothing more can be received, since the context was shut down.
  private func poll(_ items: inout [zmq_pollitem_t]) -> Bool {
    let deadline = mailbox.withLock { mailbox -> ContinuousClock.Instant?? in
      guard mailbox.isEmpty, events.isEmpty else { return .none }
      var earliest = timers.next
      for open in sockets {
        if let retry = open.backlog.retry { earliest = min(earliest ?? retry, retry) }
      }
      if case .stopping(let deadline) = mailbox.phase { earliest = min(earliest ?? deadline, deadline) }
      mailbox.isAsleep = true
      return .some(earliest)
    }
    let timeout: Int
    switch deadline {
    case nil: timeout = 0
    case nil?: timeout = -1
    case let deadline??: timeout = Int((deadline - .now).milliseconds)
    }
    let count = zmq_poll(&items, Int32(items.count), timeout)
    guard count >= 0 else {
      let error = ZeroMQError.last("wait for the sockets of \(name)")
      for index in items.indices { items[index].revents = 0 }
      if error.code == .interrupted { return true }
      for channel in sockets.indices { events.append((channel, .failed(error))) }
      deliverEvents()
      return false
    }
    if items[0].revents != 0 { wake.clear() }
    return true
  }

  // MARK: Receiving

  private func receiveBatch(_ channel: Int) {
    let open = sockets[channel]
    var received = 0
    while received < limits.batch, !open.isPaused {
      do throws(ZeroMQError) {
        guard let next = try open.socket.receiveWithinLimits(flags: ZMQ_DONTWAIT) else { break }
        received += 1
        switch next {
        case .whole(let message):
          open.handlers.message(message, channels[channel])
        case .oversized(let firstFrame, let error):
          let peer = open.socket.type == .router ? firstFrame : []
          events.append((channel, .oversized(peer: peer, error)))
        }
      } catch {
        // A REP or REQ whose turn it is to send; polling comes back when it has.
        if error.code == .wrongState { break }
        events.append((channel, .failed(error)))
        open.isPaused = true
        isPollListStale = true
      }
    }
    if received > 0 { open.handlers.batchEnd?(channels[channel]) }
  }

  // MARK: The end

  /// Closes the sockets, lets go of the handlers, and tells those who wait. At the end of the thread, or instead of it.
  func close() {
    sockets = []
    channels = []
    timers.removeAll()
    events = []
    let (waiters, left) = mailbox.withLock { mailbox in
      defer {
        mailbox = LoopMailbox()
        mailbox.phase = .stopped
      }
      return (mailbox.stopWaiters, mailbox)
    }
    // What was never sent or run is released here, outside the lock.
    _ = consume left
    for waiter in waiters { waiter() }
  }
}
