public import JSONModel
import POSIX
import Synchronization

/// One client on any transport: takes its messages, carries them out in order and keeps what it has to read.
///
/// A message of light calls that finds nothing waiting is carried out on the caller's thread, since a tap must cost
/// little more than an echo. All others wait in line for another thread, long ones even unread, so that a transport's thread is never
/// held up. Responses leave in the order of the requests, unless one is cancelled while it waits.
public final class Peer<Context>: MessageEndpoint {
  /// A batch of more calls than this is not carried out on the transport's thread, however light they are.
  private static var inlineCallLimit: Int { 16 }

  private let table: MethodTable<Context>
  private let limits: Limits
  private let memory: MemoryCeiling?
  /// Whether nothing waits for a task.
  private let isSerial: Bool
  private let makeContext: @Sendable (Call) -> Context
  private let weigh: @Sendable (Call, JSON?) -> Double
  private let settlement: @Sendable () -> (any Settlement)?
  private let notifications: @Sendable (_ isAtOnce: Bool) -> NextNotification
  private let onClose: @Sendable () -> Void
  private let state: Mutex<PeerState>

  /// - Parameters:
  ///   - memory: What the messages that it keeps count for; `nil` if only `limits` bound them.
  ///   - isSerial: Whether everything is carried out on the caller's thread, however heavy it is.
  ///   - context: Makes the context of a call, on the thread that runs it.
  ///   - weigh: How long a call of a method that is not heavy takes with these parameters, as what it is about may be large:
  ///     as a share of what may be done at once, so that a message's calls that weigh more than 1 together wait for a task.
  ///   - settlement: What an answer has to wait for that is ready now; `nil` if it need not wait.
  ///   - notifications: Gives the next notification, made from the newest state at that moment. Asked with no lock held, when
  ///     no response is left to send: by the transport's thread, which wants it at once, and if it is heavy by a task.
  ///   - onOutgoing: See ``onOutgoing(_:)``.
  ///   - onClose: Called by ``close()``, before anything is cancelled.
  public init(
    _ table: MethodTable<Context>, limits: Limits = Limits(), memory: MemoryCeiling? = nil, isSerial: Bool = false,
    context: @escaping @Sendable (Call) -> Context,
    weigh: @escaping @Sendable (Call, JSON?) -> Double = { _, _ in 0 },
    settlement: @escaping @Sendable () -> (any Settlement)? = { nil },
    notifications: @escaping @Sendable (_ isAtOnce: Bool) -> NextNotification = { _ in .none },
    onOutgoing: @escaping @Sendable () -> Void = {}, onClose: @escaping @Sendable () -> Void = {}
  ) {
    self.table = table
    self.limits = limits
    self.memory = memory
    self.isSerial = isSerial
    self.makeContext = context
    self.weigh = weigh
    self.settlement = settlement
    self.notifications = notifications
    self.onClose = onClose
    self.state = Mutex(PeerState(memory: memory, wake: onOutgoing))
  }

  deinit { state.withLock { $0.close() } }

  // MARK: - Taking

  public func receive(_ message: [UInt8], buffers: [[UInt8]] = []) -> [UInt8]? {
    take(message, buffers: Buffers(buffers), returnsAnswer: true)?.bytes
  }

  public func enqueue(_ message: [UInt8], buffers: [[UInt8]] = []) {
    _ = take(message, buffers: Buffers(buffers), returnsAnswer: false)
  }

  public func enqueue(_ message: JSON, buffers: [[UInt8]]) {
    _ = admit(IncomingMessage(message, buffers: Buffers(buffers), limits: limits), returnsAnswer: false)
  }

  private func take(_ bytes: [UInt8], buffers: Buffers, returnsAnswer: Bool) -> OutgoingMessage? {
    guard !isSerial, bytes.count > UnreadMessage.leastByteCount else {
      return admit(
        IncomingMessage(parsing: bytes, buffers: buffers, limits: limits), returnsAnswer: returnsAnswer)
    }
    admit(UnreadMessage(bytes, buffers: buffers))
    return nil
  }

  public func enqueue(_ message: UnreadMessage) {
    guard isSerial else { return admit(message) }
    let (bytes, buffers) = message.fetched
    enqueue(bytes, buffers: buffers)
  }

  public func refuse(_ error: RPCError, id: JSON) {
    _ = admit(IncomingMessage(refusing: error, id: id), returnsAnswer: false)
  }

  // MARK: - Giving

