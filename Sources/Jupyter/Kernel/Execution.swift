internal import JSONModel
internal import JSONRPC

/// One cell being run.
struct Execution {
  private let context: RequestContext
  private let code: String
  private let isSilent: Bool
  private let isStored: Bool
  private let stopsOnError: Bool
  private let started = ISODate.now()

  init(_ context: RequestContext, code: String) {
    self.context = context
    self.code = code
    isSilent = context["silent"]?.boolValue ?? false
    // Silence forces it off.
    isStored = !isSilent && context["store_history"]?.boolValue ?? true
    stopsOnError = context["stop_on_error"]?.boolValue ?? true
  }

  func run() -> Reply {
    let dispatcher = context.dispatcher
    let cell = context.request.metadata["cellId"]?.stringValue
    forgetOutputs(of: cell)
    let count = isStored ? context.shell.beginStored(code) : context.shell.executionCount
    if !isSilent {
      context.publish(OutgoingMessage("execute_input", ["code": .string(code), "execution_count": .integer(count)]))
    }
    let run = dispatcher.updates.begin(isSilent ? nil : context.request.header.bytes)
    let output = ExecutionOutput(context, executionCount: count, cell: cell, isSilent: isSilent)
    let failure = interpret { output.take($0) }
    output.finish()
    if let failure, !isSilent { context.publish(OutgoingMessage("error", failure.json)) }
    let expressions =
      failure == nil
      ? UserExpressions(interpreter: dispatcher.interpreter, cancellation: context.cancellation)
        .evaluate(context["user_expressions"])
      : [:]
    dispatcher.updates.flush(run, unless: context.cancellation)
    dispatcher.updates.end(run)
    // Only now: most often a cell that is run again shows the same chart again.
    dispatcher.updates.closeUnseen(context.request.header.bytes, unless: context.cancellation)
    if isStored, let text = output.resultText { context.shell.recordOutput(text, of: count) }
    return reply(failure, count: count, expressions: expressions, payload: output.payload)
  }

  private func interpret(_ emit: (InterpreterOutput) -> Void) -> InterpreterError? {
    do throws(InterpreterError) {
      try context.dispatcher.interpreter.run(code, cancellation: context.cancellation, emit: emit)
      return nil
    } catch {
      return error
    }
  }

  private func reply(_ failure: InterpreterError?, count: Int, expressions: JSON, payload: [JSON]) -> Reply {
    let content: JSON = [
      "execution_count": .integer(count), "user_expressions": expressions, "payload": .array(payload),
    ]
    var reply = failure.map { Reply.failure($0, content) } ?? Reply(content)
    // What notebooks show as the cell's start.
    reply.metadata = ["started": .string(started.text)]
    if failure != nil, stopsOnError {
      // Before the reply: what the client sends because of it must not be aborted.
      context.dispatcher.awaitArrivals()
      context.shell.abortQueued()
    }
    return reply
  }

  /// JupyterLab and VS Code say which cell they run, and Lab which were deleted since: their outputs are gone.
  private func forgetOutputs(of cell: String?) {
    var cells = Set(context.request.metadata["deletedCells"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    if let cell { cells.insert(cell) }
    context.dispatcher.updates.forget(cells: cells)
  }
}
