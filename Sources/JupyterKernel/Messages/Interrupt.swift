extension RequestHandler {
  /// `interrupt_request`: ends the cell that runs; the answer doesn't wait for it.
  static let interrupt = RequestHandler(on: [.control]) { context in
    context.kernel.interrupt()
    return Reply()
  }
}