  public func nextOutgoing() -> OutgoingMessage? {
    while true {
      let (step, drains) = state.withLock { state in
        let step = state.nextOutgoing()
        return (step, state.startsDraining(limits))
      }
      if drains { startDraining() }
      switch step {
      case .message(let message): return message
      case .nothing: return nil
      case .askForNotification:
        switch notifications(!isSerial) {
        case .none: continue
        case .heavy:
          state.withLock { $0.beginNotifying() }
          WorkThreads.shared.run { self.notify() }
        case .message(let message):
          // There may be more, so the next one is asked for before the client counts as served.
          state.withLock { $0.hasNotifications = !$0.isClosed }
          return message
        }
      }
    }
  }

  /// Makes a notification that takes long, and puts it into the outbox.
  private func notify() {
    let message = notifications(false).message?.written
    signal { $0.endNotifying(message) }
  }

  /// Says that the source of notifications has something. From any thread, any number of times.
  public func notificationsPending() {
    signal { $0.hasNotifications = !$0.isClosed }
  }

  public func onOutgoing(_ wake: @escaping @Sendable () -> Void) {
    signal { state in
      state.wake = wake
      // Whoever listens now has not heard of what is already there.
      state.isSignalled = false
    }
  }

  // MARK: - Where it stands

  public var isOverflowing: Bool { state.withLock { $0.isQueueFull(limits) || $0.isOutboxFull(limits) } }

  public var isIdle: Bool { state.withLock { $0.isIdle } }

  public var exitCode: Int32? { state.withLock { $0.exitCode } }

  public func close() {
    onClose()
    state.withLock { $0.close() }
  }

  /// Changes the state and then wakes the transport, if there is something to send that it does not know of.
  private func signal(_ change: (inout PeerState) -> Void) {
    let wake = state.withLock { state in
      change(&state)
      return state.takeSignal()
    }
    wake?()
  }
}

// MARK: - Letting run, or wait

extension Peer {
  /// What becomes of a message that was received.
  private enum Admission {
    case dropped
    case refused
    case waiting(startsDraining: Bool)
    case runs
  }

  /// Carries a message out, now or when its turn comes.
  /// - Parameter returnsAnswer: Whether an answer that is ready at once may be returned instead of put into the outbox.
  private func admit(_ message: IncomingMessage, returnsAnswer: Bool) -> OutgoingMessage? {
    guard !message.items.isEmpty else { return nil }
    let isLight = isSerial || self.isLight(message)
    var hasMemory = true
    var admission = Admission.dropped
    signal { state in
      guard !state.hasEnded else { return }
      state.cancel(whatIsAskedBy: message)
      if message.items.allSatisfy(\.isCancelNotification) { return }
      if isLight, state.queue.isEmpty, !state.isBusy, !state.isOutboxFull(limits) {
        state.begin(message)
        admission = .runs
        return
      }
      hasMemory = state.hasMemory(for: message.size)
      if hasMemory, !state.isQueueFull(limits) {
        state.enqueue(.read(message))
        admission = .waiting(startsDraining: state.startsDraining(limits))
      } else if !state.isOutboxFull(limits) {
        admission = .refused
      }
    }
    switch admission {
    case .dropped, .waiting(startsDraining: false): break
    case .waiting(startsDraining: true): startDraining()
    case .refused: refuseForWantOfRoom(message.refused, size: message.size, hasMemory: hasMemory)
    case .runs: return finish(run(message), to: message, returnsAnswer: returnsAnswer)
    }
    return nil
  }

  /// Puts a message into the line that is read when its turn comes.
  private func admit(_ message: UnreadMessage) {
    let size = message.size
    let call = message.call
    var hasMemory = true
    var admission = Admission.dropped
    signal { state in
      guard !state.hasEnded else { return }
      hasMemory = state.hasMemory(for: size)
      if hasMemory, !state.isQueueFull(limits) {
        state.enqueue(.unread(message, call))
        admission = .waiting(startsDraining: state.startsDraining(limits))
      } else if !state.isOutboxFull(limits) {
        admission = .refused
      }
    }
    switch admission {
    case .waiting(startsDraining: true): startDraining()
    case .refused: refuseForWantOfRoom(message.refused, size: size, hasMemory: hasMemory)
    case .dropped, .waiting(startsDraining: false), .runs: break
    }
  }

  private func isLight(_ message: IncomingMessage) -> Bool {
    let isAlone = message.items.count == 1
    guard message.items.count <= Self.inlineCallLimit else { return false }
    var weight = 0.0
    for item in message.items {
      guard table.isLight(item, isAlone: isAlone) else { return false }
      guard case .call(let call, let params) = item else { continue }
      weight += weigh(call, params)
      guard weight <= 1 else { return false }
    }
    return true
  }

