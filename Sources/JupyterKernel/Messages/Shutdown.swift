internal import JSONModel

extension RequestHandler {
  /// `shutdown_request`: answered, told to everybody on iopub, and then done. On shell, too, where protocols before 5.4
  /// had it.
  static let shutdown = RequestHandler(on: [.shell, .control]) { context in
    // Whatever is wrong with the request: who wants the kernel to end gets that.
    let restarts = (try? context.content(as: ShutdownRequest.schema))?.restarts ?? false
    let content: JSON = ["status": "ok", "restart": .bool(restarts)]
    context.publish(OutgoingMessage("shutdown_reply", content))
    return Reply(content) { [kernel = context.kernel] in kernel.requestShutdown() }
  }
}

/// The content of a `shutdown_request`.
private struct ShutdownRequest: Sendable {
  var restarts = false

  static let schema = Schema.object("ShutdownRequest", "The end.", initial: ShutdownRequest()) {
    Property("restart", \.restarts, .bool(), "Whether a new kernel follows.")
  }
}
