internal import CellModel

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
