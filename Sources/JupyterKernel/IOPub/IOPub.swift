internal import Dispatch
internal import JSONModel
internal import JSONRPC
internal import Logging
internal import Synchronization
internal import ZeroMQ

/// The socket on which everybody connected sees what the kernel does.
///
/// An XPUB, since it must greet each new subscriber (JEP 65) before that one sees anything else: so subscriptions count
/// only once they are accepted here. And it drops no message: libzmq otherwise throws away what exceeds its high-water
/// mark without a word (nteract/nteract#4188: 2,000 lines printed, 1,780 seen).
final class IOPub: Sendable {
  private let loop: SocketLoop
  private let channel: Channel
  private let writer: MessageWriter
  private let pressure: BackPressure
  private let stall: Stall
  private let drainedCalls = Calls()
  private let announcement: Announcement
  private let losses: LossCounter
  private let onMessage: MessageObserver?

  /// Topics of the messages begin with it.
  private let topicPrefix: [UInt8]

  /// - Throws: ``ZeroMQError`` if the socket cannot be bound.
  init(
    endpoint: String, on loop: SocketLoop, options: SocketOptions, patience: Duration, writer: MessageWriter,
    log: Logger, onMessage: MessageObserver?
  ) throws(ZeroMQError) {
    var options = options
    options.xpubManual = true
    options.xpubNoDrop = true
    // What waits in libzmq can no longer be merged with what comes later.
    options.sendHighWaterMark = 200
    // Only subscriptions come in here.
    options.maximumMessageSize = 4_096
    options.messageLimits = Message.Limits(frames: 1, bytes: 4_096)
    let pressure = BackPressure()
    let stall = Stall(
      loop: loop, pressure: pressure, patience: patience,
      log: LossCounter(log: log, what: "a subscriber that reads nothing loses messages from now on"))
    let calls = drainedCalls
    let topicPrefix = Array("kernel.\(writer.session).".utf8)
    let announcement = Announcement()
    let greetings = Greetings(writer: writer)
    channel = try loop.bind(.xpub, to: endpoint, options: options) { message, channel in
      channel.acceptSubscription()
      greetings.add(for: message)
    } onBatchEnd: { channel in
      guard greetings.send(on: channel), let first = announcement.take() else { return }
      channel.greet(with: writer.write(first, to: [topicPrefix + Array(first.type.utf8)], parent: nil))
    } onEvent: { event, _ in
      switch event {
      case .slow:
        pressure.slow()
        stall.watch()
      case .progressed: pressure.progressed()
      case .drained:
        pressure.drained()
        calls.callAll()
      default: break
      }
    }
    stall.set(channel)
    self.stall = stall
    self.loop = loop
    self.writer = writer
    self.pressure = pressure
    self.topicPrefix = topicPrefix
    self.onMessage = onMessage
    self.announcement = announcement
    losses = LossCounter(log: log, what: "iopub messages lost: a subscriber reads nothing")
  }

  var endpoint: String { channel.endpoint }

  /// Whether a subscriber is behind: what can be merged or left out should be.
  var isSlow: Bool { pressure.isSlow }

  /// Has a closure called whenever the subscribers have caught up. On the socket thread; it must not wait.
  func onDrained(_ call: @escaping @Sendable () -> Void) { drainedCalls.add(call) }

  /// Publishes a message when there is somebody to see it, unless something else was published before.
  func announce(_ message: OutgoingMessage) { announcement.set(message) }

  /// Publishes a message. On the socket thread at once; on any other it waits while a subscriber is behind.
  ///
  /// - Parameters:
  ///   - parent: the bytes of the header of the request that caused it.
  ///   - cancellation: once cancelled, nothing is waited for: what there is no room for is lost, unless a request would
  ///     never seem to end without it.
  func publish(_ message: OutgoingMessage, parent: [UInt8]?, unless cancellation: Cancellation = Cancellation()) {
    _ = announcement.take()
    let wire = writer.write(message, to: [topicPrefix + Array(message.type.utf8)], parent: parent)
    onMessage?("iopub", false, wire.frames)
    let canWait = !loop.isCurrentThread
    if canWait { stall.pace(unless: cancellation) }
    while true {
      switch channel.send(wire) {
      case .sent, .queued, .stopped, .unreachable, .failed:
        return
      case .delayed:
        // Taken. Whoever made it waits, so that the next one doesn't come to nothing.
        if canWait { _ = pressure.wait(unless: cancellation) }
        return
      case .full:
        if canWait, pressure.wait(unless: cancellation) {
          // The loop itself may be behind, with no subscriber being slow.
          sleepBriefly()
          continue
        }
        guard message.isEssential else { return losses.count() }
        channel.send(wire, beyondLimits: true)
        return
      }
    }
  }

  /// Lets go of everybody who waits, for good.
  func close() { pressure.close() }
}

extension OutgoingMessage {
  /// Whether clients wait for it: there are few for each request, so that they need no limit.
  fileprivate var isEssential: Bool { ["status", "error", "shutdown_reply", "comm_close"].contains(type) }
}

/// Closures to call when something happens.
final class Calls: Sendable {
  private let calls = Mutex<[@Sendable () -> Void]>([])

  func add(_ call: @escaping @Sendable () -> Void) {
    calls.withLock { $0.append(call) }
  }

  func callAll() {
    for call in calls.withLock({ $0 }) { call() }
  }

  func removeAll() {
    calls.withLock { $0 = [] }
  }
}

/// A message that waits for its first reader.
final class Announcement: Sendable {
  private let message = Mutex<OutgoingMessage?>(nil)

  func set(_ message: OutgoingMessage) { self.message.withLock { $0 = message } }

  func take() -> OutgoingMessage? {
    message.withLock { message in
      defer { message = nil }
      return message
    }
  }
}

/// Is told of a message: on which socket, whether it came in, and its frames.
public typealias MessageObserver = @Sendable (_ socket: String, _ isIncoming: Bool, _ frames: [[UInt8]]) -> Void
