internal import CellModel
internal import JSONModel
internal import JSONRPC

/// One cell being run.
struct Execution {
  private let context: RequestContext
  private let request: ExecuteRequest
  private let isStored: Bool
  private let started = ISODate.now()

  init(_ context: RequestContext, _ request: ExecuteRequest) {
    self.context = context
    self.request = request
    // Silence forces it off.
    isStored = !request.isSilent && request.storesHistory
  }

  func run() -> Reply {
    let kernel = context.kernel
    let cell = context.request.metadata["cellId"]?.stringValue
    forgetOutputs(of: cell)
    let count = isStored ? context.shell.beginStored(request.code) : context.shell.executionCount
    let isSilent = request.isSilent
    if !isSilent {
      context.publish(
        OutgoingMessage("execute_input", ["code": .string(request.code), "execution_count": .integer(count)]))
    }
    let run = kernel.updates.begin(isSilent ? nil : context.request.header.bytes)
    let output = ExecutionOutput(context, executionCount: count, cell: cell, isSilent: isSilent)
    let failure = interpret { output.take($0) }
    output.finish()
    if let failure, !isSilent { context.publish(OutgoingMessage("error", failure.json)) }
    let expressions =
      failure == nil
      ? UserExpressions(interpreter: kernel.interpreter, cancellation: context.cancellation)
        .evaluate(request.userExpressions)
      : [:]
    kernel.updates.flush(run, unless: context.cancellation)
    kernel.updates.end(run)
    // Only now: most often a cell that is run again shows the same display again.
    kernel.updates.closeUnseen(context.request.header.bytes, unless: context.cancellation)
    if isStored, let text = output.resultText { context.shell.recordOutput(text, of: count) }
    return reply(failure, count: count, expressions: expressions, payload: output.payload)
  }

  private func interpret(_ emit: (CellOutput) -> Void) -> CellError? {
    do throws(CellError) {
      try context.kernel.interpreter.run(request.code, cancellation: context.cancellation, emit: emit)
      return nil
    } catch {
      return error
    }
  }

  private func reply(_ failure: CellError?, count: Int, expressions: JSON, payload: [JSON]) -> Reply {
    let content: JSON = [
      "execution_count": .integer(count), "user_expressions": expressions, "payload": .array(payload),
    ]
    var reply = failure.map { Reply.failure($0, content) } ?? Reply(content)
    // What notebooks show as the cell's start.
    reply.metadata = ["started": .string(started.text)]
    if failure != nil, request.stopsOnError {
      // Before the reply: what the client sends because of it must not be aborted.
      context.kernel.awaitArrivals()
      context.shell.abortQueued()
    }
    return reply
  }

  /// JupyterLab and VS Code say which cell they run, and Lab which were deleted since: their outputs are gone.
  private func forgetOutputs(of cell: String?) {
    var cells = Set(context.request.metadata["deletedCells"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    if let cell { cells.insert(cell) }
    context.kernel.updates.forget(cells: cells)
  }
}
