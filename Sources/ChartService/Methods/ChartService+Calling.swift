public import JSONModel
public import JSONRPC

// How the ways in reach the methods.
extension ChartService {
  /// Calls a method, as cells, commands and tests do.
  /// - Parameters:
  ///   - params: By name, by position, or `nil` for none.
  ///   - subscriber: Who is told of changes if the method subscribes.
  /// - Throws: What the method throws.
  public func call(
    _ method: String, params: JSON? = nil, subscriber: Subscriber? = nil, buffers: [[UInt8]] = [],
    cancellation: Cancellation = Cancellation()
  ) throws(RPCError) -> JSON {
    let call = Call(method: method, buffers: buffers, cancellation: cancellation)
    return try ChartService.methods.call(
      method, params: params, context: ServiceContext(service: self, subscriber: subscriber, call: call))
  }

  /// Answers a whole message, a request or a batch, for those that are no clients of a transport.
  /// - Returns: The answer; `nil` if there is nothing to answer.
  public func respond(
    to message: [UInt8], subscriber: Subscriber? = nil, buffers: [[UInt8]] = [],
    cancellation: Cancellation = Cancellation()
  ) -> [UInt8]? {
    guard let recorder else {
      return answer(message, subscriber: subscriber, buffers: buffers, cancellation: cancellation)
    }
    return recorder.record(message, buffers: buffers) {
      answer(message, subscriber: subscriber, buffers: buffers, cancellation: cancellation)
    }
  }

  /// Answers a whole message that is part of something that is recorded.
  package func answer(
    _ message: [UInt8], subscriber: Subscriber? = nil, buffers: [[UInt8]] = [],
    cancellation: Cancellation = Cancellation()
  ) -> [UInt8]? {
    ChartService.methods.respond(to: message, buffers: buffers, limits: messageLimits, cancellation: cancellation) {
      ServiceContext(service: self, subscriber: subscriber, call: $0)
    }
  }

  /// A client of a transport.
  /// - Parameter takesNotifications: Whether it can be told of what it did not ask for; a ZeroMQ REQ, which takes one
  ///   message for each that it sends, cannot.
  public func makePeer(takesNotifications: Bool = true) -> any MessageEndpoint {
    guard let recorder else { return ServicePeer(service: self, takesNotifications: takesNotifications) }
    return recorder.endpoint(
      recording: ServicePeer(service: self, takesNotifications: takesNotifications, isSerial: true),
      takesNotifications: takesNotifications)
  }
}

/// What a method sees of its caller.
public struct ServiceContext: Sendable {
  public let service: ChartService
  /// Who is told of changes if the call subscribes; `nil` where the way in has no way back.
  public let subscriber: Subscriber?
  public let call: Call

  public init(service: ChartService, subscriber: Subscriber?, call: Call) {
    self.service = service
    self.subscriber = subscriber
    self.call = call
  }
}
