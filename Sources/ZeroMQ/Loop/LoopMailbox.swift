/// What the loop's thread and all others share, under one lock.
struct LoopMailbox {
  enum Phase {
    case opening
    case running
    case stopping(deadline: ContinuousClock.Instant)
    case stopped
  }

  struct Peer: Hashable {
    let channel: Int
    let identity: [UInt8]
  }

  var phase = Phase.opening

  var sends: [(channel: Int, message: Message)] = []
  var sendBytes = 0
  var jobs: [@Sendable () -> Void] = []
  var timers: [LoopTimer] = []

  /// The loop is about to poll or polling: whoever adds something has to ring, once.
  var isAsleep = false

  /// The slow peers, and whether no more is accepted for them. The loop's thread writes it.
  var slow: [Peer: Bool] = [:]
  /// Too much is kept for all slow peers together.
  var isBacklogFull = false

  var stopWaiters: [@Sendable () -> Void] = []

  var isEmpty: Bool { sends.isEmpty && jobs.isEmpty && timers.isEmpty }

  var isAccepting: Bool {
    switch phase {
    case .opening, .running: true
    case .stopping, .stopped: false
    }
  }

  /// Tells whether to ring after letting go of the lock.
  mutating func wakes() -> Bool {
    defer { isAsleep = false }
    return isAsleep
  }
}
