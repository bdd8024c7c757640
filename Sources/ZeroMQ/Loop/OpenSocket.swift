internal import CZeroMQ

struct ChannelHandlers {
  let message: @Sendable (Message, Channel) -> Void
  let batchEnd: (@Sendable (Channel) -> Void)?
  let event: (@Sendable (Channel.Event, Channel) -> Void)?
}

/// A socket in a loop, with what only the loop's thread touches.
///
/// The loop waits for its descriptor (ZMQ_FD), which is cheaper than zmq_poll by several system calls a socket and
/// round, but is edge-triggered: readable means that libzmq has something to look at, and any call on the socket may
/// have looked at it (zmq_getsockopt(3)). So the loop may sleep only if the last call on every socket was a receive
/// that found nothing.
final class OpenSocket {
  let socket: Socket
  let handlers: ChannelHandlers
  let descriptor: Int32

  var backlog = Backlog()

  /// Something was called on the socket since receiving last found nothing.
  var wasUsed = true
  /// The last batch ended before nothing was found.
  var hasMore = false
  /// A REQ or REP: nothing can be received until something is sent.
  var awaitsSend = false
  var isPaused = false
  /// The channel on which libzmq tells of the socket's connections.
  var monitor: Int?
  /// Asked before each message is sent; see ``Channel/setGate(_:)``.
  var gate: ((Message) -> Bool)?
  /// Run once receiving finds nothing.
  var drainedJobs: [@Sendable () -> Void] = []

  init(socket: consuming Socket, handlers: ChannelHandlers) throws(ZeroMQError) {
    descriptor = try socket.descriptor
    self.socket = socket
    self.handlers = handlers
  }

  /// Whether there is a reason to try to receive. What an XPUB receives is subscriptions, whose greetings must come before
  /// all that is kept.
  var isReceiving: Bool { !isPaused && !awaitsSend && (socket.type != .xpub || backlog.isEmpty) }

  /// Whom a message is for: the identity in its first frame for a ROUTER, one and the same for all other types.
  func peer(of message: Message) -> [UInt8] {
    socket.type == .router ? message.parts.first?.bytes ?? [] : []
  }

  /// - Returns: Whether there was room.
  func trySend(_ message: Message) throws(ZeroMQError) -> Bool {
    if let gate {
      guard gate(message) else { return false }
      // What the gate has seen taken libzmq must see, too, before it counts again: it looks but once a millisecond or so, in
      // which hundreds may go, and would throw away what it takes to be too much.
      try socket.refreshEvents()
    }
    wasUsed = true
    awaitsSend = false
    return try socket.trySend(message, flags: ZMQ_DONTWAIT)
  }

  /// - Returns: `nil` if nothing is there.
  func tryReceive() throws(ZeroMQError) -> Socket.Received? {
    if socket.type == .pub {
      // Nothing can be received, but subscriptions and the end of the context want to be looked at.
      try socket.refreshEvents()
    } else if let received = try socket.receiveWithinLimits(flags: ZMQ_DONTWAIT) {
      return received
    }
    wasUsed = false
    hasMore = false
    return nil
  }

  func addDrainedJob(_ job: @escaping @Sendable () -> Void) {
    drainedJobs.append(job)
    // So that the loop looks, instead of waiting for something to come.
    wasUsed = true
  }
}
