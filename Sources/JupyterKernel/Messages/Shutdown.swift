internal import JSONModel

extension RequestHandler {
  /// `shutdown_request`: answered, told to everybody on iopub, and then done. On shell, too, where protocols before 5.4
  /// had it.
  static let shutdown = RequestHandler(on: [.shell, .control]) { context in
    let content: JSON = ["status": "ok", "restart": .bool(context["restart"]?.boolValue ?? false)]
    context.publish(OutgoingMessage("shutdown_reply", content))
    return Reply(content) { [kernel = context.kernel] in kernel.requestShutdown() }
  }
}
