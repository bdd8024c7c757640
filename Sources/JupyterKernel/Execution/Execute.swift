internal import CellModel
internal import JSONModel
internal import OrderedCollections

/// The content of an `execute_request`.
struct ExecuteRequest: Sendable {
  var code = ""
  /// Whether nothing of it is to be seen.
  var isSilent = false
  var storesHistory = true
  /// A name for each expression to be answered once the code has run.
  var userExpressions: OrderedDictionary<String, JSON> = [:]
  /// Whether executions that wait are not run if this one fails.
  var stopsOnError = true

  static let schema = Schema.object("ExecuteRequest", "A cell to run.", initial: ExecuteRequest()) {
    Property("code", \.code, .string(), "The cell.", required: true)
    Property("silent", \.isSilent, .bool(), "Whether nothing of it is to be seen.")
    Property("store_history", \.storesHistory, .bool(), "Whether it counts; silence forces it off.")
    Property("user_expressions", \.userExpressions, .dictionary(of: .json()), "What to answer when it has run.")
    Property("stop_on_error", \.stopsOnError, .bool(), "Whether its failure stops what waits.")
  }
}

extension RequestHandler {
  /// `execute_request`: runs a cell.
  static let execute = RequestHandler(on: [.shell]) { context in
    let request: ExecuteRequest
    do throws(CellError) {
      request = try context.content(as: ExecuteRequest.schema)
    } catch {
      // Replies to executions have a count, whatever else.
      return .failure(error, ["execution_count": .integer(context.shell.executionCount)])
    }
    if context.isAborted { return .aborted(executionCount: context.shell.executionCount) }
    return Execution(context, request).run()
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
