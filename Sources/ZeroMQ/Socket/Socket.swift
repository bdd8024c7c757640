internal import CZeroMQ

/// A ZeroMQ socket: owned by one piece of code, used by one thread at a time, closed when its owner lets go of it.
///
/// It is not `Sendable`, because libzmq's sockets are not thread-safe. For a socket that many tasks send to, see
/// ``SocketLoop``.
///
///     let context = try Context()
///     let server = try Socket(.rep, in: context)
///     try server.bind("tcp://127.0.0.1:*")
///     let client = try Socket(.req, in: context)
///     try client.connect(server.lastEndpoint)
public struct Socket: ~Copyable {
  let handle: UnsafeMutableRawPointer
  // Released after deinit has closed the socket, so that terminating the context finds it closed.
  private let context: Context

  public let type: SocketType
  let limits: Message.Limits
  let isEncrypted: Bool
  /// Whether an authenticator may have said whose the connections are.
  let knowsUsers: Bool

  /// Makes a socket and sets its options.
  ///
  /// - Throws: ``ZeroMQError``: `.terminated`, `.tooManySockets`, or what is wrong with an option, which its
  ///   `operation` names.
  public init(_ type: SocketType, in context: Context, options: SocketOptions = SocketOptions()) throws(ZeroMQError) {
    guard let handle = zmq_socket(context.handle, type.rawValue) else { throw .last("open a \(type) socket") }
    do throws(ZeroMQError) {
      try options.apply(to: handle, type: type)
    } catch {
      zmq_close(handle)
      throw error
    }
    self.handle = handle
    self.context = context
    self.type = type
    self.limits = options.messageLimits
    self.isEncrypted = options.curve != nil
    self.knowsUsers = options.curve != nil && !options.zapDomain.isEmpty
  }

  deinit {
    zmq_close(handle)
  }

  // MARK: Endpoints

  /// Accepts connections at an endpoint, such as `tcp://127.0.0.1:5555`, `tcp://127.0.0.1:*` (a free port, which
  /// ``lastEndpoint`` then tells), `ipc:///path` or `inproc://name`.
  ///
  /// - Throws: ``ZeroMQError``: `.addressInUse`, `.addressNotAvailable`, `.noSuchInterface`, `.permissionDenied`,
  ///   `.protocolNotSupported`, `.invalidArgument`.
  public borrowing func bind(_ endpoint: String) throws(ZeroMQError) {
    try Self.checkPort(of: endpoint, operation: "bind")
    try call("bind \(endpoint)") { zmq_bind($0, endpoint) }
  }

  /// Connects to an endpoint, now or as soon as somebody is there.
  public borrowing func connect(_ endpoint: String) throws(ZeroMQError) {
    try Self.checkPort(of: endpoint, operation: "connect")
    try call("connect \(endpoint)") { zmq_connect($0, endpoint) }
  }

  /// Stops accepting connections at an endpoint, written as ``lastEndpoint`` writes it.
  public borrowing func unbind(_ endpoint: String) throws(ZeroMQError) {
    try call("unbind \(endpoint)") { zmq_unbind($0, endpoint) }
  }

  /// Ends the connection to an endpoint.
  public borrowing func disconnect(_ endpoint: String) throws(ZeroMQError) {
    try call("disconnect \(endpoint)") { zmq_disconnect($0, endpoint) }
  }

  /// The endpoint last bound or connected, with the port the system chose. Empty before.
  public var lastEndpoint: String {
    get throws(ZeroMQError) {
      var text = [UInt8](repeating: 0, count: 1_024)
      var size = text.count
      let handle = handle
      let result = retryingInterrupts { zmq_getsockopt(handle, ZMQ_LAST_ENDPOINT, &text, &size) }
      guard result == 0 else { throw .last("read the last endpoint") }
      return String(decoding: text.prefix(size).prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  // MARK: Subscriptions

  /// SUB: also receives messages that start with these bytes.
  public borrowing func subscribe(to topic: [UInt8]) throws(ZeroMQError) {
    try call("subscribe to \(topic.count) bytes") { zmq_setsockopt($0, ZMQ_SUBSCRIBE, topic, topic.count) }
  }

  /// SUB: takes one such subscription back.
  public borrowing func unsubscribe(from topic: [UInt8]) throws(ZeroMQError) {
    try call("unsubscribe from \(topic.count) bytes") { zmq_setsockopt($0, ZMQ_UNSUBSCRIBE, topic, topic.count) }
  }

  // MARK: Waiting

  /// What a socket can be waited for.
  public struct Events: OptionSet, Hashable, Sendable {
    public let rawValue: Int16
    public init(rawValue: Int16) { self.rawValue = rawValue }

    /// A message can be received.
    public static let input = Events(rawValue: Int16(ZMQ_POLLIN))
    /// A message can be sent. A ROUTER can when any of its peers has room, a PUB or XPUB always.
    public static let output = Events(rawValue: Int16(ZMQ_POLLOUT))
  }

  /// Waits for one of the events, at most so long; `nil` is for ever.
  ///
  /// - Returns: The events that are there; empty after the time.
  /// - Throws: ``ZeroMQError`` with `.terminated`.
  public borrowing func poll(
    for events: Events = .input, timeout: Duration?
  ) throws(ZeroMQError) -> Events {
    let deadline = timeout.map { ContinuousClock.now + $0 }
    var item = zmq_pollitem_t(socket: handle, fd: 0, events: events.rawValue, revents: 0)
    while true {
      let wait = deadline.map { Int(($0 - .now).milliseconds) } ?? -1
      if zmq_poll(&item, 1, wait) >= 0 { return Events(rawValue: item.revents) }
      let error = ZeroMQError.last("wait for a \(type) socket")
      guard error.code == .interrupted else { throw error }
    }
  }

  // MARK: -

  /// libzmq takes a port modulo 65,536: 99999 would silently be 34463.
  private static func checkPort(of endpoint: String, operation: String) throws(ZeroMQError) {
    guard endpoint.hasPrefix("tcp://"), let colon = endpoint.lastIndex(of: ":") else { return }
    let port = endpoint[endpoint.index(after: colon)...]
    guard !port.isEmpty, port.utf8.allSatisfy({ (48...57).contains($0) }), UInt16(port) == nil else { return }
    throw ZeroMQError(
      code: .invalidArgument, operation: "\(operation) \(endpoint)", message: "A port is a number from 0 to 65535.")
  }

  private borrowing func call(
    _ operation: @autoclosure () -> String, _ body: (UnsafeMutableRawPointer) -> Int32
  ) throws(ZeroMQError) {
    let handle = handle
    guard retryingInterrupts({ body(handle) }) == 0 else { throw .last(operation()) }
  }
}

@available(*, unavailable, message: "a socket belongs to one thread; use SocketLoop to send from many")
extension Socket: Sendable {}

/// Calls until the call is not cut short by a signal.
func retryingInterrupts(_ body: () -> Int32) -> Int32 {
  while true {
    let result = body()
    if result >= 0 || zmq_errno() != czeromq_EINTR() { return result }
  }
}
