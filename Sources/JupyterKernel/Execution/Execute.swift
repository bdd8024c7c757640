internal import CellModel
internal import JSONModel

extension RequestHandler {
  /// `execute_request`: runs a cell.
  static let execute = RequestHandler(on: [.shell]) { context in
    guard let code = context["code"]?.stringValue else {
      // Replies to executions have a count, whatever else.
      return .failure(
        .invalidRequest("execute_request must have a code that is a string."),
        ["execution_count": .integer(context.shell.executionCount)])
    }
    if context.shell.isAborted(context.ticket) { return .aborted(executionCount: context.shell.executionCount) }
    return Execution(context, code: code).run()
  }
}

extension Reply {
  /// What a queued execution gets when one before it failed. Its status is `error`, since `aborted` has been deprecated
  /// since protocol 5.1 and clients don't know it.
  fileprivate static func aborted(executionCount: Int) -> Reply {
    let message = "A cell before this one failed, so it was not run."
    return .failure(
      CellError(name: "Aborted", message: message, traceback: ["Aborted: \(message)"]),
      ["execution_count": .integer(executionCount), "user_expressions": [:], "payload": []])
  }
}
