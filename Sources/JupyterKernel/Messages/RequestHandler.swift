internal import CellModel
internal import JSONModel

/// How requests of one type are answered. Each is declared beside its message, in Messages/.
struct RequestHandler: Sendable {
  /// - Returns: The reply, or `nil` for what is no request.
  typealias Answer = @Sendable (RequestContext) throws(CellError) -> Reply?

  let origins: Set<RequestOrigin>
  let answer: Answer

  /// - Parameter origins: the sockets on which the protocol allows it.
  init(on origins: Set<RequestOrigin>, _ answer: @escaping Answer) {
    self.origins = origins
    self.answer = answer
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
  static func failure(_ error: CellError, _ content: JSON = [:]) -> Reply {
    Reply(error.json.merging(members: ["status": "error"]).merging(members: content))
  }
}
