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
  private let drainedCalls = Calls()
  private let unseen: UnseenMessages
  private let losses: LossCounter
  private let onMessage: MessageObserver?

  /// Topics of the messages begin with it.
  private let topicPrefix: [UInt8]

  /// - Throws: ``ZeroMQError`` if the socket cannot be bound.
  init(
    endpoint: String, on loop: SocketLoop, options: SocketOptions, patience: Duration, firstLoss: Duration,
    writer: MessageWriter, log: Logger, onMessage: MessageObserver?
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
      loop: loop, pressure: pressure, patience: patience, firstDuration: firstLoss, isEncrypted: options.curve != nil,
      log: LossCounter(log: log, what: "a subscriber that reads nothing loses messages from now on"))
    let calls = drainedCalls
    let unseen = UnseenMessages()
    let greetings = Greetings(writer: writer)
    channel = try loop.bind(.xpub, to: endpoint, options: options) { message, channel in
      channel.acceptSubscription()
      greetings.add(for: message)
    } onBatchEnd: { channel in
      guard greetings.send(on: channel) else { return }
      for message in unseen.take() { channel.greet(with: message) }
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
    } onConnectionChange: { change in
      stall.note(change)
    }
    stall.set(channel)
    self.loop = loop
    self.writer = writer
    self.pressure = pressure
    topicPrefix = Array("kernel.\(writer.session).".utf8)
    self.onMessage = onMessage
    self.unseen = unseen
    losses = LossCounter(log: log, what: "iopub messages lost: a subscriber reads nothing")
  }

  var endpoint: String { channel.endpoint }

  /// Whether a subscriber is behind: what can be merged or left out should be.
  var isSlow: Bool { pressure.isSlow }

  /// Has a closure called whenever the subscribers have caught up. On the socket thread; it must not wait.
  func onDrained(_ call: @escaping @Sendable () -> Void) { drainedCalls.add(call) }

  /// Publishes a message. On the socket thread at once; on any other it waits while a subscriber is behind. The first
  /// subscriber also gets what was published before it came.
  ///
  /// - Parameters:
  ///   - parent: the bytes of the header of the request that caused it.
  ///   - cancellation: once cancelled, nothing is waited for: what there is no room for is lost, unless a request would
  ///     never seem to end without it.
  func publish(_ message: OutgoingMessage, parent: [UInt8]?, unless cancellation: Cancellation = Cancellation()) {
    let wire = writer.write(message, to: [topicPrefix + Array(message.type.utf8)], parent: parent)
    onMessage?("iopub", false, wire.frames)
    if unseen.keep(wire) { return }
    let canWait = !loop.isCurrentThread
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

/// What is published while nobody has subscribed yet.
///
/// A client connects to each socket by itself, and libzmq tries again after 100 to 200 ms where the kernel was not there yet.
/// So a request may be answered before its client sees iopub; without the `idle` that went with the answer, jupyter_console
/// would wait for ever. What there is no room for is the oldest, since `idle` comes last.
final class UnseenMessages: Sendable {
  private static let maximumCount = 100
  private static let maximumBytes = 8 << 20

  /// `nil` once somebody has subscribed.
  private let messages: Mutex<[Message]?> = Mutex([])

  /// Keeps a message for the first subscriber.
  /// - Returns: `false` if there has been one: the message is to be sent.
  func keep(_ message: Message) -> Bool {
    messages.withLock { messages in
      guard var kept = messages else { return false }
      // Not two arrays of the same messages.
      messages = nil
      kept.append(message)
      var bytes = kept.reduce(0) { $0 + $1.byteCount }
      while kept.count > Self.maximumCount || (bytes > Self.maximumBytes && kept.count > 1) {
        bytes -= kept.removeFirst().byteCount
      }
      messages = kept
      return true
    }
  }

  /// For the first subscriber: from now on nothing is kept.
  func take() -> [Message] {
    messages.withLock { messages in
      defer { messages = nil }
      return messages ?? []
    }
  }
}

/// Is told of a message: on which socket, whether it came in, and its frames.
public typealias MessageObserver = @Sendable (_ socket: String, _ isIncoming: Bool, _ frames: [[UInt8]]) -> Void
