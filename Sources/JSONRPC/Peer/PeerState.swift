import JSONModel
import Synchronization

/// What a ``Peer`` keeps under its lock.
struct PeerState: Sendable {
  /// Messages that wait for their turn, oldest first.
  private(set) var queue = WaitingLine<IncomingMessage>()
  /// The message that is being carried out.
  private(set) var current: IncomingMessage?
  /// Whether a task is at work on the queue.
  var isDraining = false

  /// Answers that the client has not read, oldest first.
  private var outbox = Queue<Answer>()
  private var outboxSize = 0 {
    didSet { memory?.noteAnswers(outboxSize - oldValue) }
  }
  /// Told what the messages hold.
  private let memory: MemoryCeiling?
  var hasNotifications = false

  /// Called at the edge from nothing to send to something.
  var wake: @Sendable () -> Void
  var isSignalled = false

  var isShutDown = false
  var exitCode: Int32?
  private(set) var isClosed = false

  init(memory: MemoryCeiling?, wake: @escaping @Sendable () -> Void) {
    self.memory = memory
    self.wake = wake
  }

  /// Whether messages are no longer taken.
  var hasEnded: Bool { isClosed || exitCode != nil }

  var isIdle: Bool { queue.isEmpty && current == nil && outbox.isEmpty }

  func isQueueFull(_ limits: Limits) -> Bool { queue.count >= limits.pending || queue.size >= limits.pendingSize }

  func isOutboxFull(_ limits: Limits) -> Bool { outboxSize > limits.outbox }

  var isOutboxEmpty: Bool { outbox.isEmpty }

  mutating func close() {
    cancelAll()
    isClosed = true
    hasNotifications = false
    outbox = Queue()
    outboxSize = 0
  }

  private mutating func cancelAll() {
    for case .call(let call, _) in current?.items ?? [] { call.cancellation.cancel() }
    forgetQueue()
  }

  private mutating func forgetQueue() { changeQueue { $0 = WaitingLine() } }

  private mutating func changeQueue<Result>(_ change: (inout WaitingLine<IncomingMessage>) -> Result) -> Result {
    let size = queue.size
    defer { memory?.noteRequests(queue.size - size) }
    return change(&queue)
  }

  /// Nothing that waits is carried out any more; what has been answered can still be read.
  mutating func exit() {
    exitCode = exitCode ?? (isShutDown ? 0 : 1)
    forgetQueue()
  }
}

// MARK: - The line

extension PeerState {
  mutating func enqueue(_ message: IncomingMessage) { changeQueue { $0.append(message) } }

  /// Begins with a message that found the line empty.
  mutating func begin(_ message: IncomingMessage) { current = message }

  /// Begins with the first message in line; `nil` if the line is to rest.
  mutating func beginNext(_ limits: Limits) -> IncomingMessage? {
    guard !hasEnded, current == nil, !isOutboxFull(limits), let message = changeQueue({ $0.popFirst() }) else {
      isDraining = false
      return nil
    }
    current = message
    return message
  }

  mutating func finish() { current = nil }

  /// Whether a task has to be started for the line; if so it counts as started.
  mutating func startsDraining(_ limits: Limits) -> Bool {
    guard !isDraining, !hasEnded, current == nil, !queue.isEmpty, !isOutboxFull(limits) else { return false }
    isDraining = true
    return true
  }

  /// Cancels what the elements of a new message ask to cancel among all that is unanswered, itself included.
  /// - Complexity: O(elements of the message and of the one that is being carried out), besides what is cancelled.
  mutating func cancel(whatIsAskedBy message: IncomingMessage) {
    let ids = message.cancelledIDs
    guard !ids.isEmpty else { return }
    current?.forEachCall { id, call in
      if ids[id] != nil { call.cancel() }
    }
    // Of the message itself what comes before: whoever cancels has asked.
    for (index, item) in message.items.enumerated() {
      guard case .call(let call, _) = item, let id = call.id, let last = ids[id], index < last else { continue }
      call.cancellation.cancel()
    }
    // What stands alone is answered at once; an element of a batch has to wait for the others.
    for message in changeQueue({ $0.cancel(ids.keys) }) {
      if let answer = message.cancelledAnswer { send(answer) }
    }
  }
}

extension IncomingMessage: Waiting {
  func forEachCall(_ body: (JSON, Cancellation) -> Void) {
    for case .call(let call, _) in items {
      if let id = call.id { body(id, call.cancellation) }
    }
  }

  /// The ids of the requests that its elements ask to cancel, each with the place of the last element that does.
  fileprivate var cancelledIDs: [JSON: Int] {
    var ids: [JSON: Int] = [:]
    for (index, item) in items.enumerated() {
      // What no request can bear may be large, and nothing is to be found by it.
      if let id = item.cancelledID, id == .null || RequestID.isID(id) { ids[id] = index }
    }
    return ids
  }

  /// Whether this is a single call that is no longer wanted.
  var isCancelled: Bool {
    guard !isBatch, case .call(let call, _) = items.first else { return false }
    return call.cancellation.isCancelled
  }

  /// What a single call gets that is no longer wanted; `nil` for a notification.
  fileprivate var cancelledAnswer: OutgoingMessage? {
    guard case .call(let call, _) = items.first else { return nil }
    return call.id.map { .fault(.cancelled, id: $0) }
  }
}

// MARK: - What goes out

extension PeerState {
  /// What the transport is to do next.
  enum Outgoing {
    case message(OutgoingMessage)
    case askForNotification
    case nothing
  }

  /// An answer on its way out.
  struct Answer: Sendable {
    var message: OutgoingMessage
    /// `nil` if it may leave at once.
    var hold: Hold?
    /// About how many bytes it has.
    let size: Int
  }

  /// What keeps an answer back, and those behind it, until what it tells of has been kept.
  final class Hold: Sendable {
    private let state = Mutex<(isOver: Bool, instead: OutgoingMessage?)>((false, nil))

    /// - Parameter instead: What is to leave instead.
    func end(_ instead: OutgoingMessage?) { state.withLock { $0 = (true, instead) } }

    var isOver: Bool { state.withLock { $0.isOver } }
    var instead: OutgoingMessage? { state.withLock { $0.instead } }
  }

  mutating func send(_ answer: OutgoingMessage, holding hold: Hold? = nil) {
    guard !isClosed else { return }
    let size = answer.size
    outbox.append(Answer(message: answer, hold: hold, size: size))
    outboxSize += size
  }

  private var isAnswerReady: Bool { outbox.first.map { $0.hold?.isOver ?? true } ?? false }

  mutating func nextOutgoing() -> Outgoing {
    if isAnswerReady, let answer = outbox.popFirst() {
      outboxSize -= answer.size
      return .message(answer.hold?.instead ?? answer.message)
    }
    if hasNotifications {
      hasNotifications = false
      return .askForNotification
    }
    isSignalled = false
    return .nothing
  }

  /// The wake-up, if there is something to send and the transport has not been woken for it.
  mutating func takeSignal() -> (@Sendable () -> Void)? {
    guard !isSignalled, isAnswerReady || hasNotifications else { return nil }
    isSignalled = true
    return wake
  }
}