  /// Answers a message that the line has no room for, out of turn since there is no room to wait for it.
  private func refuseForWantOfRoom(_ refused: (RPCError) -> IncomingMessage, size: Int, hasMemory: Bool) {
    let full = RPCError.limitExceeded("pending", allowed: limits.pending, got: limits.pending + 1)
    guard let answer = run(refused(hasMemory ? full : memory?.errorAtOnce(wanting: size) ?? full)) else { return }
    signal { $0.send(answer) }
  }

  /// Whether so many bytes count where memory is short. Small messages are bounded by their number.
  private func isLarge(_ byteCount: Int) -> Bool { byteCount > Self.smallByteCount }
  private static var smallByteCount: Int { 64 << 10 }

  /// An answer, or the error that there is no room to keep it until its client reads it.
  private func affordable(_ answer: OutgoingMessage, to message: IncomingMessage) -> OutgoingMessage {
    guard let memory, isLarge(answer.size), memory.isSpent else { return answer }
    return run(message.refused(memory.errorAtOnce(wanting: answer.size))) ?? answer
  }

  /// Ends a message that was carried out at once. Its answer is returned only if nothing else can get ahead of it.
  private func finish(
    _ answer: OutgoingMessage?, to message: IncomingMessage, returnsAnswer: Bool
  ) -> OutgoingMessage? {
    let answer = answer.map { affordable($0, to: message) }
    let settlement = answer == nil ? nil : self.settlement()
    let hold = settlement.map { _ in PeerState.Hold() }
    var returned: OutgoingMessage?
    var drains = false
    signal { state in
      state.finish()
      if let answer {
        if returnsAnswer, hold == nil, !state.isClosed, state.isOutboxEmpty, state.queue.isEmpty {
          returned = answer
        } else {
          state.send(answer, holding: hold)
        }
      }
      drains = state.startsDraining(limits)
    }
    if let settlement, let hold { release(hold, after: settlement, to: message) }
    if drains { startDraining() }
    return returned
  }

  /// Lets an answer go once what it tells of has been kept; if that fails, an error goes in its place.
  private func release(_ hold: PeerState.Hold, after settlement: any Settlement, to message: IncomingMessage) {
    settlement.whenSettled { [self] fault in
      var instead: OutgoingMessage?
      if let fault { instead = run(message.refused(fault)) }
      hold.end(instead)
      signal { _ in }
    }
  }

  /// Works the line off on another thread, which keeps the peer alive until the line is empty.
  private func startDraining() {
    WorkThreads.shared.run {
      guard let next = self.state.withLock({ $0.takeNext(self.limits) }) else { return }
      let message = self.read(next)
      _ = self.finish(self.run(message), to: message, returnsAnswer: false)
      // Others have messages in line too, and there may be only two threads.
      self.startDraining()
    }
  }

  private func read(_ message: PendingMessage) -> IncomingMessage {
    switch message {
    case .read(let message): return message
    case .unread(let text, let call):
      let message = text.read(limits, as: call)
      signal { $0.begin(reading: message) }
      return message
    }
  }
}

// MARK: - Carrying out

extension Peer {
  private func run(_ message: IncomingMessage) -> OutgoingMessage? {
    if message.isValue {
      let answer = Response.value(answersTo: message) { item, size in
        carryOut(item) { table.answer(to: $0, after: size, limits: limits, context: makeContext) } ?? nil
      }
      return answer.map { OutgoingMessage($0) }
    }
    let answer = Response.write(answersTo: message) { item, output in
      carryOut(item) { table.writeAnswer(to: $0, to: &output, limits: limits, context: makeContext) } ?? false
    }
    return answer.map { OutgoingMessage($0) }
  }

  /// Has an item answered, and does what it asks of the connection.
  /// - Returns: `nil` if the client has left.
  private func carryOut<Answer>(
    _ item: IncomingMessage.Item, _ answer: (IncomingMessage.Item) -> Answer
  ) -> Answer? {
    guard case .call(let call, _) = item else { return answer(item) }
    let (isShutDown, hasEnded) = state.withLock { ($0.isShutDown, $0.hasEnded) }
    guard !hasEnded else { return nil }
    if isShutDown, call.method != BuiltInMethodName.exit {
      let error = RPCError.invalidRequest("the client has said 'shutdown'; only 'exit' may follow")
      return item.refused(error).map(answer)
    }
    let result = answer(item)
    switch call.method {
    case BuiltInMethodName.shutdown: state.withLock { $0.isShutDown = true }
    case BuiltInMethodName.exit:
      // The transport must hear of it even if there is nothing to send.
      let wake = state.withLock { state in
        state.exit()
        return state.wake
      }
      wake()
    default: break
    }
    return result
  }
}
