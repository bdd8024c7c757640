internal import JSONModel
internal import JSONRPC

/// A request and all that is needed to answer it: passed along, never kept in some "current" variable, since requests on
/// control and shell are answered at the same time.
struct RequestContext: Sendable {
  let kernel: any KernelServices
  let origin: RequestOrigin
  let request: IncomingMessage
  /// Where it was queued. Control requests stand for the main shell.
  let shell: Shell
  let ticket: Shell.Ticket

  var cancellation: Cancellation { ticket.cancellation }

  /// A member of the request's content.
  subscript(name: String) -> JSON? { request.content[name] }

  /// Publishes on iopub with the request as parent.
  func publish(_ message: OutgoingMessage) {
    kernel.iopub.publish(message, parent: request.header.bytes, unless: cancellation)
  }
}
