/// What became of a message handed to ``Channel/send(_:)``.
public enum SendResult: Hashable, Sendable {
  /// libzmq has it (only on the loop's thread).
  case sent
  /// The loop will send it, in order.
  case queued
  /// The peer is slow. It is kept and sent in order as soon as there is room; a ``Channel/Event/drained(peer:)``
  /// follows. Until then, whatever can be left out or merged should be.
  case delayed
  /// Not accepted: too much is waiting for this slow peer (its ``Channel/Event/drained(peer:)`` follows), or for the
  /// loop.
  case full
  /// Not sent: a mandatory ROUTER has no such peer (only on the loop's thread; otherwise
  /// ``Channel/Event/gone(peer:messages:)`` tells).
  case unreachable
  /// Not sent, for another reason (only on the loop's thread; otherwise ``Channel/Event/failed(_:)`` tells).
  case failed(ZeroMQError)
  /// Not accepted: the loop is stopping or stopped.
  case stopped

  /// Whether the message was taken and will be sent, unless the peer goes.
  public var isAccepted: Bool {
    switch self {
    case .sent, .queued, .delayed: true
    case .full, .unreachable, .failed, .stopped: false
    }
  }
}
