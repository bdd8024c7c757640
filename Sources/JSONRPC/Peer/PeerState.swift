import JSONModel
import Synchronization

/// What a ``Peer`` keeps under its lock.
struct PeerState: Sendable {
  /// Messages that wait for their turn, oldest first.
  private(set) var queue = WaitingLine<PendingMessage>()
  /// The message that is being carried out.
  private(set) var current: IncomingMessage?
  /// Whether the next message is being read.
  private var isReading = false
  /// What that is known by.
  private var reading: UnreadMessage.Call?
  private var unreadCancels = UnreadCancels()
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
  /// Whether a task makes a notification, or has made one that has not left yet.
  private var isNotifying = false

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

  /// Whether a message is at work, so that the next one has to wait.
  var isBusy: Bool { current != nil || isReading }

  var isIdle: Bool { queue.isEmpty && !isBusy && outbox.isEmpty && !isNotifying }

  func isQueueFull(_ limits: Limits) -> Bool { queue.count >= limits.pending || queue.size >= limits.pendingSize }

  /// The memory is only looked at where it is worth it: of most clients nothing waits.
  func isOutboxFull(_ limits: Limits) -> Bool {
    guard outboxSize > PeerState.sparseOutbox else { return outboxSize > limits.outbox }
    return outboxSize > limits.outbox || memory?.isSpent == true
  }

  /// Whether there is memory for one more message in line, of so many bytes; what was read takes many times as many.
  func hasMemory(for size: Int) -> Bool {
    max(queue.size, size) <= PeerState.sparseQueue || memory?.isReached(by: size) != true
  }

  /// Bytes that each client may leave unread, and have in line, also where there is no memory for more.
  private static let sparseOutbox = 1 << 20
  private static let sparseQueue = 64 << 10

  var isOutboxEmpty: Bool { outbox.isEmpty }

  mutating func close() {
    cancelAll()
    isClosed = true
    hasNotifications = false
    isNotifying = false
    outbox = Queue()
    outboxSize = 0
  }

  private mutating func cancelAll() {
    for case .call(let call, _) in current?.items ?? [] { call.cancellation.cancel() }
    forgetQueue()
  }

  private mutating func forgetQueue() { changeQueue { $0 = WaitingLine() } }

  private mutating func changeQueue<Result>(_ change: (inout WaitingLine<PendingMessage>) -> Result) -> Result {
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
  mutating func enqueue(_ message: PendingMessage) {
    if case .unread(_, nil) = message { unreadCancels.noteText() }
    changeQueue { $0.append(message) }
  }

  /// Begins with a message that found the line empty.
  mutating func begin(_ message: IncomingMessage) { current = message }

  /// Takes the first message in line, to read it if need be and to ``begin(reading:)`` with it; `nil` if the line is to rest.
  mutating func takeNext(_ limits: Limits) -> PendingMessage? {
    guard !hasEnded, !isBusy, !isOutboxFull(limits), let message = changeQueue({ $0.popFirst() }) else {
      isDraining = false
      return nil
    }
    switch message {
    case .read(let message): current = message
    case .unread(_, let call):
      isReading = true
      reading = call
    }
    return message
  }

  /// Begins with a message that was taken from the line unread. Whatever came before it has been carried out, so that what it
  /// asks to cancel can only be in itself.
  mutating func begin(reading message: IncomingMessage) {
    let isKnown = reading != nil
    isReading = false
    reading = nil
    guard !isClosed else { return }
    current = message
    if !isKnown { unreadCancels.apply(to: message) }
    message.cancelWithin(message.cancelledIDs)
  }

  mutating func finish() { current = nil }

  /// Whether a task has to be started for the line; if so it counts as started.
  mutating func startsDraining(_ limits: Limits) -> Bool {
    guard !isDraining, !hasEnded, !isBusy, !queue.isEmpty, !isOutboxFull(limits) else { return false }
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
    if let reading, ids[reading.id] != nil { reading.cancellation.cancel() }
    message.cancelWithin(ids)
    unreadCancels.note(ids.keys)
    // What stands alone is answered at once; an element of a batch has to wait for the others.
    for message in changeQueue({ $0.cancel(ids.keys) }) {
      if let answer = message.cancelledAnswer { send(answer) }
    }
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
    /// Whether it answers nothing: it was made by a task, as it would have taken long.
    var isNotification = false
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

  /// A task makes a notification, so that none is asked for.
  mutating func beginNotifying() { isNotifying = true }

  /// What the task has made, if there still was something to tell. There may be more after it.
  mutating func endNotifying(_ message: OutgoingMessage?) {
    guard !isClosed else { return }
    hasNotifications = true
    guard let message else {
      isNotifying = false
      return
    }
    let size = message.size
    outbox.append(Answer(message: message, hold: nil, size: size, isNotification: true))
    outboxSize += size
  }

  private var isAnswerReady: Bool { outbox.first.map { $0.hold?.isOver ?? true } ?? false }

  private var canNotify: Bool { hasNotifications && !isNotifying }

  mutating func nextOutgoing() -> Outgoing {
    if isAnswerReady, let answer = outbox.popFirst() {
      outboxSize -= answer.size
      if answer.isNotification { isNotifying = false }
      return .message(answer.hold?.instead ?? answer.message)
    }
    if canNotify {
      hasNotifications = false
      return .askForNotification
    }
    isSignalled = false
    return .nothing
  }

  /// The wake-up, if there is something to send and the transport has not been woken for it.
  mutating func takeSignal() -> (@Sendable () -> Void)? {
    guard !isSignalled, isAnswerReady || canNotify else { return nil }
    isSignalled = true
    return wake
  }
}
