internal import JSONModel
internal import JSONRPC
internal import OrderedCollections

/// The two sockets that requests come from.
enum RequestOrigin: String, Hashable, Sendable {
  case shell, control
}

/// A request and all that is needed to answer it: passed along, never kept in some "current" variable, since requests on
/// control and shell are answered at the same time.
struct RequestContext: Sendable {
  let dispatcher: Dispatcher
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
    dispatcher.iopub.publish(message, parent: request.header.bytes, unless: cancellation)
  }
}

/// The answer to a request.
struct Reply: Sendable {
  var content: JSON
  var metadata: JSON = [:]
  var buffers: [[UInt8]] = []
  /// What is done once the answer is on its way and the kernel is idle.
  var afterwards: (@Sendable () -> Void)?

  /// - Parameter content: what there is beside `status`, which is `ok` unless it says otherwise.
  init(_ content: JSON = [:], metadata: JSON = [:], afterwards: (@Sendable () -> Void)? = nil) {
    self.content = (["status": "ok"] as JSON).merging(members: content)
    self.metadata = metadata
    self.afterwards = afterwards
  }

  /// An answer that says what went wrong, with all that the protocol demands of one.
  static func failure(_ error: InterpreterError, _ content: JSON = [:]) -> Reply {
    Reply(error.json.merging(members: ["status": "error"]).merging(members: content))
  }
}

extension InterpreterError {
  /// As the protocol writes an error.
  var json: JSON {
    ["ename": .string(name), "evalue": .string(message), "traceback": .array(traceback.map { .string($0) })]
  }

  /// A request that cannot be answered as it stands.
  static func invalidRequest(_ reason: String) -> InterpreterError {
    InterpreterError(name: "InvalidRequest", message: reason, traceback: ["InvalidRequest: \(reason)"])
  }
}

extension JSON {
  /// This object with the members of another, which win.
  func merging(members other: JSON) -> JSON {
    guard case .object(let members) = self, case .object(let others) = other else { return self }
    return .object(members.merging(others) { $1 })
  }
}
