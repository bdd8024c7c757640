public import JSONModel

/// What a transport talks to: one client's ``Peer``, or a bridge to a server elsewhere.
///
/// A transport hands over what it receives and pulls what it sends, when the client can take it. So what a slow client
/// has not read is never queued without bound.
public protocol MessageEndpoint: AnyObject, Sendable {
  /// Takes a message. An answer that is ready at once is returned: send it before calling `receive` or
  /// ``nextOutgoing()`` again, so that responses stay in order. All others come from ``nextOutgoing()``.
  func receive(_ message: [UInt8], buffers: [[UInt8]]) -> [UInt8]?

  /// Takes a message whose answer, ready or not, comes from ``nextOutgoing()``. Safe from several threads at once.
  func enqueue(_ message: [UInt8], buffers: [[UInt8]])

  /// The same for a message that has been parsed already, as a part of another.
  func enqueue(_ message: JSON, buffers: [[UInt8]])

  /// The same for a long message, which is read when its turn comes.
  func enqueue(_ message: UnreadMessage)

  /// Reports a fault in what was received before it became a message.
  /// - Parameter id: That of the request, as far as it is known; else `null`.
  func refuse(_ error: RPCError, id: JSON)

  /// Says that the client will send no more. It is still given what it is owed, which ``isIdle`` tells the end of.
  func finish()

  /// The next message for the client: responses, then the newest notifications. `nil` re-arms the wake-up.
  func nextOutgoing() -> OutgoingMessage?

  /// Sets what is called, on any thread, when there is something to send after ``nextOutgoing()`` gave `nil`, and at
  /// `exit`.
  func onOutgoing(_ wake: @escaping @Sendable () -> Void)

  /// Whether the client has more unread or unanswered than it may: stop reading from it, or drop it.
  var isOverflowing: Bool { get }

  /// Whether nothing is running, waiting or unread.
  var isIdle: Bool { get }

  /// What the process should exit with, once the client has said `exit`.
  var exitCode: Int32? { get }

  /// Cancels everything; nothing is taken or given from then on.
  func close()
}

extension MessageEndpoint {
  public func enqueue(_ message: JSON, buffers: [[UInt8]]) { enqueue(message.bytes, buffers: buffers) }

  public func enqueue(_ message: UnreadMessage) {
    let (bytes, buffers) = message.fetched
    enqueue(bytes, buffers: buffers)
  }

  public func finish() {}

  /// Reports a fault of which it is not known whose it is: an error with the id `null`.
  public func refuse(_ error: RPCError) { refuse(error, id: .null) }
}
