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

/// The two sockets that requests come from.
enum RequestOrigin: String, Hashable, Sendable {
  case shell, control
}

/// What the handlers of requests need of the kernel.
protocol KernelServices: AnyObject, Sendable {
  var iopub: IOPub { get }
  var interpreter: any Interpreter { get }
  var description: KernelDescription { get }
  var updates: DisplayUpdates { get }
  var shells: Shells { get }
  var comms: Comms { get }

  /// Waits until whatever has reached the kernel's sockets by now is queued.
  func awaitArrivals()

  /// Ends what runs, in all shells.
  func interrupt()

  /// Ends the kernel, once the request has been answered.
  func requestShutdown()
}
