internal import JSONModel

extension OutgoingMessage {
  /// `status`: what the kernel is doing.
  ///
  /// - Parameter state: `starting`, once in a kernel's life; `busy` and `idle` around every request.
  static func status(_ state: String) -> OutgoingMessage {
    OutgoingMessage("status", ["execution_state": .string(state)])
  }
}
