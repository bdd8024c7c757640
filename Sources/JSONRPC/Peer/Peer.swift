public import JSONModel
import Synchronization

/// One client on any transport: takes its messages, carries them out in order and keeps what it has to read.
///
/// A message of light calls that finds nothing waiting is carried out on the caller's thread, since a tap must cost
/// little more than an echo. All others wait in line for a task, so that a transport's thread is never held up.
/// Responses leave in the order of the requests, unless one is cancelled while it waits.
public final class Peer<Context>: MessageEndpoint {
  /// A batch of more calls than this is not carried out on the transport's thread, however light they are.
  static var inlineCallLimit: Int { 16 }

  let table: MethodTable<Context>
  let limits: Limits
  /// Whether nothing waits for a task.
  let isSerial: Bool
  let makeContext: @Sendable (Call) -> Context
  let isLight: @Sendable (Call, JSON?) -> Bool
  let notifications: @Sendable () -> OutgoingMessage?
  let state: Mutex<PeerState>

  /// - Parameters:
  ///   - isSerial: Whether everything is carried out on the caller's thread, however heavy it is.
  ///   - context: Makes the context of a call, on the thread that runs it.
  ///   - isLight: Whether a call of a light method, with these parameters, is light: what it is about may be large.
  ///   - notifications: Gives the next notification, made from the newest state at that moment, or `nil` if there is
  ///     none. Asked by the transport's thread, with no lock held, when no response is left to send.
  ///   - onOutgoing: See ``onOutgoing(_:)``.
  public init(
    _ table: MethodTable<Context>, limits: Limits = Limits(), isSerial: Bool = false,
    context: @escaping @Sendable (Call) -> Context,
    isLight: @escaping @Sendable (Call, JSON?) -> Bool = { _, _ in true },
    notifications: @escaping @Sendable () -> OutgoingMessage? = { nil },
    onOutgoing: @escaping @Sendable () -> Void = {}
  ) {
    self.table = table
    self.limits = limits
    self.isSerial = isSerial
    self.makeContext = context
    self.isLight = isLight
    self.notifications = notifications
    self.state = Mutex(PeerState(wake: onOutgoing))
  }

  // MARK: - Taking

  public func receive(_ message: [UInt8], buffers: [[UInt8]] = []) -> [UInt8]? {
    admit(IncomingMessage(parsing: message, buffers: buffers, limits: limits), returnsAnswer: true)
  }

  public func enqueue(_ message: [UInt8], buffers: [[UInt8]] = []) {
    _ = admit(IncomingMessage(parsing: message, buffers: buffers, limits: limits), returnsAnswer: false)
  }

  public func enqueue(_ message: JSON, buffers: [[UInt8]]) {
    _ = admit(IncomingMessage(message, buffers: buffers, limits: limits), returnsAnswer: false)
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
      case .message(let bytes): return OutgoingMessage(bytes)
      case .nothing: return nil
      case .askForNotification:
        guard let message = notifications() else { continue }
        // There may be more, so the next one is asked for before the client counts as served.
        state.withLock { $0.hasNotifications = !$0.isClosed }
        return message
      }
    }
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

  public func close() { state.withLock { $0.close() } }

  /// Changes the state and then wakes the transport, if there is something to send that it does not know of.
  func signal(_ change: (inout PeerState) -> Void) {
    let wake = state.withLock { state in
      change(&state)
      return state.takeSignal()
    }
    wake?()
  }
}
