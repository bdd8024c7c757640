import Dispatch
public import JSONModel
public import JSONRPC
import Synchronization

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
    let call = Call(method: method, buffers: Buffers(buffers), cancellation: cancellation)
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

  /// Waits until answers may tell of what has been done until now.
  /// - Throws: -32005 if the disk did not take it.
  package func settle() throws(RPCError) {
    guard let settlement = keeper?.settlement else { return }
    let done = DispatchSemaphore(value: 0)
    let fault = Mutex<RPCError?>(nil)
    settlement.whenSettled { error in
      fault.withLock { $0 = error }
      done.signal()
    }
    done.wait()
    if let error = fault.withLock({ $0 }) { throw error }
  }

  /// The same where both are values, as between a live display and its chart. A recording holds them as text.
  public func respond(
    to message: JSON, subscriber: Subscriber? = nil, buffers: [[UInt8]] = [],
    cancellation: Cancellation = Cancellation()
  ) -> JSON? {
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
    let answer = ChartService.methods.respond(
      to: message, buffers: buffers, limits: messageLimits, cancellation: cancellation
    ) { ServiceContext(service: self, subscriber: subscriber, call: $0) }
    return settled(answer)
  }

  /// The same where both are values.
  package func answer(
    _ message: JSON, subscriber: Subscriber? = nil, buffers: [[UInt8]] = [],
    cancellation: Cancellation = Cancellation()
  ) -> JSON? {
    let answer = ChartService.methods.respond(
      to: message, buffers: buffers, limits: messageLimits, cancellation: cancellation
    ) { ServiceContext(service: self, subscriber: subscriber, call: $0) }
    return settled(answer)
  }

  /// An answer, once it may leave.
  private func settled(_ answer: JSON?) -> JSON? {
    do throws(RPCError) {
      try settle()
      return answer
    } catch {
      return answer.map { $0.arrayValue.map { .array($0.map(error.response)) } ?? error.response(to: $0) }
    }
  }

  private func settled(_ answer: [UInt8]?) -> [UInt8]? {
    guard keeper?.settlement != nil else { return answer }
    return settled(answer.flatMap { try? JSON(parsing: $0) })?.bytes
  }

  /// A client of a transport.
  /// - Parameter takesNotifications: Whether it can be told of what it did not ask for; a ZeroMQ REQ, which takes one
  ///   message for each that it sends, cannot.
  public func makePeer(takesNotifications: Bool = true) -> any MessageEndpoint {
    guard let recorder else { return peer(takesNotifications: takesNotifications) }
    return recorder.endpoint(
      recording: peer(takesNotifications: takesNotifications, isSerial: true), takesNotifications: takesNotifications)
  }

  /// The same where nothing is recorded.
  /// - Parameter isSerial: Whether everything is carried out by whoever hands it over, before that returns.
  package func peer(takesNotifications: Bool, isSerial: Bool = false) -> Peer<ServiceContext> {
    let subscriber = takesNotifications ? Subscriber(service: self) : nil
    let peer = Peer(
      ChartService.methods, limits: messageLimits, memory: memory, isSerial: isSerial,
      context: { call in ServiceContext(service: self, subscriber: subscriber, call: call) },
      weigh: { call, params in self.weight(of: call, params) }, settlement: { self.keeper?.settlement },
      notifications: { subscriber?.next(isAtOnce: $0) ?? .none }, onClose: { subscriber?.close() })
    subscriber?.onPending { [weak peer] in peer?.notificationsPending() }
    return peer
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

extension ServiceContext {
  /// How a caller who subscribed to the session gets pictures of it.
  func rendering(_ isWanted: Bool, in session: String) -> Rendering {
    Rendering(isWanted: isWanted, theme: subscriber?.theme(in: session))
  }
}

extension RPCError {
  /// The response that says so, in the place of another one.
  fileprivate func response(to answer: JSON) -> JSON {
    ["jsonrpc": "2.0", "error": json, "id": answer["id"] ?? .null]
  }
}
