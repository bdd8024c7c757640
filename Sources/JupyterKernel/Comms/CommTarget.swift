/// Something in the kernel that frontends can open comms to.
public protocol CommTarget: Sendable {
  /// By which frontends ask for it: `target_name`.
  var name: String { get }

  /// Takes a comm that a frontend opened.
  /// - Returns: What handles its messages, or `nil` to have it closed again.
  func open(_ comm: Comm, with message: CommMessage) -> (any CommHandler)?
}

/// What handles the messages of one comm.
public protocol CommHandler: AnyObject, Sendable {
  /// Handles a message. On a thread that may be kept waiting; messages of one shell come one after another, and the kernel
  /// counts as busy until it returns.
  func receive(_ message: CommMessage)

  /// The frontends have caught up, so what was held back for ``Comm/isSlow`` can go. It must not wait.
  func resume()

  /// The frontend closed the comm, or the kernel ends.
  func close()
}
