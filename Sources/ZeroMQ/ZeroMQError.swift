internal import CZeroMQ

/// What libzmq, or this module on top of it, refused to do.
///
///     bind tcp://127.0.0.1:5555: Address already in use. Another program (…) has this endpoint: …
public struct ZeroMQError: Error, Hashable, Sendable {
  /// Which error it is.
  public let code: Code

  /// What was being done, with the endpoint or the option concerned, such as `bind tcp://127.0.0.1:5555`.
  public let operation: String

  /// What happened, in a sentence, and where it is known, what to do about it.
  public let message: String

  public init(code: Code, operation: String, message: String) {
    self.code = code
    self.operation = operation
    self.message = message
  }

  /// The error for a code, with libzmq's text for it and this module's advice.
  public init(code: Code, operation: String) {
    let reason = zmq_strerror(code.rawValue).map { String(cString: $0) } ?? "error \(code.rawValue)"
    self.init(code: code, operation: operation, message: code.advice.map { "\(reason). \($0)" } ?? reason)
  }

  /// The error that the libzmq call just made on this thread left behind.
  ///
  /// The number is read before anything else happens, since whatever the operation's text does may replace it.
  static func last(_ operation: @autoclosure () -> String) -> ZeroMQError {
    let number = zmq_errno()
    return ZeroMQError(code: Code(rawValue: number), operation: operation())
  }
}

extension ZeroMQError: CustomStringConvertible {
  public var description: String { "\(operation): \(message)" }
}
