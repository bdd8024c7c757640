public import JSONRPC
public import ZeroMQ

/// JSON-RPC over a ZeroMQ ROUTER: one ``JSONRPC/MessageEndpoint`` for each client, DEALER or REQ.
///
/// A DEALER sends one frame with the JSON, and binary buffers in further frames; what a REQ sends has an empty frame in
/// front, which its answers get back. Whatever is ready at once is answered on the loop's thread. A client that doesn't read
/// gets nothing pushed: what it has not fetched stays in its endpoint, which bounds it.
public final class RPCRouter: Sendable {
  /// The endpoint, with the port or path that the system chose.
  public let endpoint: String
  /// The public CURVE key that clients need, if the connection is encrypted.
  public let serverKey: CurveKey?

  private let clients: RouterClients
  private let file: SocketFile?

  /// Binds the socket. Call it before the loop is started, and ``close()`` after it was stopped.
  /// - Parameters:
  ///   - endpoint: `ipc:///path` or `tcp://127.0.0.1:*`. The file of the former is its owner's alone; a TCP address that
  ///     others can reach needs `secretKey`.
  ///   - loop: The loop that owns the socket.
  ///   - secretKey: The server's secret CURVE key, to encrypt the connection.
  ///   - access: Whom it listens to. What others ask is refused with -32003; who comes with a key that is not listed is not
  ///     even connected.
  ///   - makeEndpoint: Makes what answers a new client.
  /// - Throws: ``RPCRouterError``.
  public init(
    endpoint: String, on loop: SocketLoop, limits: Limits = Limits(), secretKey: CurveKey? = nil,
    access: Access, makeEndpoint: @escaping @Sendable (Client) -> any MessageEndpoint
  ) throws(RPCRouterError) {
    let address = try RouterAddress(endpoint, isEncrypted: secretKey != nil)
    let doorkeeper = Doorkeeper(access)
    guard secretKey != nil || doorkeeper.keys == nil else {
      throw RPCRouterError(
        code: .needsKeys,
        message:
          "clients can only be known by their keys where the server has one: give it with --curve-secret-key-file")
    }
    let strangers = Strangers(on: loop, doorkeeper.strangers, limits: limits)
    let clients = RouterClients(
      loop: loop, limits: limits, doorkeeper: doorkeeper, strangers: strangers, makeEndpoint: makeEndpoint)
    self.clients = clients
    do {
      serverKey = try secretKey.map { secret throws(ZeroMQError) in try CurveKeyPair(secretKey: secret).publicKey }
      let admission = try Admission(
        on: loop, keys: doorkeeper.keys, strangers: strangers, named: { [weak clients] in clients?.named ?? [] },
        willAdmit: { [weak clients] in clients?.forgetGone(on: $0) })
      let channel = try address.binding { () throws(ZeroMQError) in
        try loop.bind(
          .router, to: endpoint, options: RPCRouter.options(limits, secretKey: secretKey),
          onMessage: { message, channel in clients.receive(message, on: channel) },
          onEvent: { event, channel in clients.handle(event, on: channel) },
          onConnectionChange: { change in
            strangers.note(change)
            if case .ended(let connection) = change { clients.noteEnd(of: connection) }
          })
      }
      admission.open(channel)
      strangers.open(channel)
      if let keys = doorkeeper.keys { clients.watch(keys) }
      self.endpoint = channel.endpoint
    } catch {
      throw RPCRouterError(code: .cannotBind, message: "cannot listen on \(endpoint): \(error)")
    }
    file = SocketFile(endpoint: self.endpoint)
  }

  /// Ends all clients and removes the file of an `ipc` endpoint. Stop the loop first.
  public func close() {
    clients.close()
    file?.remove()
  }

  static func options(_ limits: Limits, secretKey: CurveKey?) -> SocketOptions {
    SocketOptions { options in
      // What waits in libzmq can no longer be joined with what comes later, and nobody counts it, so little should wait there:
      // some pictures.
      options.sendHighWaterMark = 16
      options.maximumMessageSize = limits.frameSize
      options.messageLimits.bytes = limits.messageSize
      // While a client lives nobody else gets its name, and with it what it subscribed to; see ``Admission``. Connections
      // without an end are found by their silence.
      options.routerHandover = false
      options.zapDomain = Admission.domain
      options.keepaliveTimeout = .seconds(10)
      options.handshakeTimeout = limits.handshake
      options.curve = secretKey.map { .server(secretKey: $0) }
    }
  }
}

extension RPCRouter {
  /// How much a router takes.
  public struct Limits: Hashable, Sendable {
    /// The most clients to remember; of more, those that were silent longest are forgotten with their subscriptions.
    public var clients = 10_000
    /// The largest frame, in bytes; a client that sends a larger one is disconnected.
    public var frameSize = 256 << 20
    /// The largest message with all its frames, in bytes.
    public var messageSize = 320 << 20
    /// How long what a client had asked for is worked on after it has gone: whoever sends and leaves wants it done, and what takes
    /// longer keeps others waiting for somebody who does not wait.
    public var farewell = Duration.seconds(2)

    /// How long a client may take to say what it is, which takes some milliseconds, and to wait to be let in.
    public var handshake = Duration.seconds(10)
    /// Where a token is asked for, or a key: the most connections by which nobody has been let in. Of more, the oldest are
    /// ended.
    public var strangers = 4_096
    /// Where a token is asked for: how long a connection may take to bring it.
    public var introduction = Duration.seconds(10)
    /// Where a token is asked for: how many connections may come at once that don't bring it, and how many more in a second.
    public var burst = 8_192
    public var rate = 10.0

    public init() {}
  }

  /// A client that has sent its first message.
  public struct Client: Hashable, Sendable {
    /// What the ROUTER knows it by.
    public var identity: [UInt8]
    /// Whether its messages begin with an empty frame, as those of a REQ do. A REQ takes exactly one message for each
    /// that it sends: a notification would be mistaken for an answer.
    public var hasDelimiter: Bool
  }
}
