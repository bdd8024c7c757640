/// How requests of one type are answered. Each is declared beside its message, in Messages/.
struct RequestHandler: Sendable {
  /// - Returns: The reply, or `nil` for what is no request.
  typealias Answer = @Sendable (RequestContext) throws(InterpreterError) -> Reply?

  let origins: Set<RequestOrigin>
  let answer: Answer

  /// - Parameter origins: the sockets on which the protocol allows it.
  init(on origins: Set<RequestOrigin>, _ answer: @escaping Answer) {
    self.origins = origins
    self.answer = answer
  }

  /// Every message that is answered, by its type.
  static let all: [String: RequestHandler] = [
    "kernel_info_request": kernelInfo,
    "execute_request": execute,
    "complete_request": complete,
    "inspect_request": inspect,
    "is_complete_request": isComplete,
    "history_request": history,
    "comm_info_request": commInfo,
    "comm_open": commOpen,
    "comm_msg": commMessage,
    "comm_close": commClose,
    "interrupt_request": interrupt,
    "create_subshell_request": createSubshell,
    "delete_subshell_request": deleteSubshell,
    "list_subshell_request": listSubshells,
    "shutdown_request": shutdown,
  ]
}
