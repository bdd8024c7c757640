internal import CZeroMQ
internal import DequeModule
internal import Synchronization

/// The loop itself, on its thread.
extension LoopRunner {
  func run() {
    thread.store(czeromq_thread_current(), ordering: .relaxed)
    czeromq_thread_name(name)
    var items = [pollfd](
      repeating: pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0), count: sockets.count + 1)
    while !hasTerminated {
      takeMailbox()
      fireTimers()
      retryBacklogs()
      if stopDeadline == nil { receiveWhereUsed() }
      deliverEvents()
      let stopDeadline = stopDeadline
      if let stopDeadline, isFlushed || stopDeadline <= .now { break }
      for (index, open) in sockets.enumerated() {
        // poll(2) passes over negative descriptors.
        items[index + 1].fd = open.isReceiving && stopDeadline == nil ? open.descriptor : -1
      }
      wait(&items)
      if stopDeadline != nil { continue }
      for (index, open) in sockets.enumerated() where open.hasMore || items[index + 1].revents != 0 {
        receiveBatch(index)
      }
    }
    deliverEvents()
    close()
    // Only now: what is let go of in closing may ask to stop the loop, and must not wait for its own thread.
    thread.store(0, ordering: .relaxed)
  }

  private var stopDeadline: ContinuousClock.Instant? {
    mailbox.withLock { mailbox in
      if case .stopping(let deadline) = mailbox.phase { deadline } else { nil }
    }
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
    self.jobs.append(contentsOf: jobs)
    runJobs()
  }

  /// How long jobs may take before sockets have their turn: thousands may come at once, such as one for each client that is to
  /// be told of something.
  private static var jobTime: Duration { .milliseconds(1) }
  /// How many are run before the time is looked at.
  private static var jobBatch: Int { 8 }

  private func runJobs() {
    guard !jobs.isEmpty else { return }
    let end = ContinuousClock.now + Self.jobTime
    var count = 0
    while let job = jobs.popFirst() {
      job()
      count += 1
      // At the end all are run that were accepted: there are no turns any more.
      if count.isMultiple(of: Self.jobBatch), ContinuousClock.now >= end, stopDeadline == nil { break }
    }
  }

  private func fireTimers() {
    guard let next = timers.next else { return }
    // A timer that one of these sets to fire at once waits for the next round, so that sockets have their turn.
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
    jobs.isEmpty && mailbox.withLock { $0.isEmpty } && sockets.allSatisfy { $0.backlog.isEmpty }
  }

  // MARK: Waiting

  private func wait(_ items: inout [pollfd]) {
    let timeout = timeout()
    let count = poll(&items, nfds_t(items.count), timeout)
    if count < 0 {
      // EINTR, or no memory for the moment. What happened meanwhile is still there in the next round.
      for index in items.indices { items[index].revents = 0 }
    } else if items[0].revents != 0 {
      wake.clear()
    }
  }

  /// How long to sleep, in milliseconds; -1 is until something happens. From here on, senders ring.
  private func timeout() -> Int32 {
    let hasInput = sockets.contains { $0.isReceiving && ($0.hasMore || $0.wasUsed) }
    var earliest = timers.next
    for open in sockets {
      if let retry = open.backlog.retry { earliest = min(earliest ?? retry, retry) }
    }
    let isAsleep = mailbox.withLock { mailbox in
      guard mailbox.isEmpty, events.isEmpty, jobs.isEmpty else { return false }
      if case .stopping(let deadline) = mailbox.phase {
        earliest = min(earliest ?? deadline, deadline)
      } else if hasInput {
        return false
      }
      mailbox.isAsleep = true
      return true
    }
    guard isAsleep else { return 0 }
    return earliest.map { ($0 - .now).milliseconds } ?? -1
  }

  // MARK: Receiving

  /// After how many messages of a batch other peers are looked for.
  private static var lookInterval: Int { 8 }

  /// Looks at the sockets that may hold messages without their descriptors telling.
  private func receiveWhereUsed() {
    for (index, open) in sockets.enumerated() where open.wasUsed && !open.hasMore { receiveBatch(index) }
  }

  private func receiveBatch(_ channel: Int) {
    let open = sockets[channel]
    var received = 0
    while open.isReceiving {
      guard received < limits.batch else {
        open.hasMore = true
        break
      }
      do throws(ZeroMQError) {
        guard let next = try open.tryReceive() else { break }
        received += 1
        // While one peer keeps a socket busy, libzmq looks with every hundredth message only whether others have sent
        // something (socket_base_t::recv, inbound_poll_rate), too seldom if each takes its time.
        if received.isMultiple(of: Self.lookInterval) { try open.socket.refreshEvents() }
        switch next {
        case .whole(let message, let origin):
          guardian?.noteMessage(from: origin)
          open.handlers.message(message, channels[channel])
        case .oversized(let firstFrame, let origin, let error):
          guardian?.noteMessage(from: origin)
          let peer = open.socket.type == .router ? firstFrame : []
          events.append((channel, .oversized(peer: peer, error)))
        }
      } catch {
        receivingFailed(error, on: channel)
      }
    }
    if received > 0 { open.handlers.batchEnd?(channels[channel]) }
    if !open.drainedJobs.isEmpty, !open.wasUsed, !open.hasMore {
      let jobs = open.drainedJobs
      open.drainedJobs = []
      for job in jobs { job() }
    }
  }

  private func receivingFailed(_ error: ZeroMQError, on channel: Int) {
    let open = sockets[channel]
    open.hasMore = false
    switch error.code {
    case .wrongState:
      open.awaitsSend = true
    case .terminated:
      // So have the others; everybody is told once.
      open.isPaused = true
      if !hasTerminated { for index in sockets.indices { events.append((index, .failed(error))) } }
      hasTerminated = true
    default:
      events.append((channel, .failed(error)))
      open.isPaused = true
    }
  }

  // MARK: The end

  /// Closes the sockets, lets go of the handlers, and tells those who wait. At the end of the thread, or instead of it.
  func close() {
    sockets = []
    channels = []
    timers.removeAll()
    events = []
    jobs = []
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
