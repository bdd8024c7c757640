internal import CellModel
internal import JSONModel
internal import JSONRPC
internal import OrderedCollections

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

  /// Whether it is an execution that is answered with an error instead of being run.
  var isAborted: Bool { request.header.type == "execute_request" && shell.isAborted(ticket) }

  /// The request's content. What it doesn't declare is passed over, since later versions of the protocol may have more; a
  /// member that isn't what it must be is taken as not given.
  /// - Throws: ``CellError`` that names the request, and the member that it must have.
  func content<Content>(as schema: Schema<Content>) throws(CellError) -> Content {
    var members = (request.content.objectValue ?? [:]).filter { schema.propertyNames.contains($0.key) }
    var faults: [JSONPath.Component?: InvalidValue] = [:]
    while true {
      do throws(InvalidValue) {
        return try schema.decode(.object(members))
      } catch {
        let member = error.path.components.first
        guard case .key(let name) = member, members.removeValue(forKey: name) != nil else {
          throw .invalidRequest("\(request.header.type): \((faults[member] ?? error).description).")
        }
        faults[member] = error
      }
    }
  }

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
