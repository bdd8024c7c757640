import ChartEngine
import Foundation
public import ChartModel
public import JSONModel
public import JSONRPC
import OrderedCollections
import Synchronization

/// Holds the charts of all sessions and answers the methods of the protocol, for every way in alike.
///
/// One lock guards all sessions, and it is never held for longer than a few look-ups and assignments: an operation takes a copy of the
/// chart (a value), works on it outside with the engine's pure functions, and puts the result in the chart's place if that
/// has not changed meanwhile; else it does its work again. This is no actor on purpose. A tap must be answered on the
/// thread that received it, at the cost of an echo, while an actor would make it hop to another thread and back; and
/// something heavy, such as reading a file, must not hold up the taps of others, as it would inside an actor.
public final class ChartService: Sendable {
  /// The program's version.
  public static let version = "0.1.0"
  /// The protocol's version, as semantic versioning counts: a client of 1.0 works with any 1.x.
  public static let protocolVersion = "1.0"
  /// The session of requests that name none. It is always there.
  public static let defaultSession = "default"

  /// The kinds of charts that it makes.
  public let kinds: ChartKinds
  let methods: MethodTable<ServiceContext>
  public let dataSource: DataSource
  public let limits: ServiceLimits
  /// The limits for messages that every ``makePeer()`` has.
  public let messageLimits: Limits

  let specReader: SpecReader
  /// Keeps what goes in and out.
  public let recorder: Recorder?
  private let state = Mutex(ServiceState())

  /// - Parameters:
  ///   - kinds: The kinds of charts that it makes.
  ///   - data: Where specs may read their data.
  ///   - timeZones: The rules of the time zones that specs name.
  ///   - now: Seconds since 1970, for charts of the last days; the system's clock if not given.
  ///   - recorder: Keeps what goes in and out. One thing is done after another then.
  public convenience init(
    kinds: ChartKinds = .standard, data: DataSource = DataSource(), limits: ServiceLimits = ServiceLimits(), messageLimits: Limits = Limits(),
    timeZones: TimeZoneFiles = TimeZoneFiles(), now: (@Sendable () -> Double)? = nil, recorder: Recorder? = nil
  ) {
    self.init(
      kinds: kinds, data: data, outside: recorder.map { .recorded($0) } ?? .live, limits: limits, messageLimits: messageLimits,
      timeZones: timeZones, now: now, recorder: recorder)
  }

  init(
    kinds: ChartKinds = .standard, data: DataSource, outside: Outside, limits: ServiceLimits = ServiceLimits(), messageLimits: Limits = Limits(),
    timeZones: TimeZoneFiles = TimeZoneFiles(), now: (@Sendable () -> Double)? = nil, recorder: Recorder? = nil
  ) {
    var data = data
    data.outside = outside
    self.kinds = kinds
    self.methods = ChartService.methods(for: kinds)
    self.dataSource = data
    self.recorder = recorder
    self.specReader = SpecReader(kinds: kinds, data: data, timeZones: timeZones, now: now ?? { Date().timeIntervalSince1970 })
    self.limits = limits
    self.messageLimits = messageLimits
  }

  /// Looks at or changes the state. Subscribers are woken after the lock has been let go, since they may call back, and
  /// memory is freed then.
  ///
  /// Engines, pictures and specs are made outside; a debug build stops where one is made inside.
  func withState<Result: Sendable, Failure: Error>(
    _ body: (inout ServiceState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (result, wakes, discarded) = try state.withLock { state throws(Failure) in
      let result = try ChartService.lightly { () throws(Failure) in try body(&state) }
      let (wakes, discarded) = (state.wakes, state.discarded)
      (state.wakes, state.discarded) = ([], [])
      return (result, wakes, discarded)
    }
    for wake in wakes { wake() }
    withExtendedLifetime(discarded) {}
    return result
  }

  /// Does what may not be heavy.
  private static func lightly<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if DEBUG
      // The standard library's function knows untyped errors only.
      return try HeavyWork.$observer.withValue({ assertionFailure("\($0) under the service's lock") }) {
        Swift.Result(catching: body)
      }.get()
    #else
      return try body()
    #endif
  }

  // MARK: - Calling

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
    return try methods.call(
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
  func answer(
    _ message: [UInt8], subscriber: Subscriber? = nil, buffers: [[UInt8]] = [],
    cancellation: Cancellation = Cancellation()
  ) -> [UInt8]? {
    methods.respond(to: message, buffers: buffers, limits: messageLimits, cancellation: cancellation) {
      ServiceContext(service: self, subscriber: subscriber, call: $0)
    }
  }

  /// A client of a transport.
  /// - Parameter takesNotifications: Whether it can be told of what it did not ask for; a ZeroMQ REQ, which takes one
  ///   message for each that it sends, cannot.
  public func makePeer(takesNotifications: Bool = true) -> any MessageEndpoint {
    guard let recorder else { return ServicePeer(service: self, takesNotifications: takesNotifications) }
    return RecordingEndpoint(
      ServicePeer(service: self, takesNotifications: takesNotifications, isSerial: true), recorder: recorder,
      takesNotifications: takesNotifications)
  }

  /// Checks a spec without making a chart; data that it names are read.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  public func check(spec: JSON) throws(InvalidValue) { _ = try specReader.source(of: spec) }

  // MARK: - Ways in

  /// Notes a way in, so that `session/info` can tell it.
  public func announce(_ connection: Connection) {
    recorder?.note(["connection": Connection.schema.encode(connection)])
    withState { $0.connections.append(connection) }
  }

  /// The ways in from outside.
  public var connections: [Connection] { withState { $0.connections } }
}
