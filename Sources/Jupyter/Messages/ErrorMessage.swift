internal import JSONModel

extension InterpreterError {
  /// As the protocol writes an error.
  var json: JSON {
    ["ename": .string(name), "evalue": .string(message), "traceback": .array(traceback.map { .string($0) })]
  }

  /// A request that cannot be answered as it stands.
  static func invalidRequest(_ reason: String) -> InterpreterError {
    InterpreterError(name: "InvalidRequest", message: reason, traceback: ["InvalidRequest: \(reason)"])
  }
}
