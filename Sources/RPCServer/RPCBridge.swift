public import JSONModel
public import JSONRPC
import SharedMemory
public import ZeroMQ

/// A way to a server elsewhere: what a transport receives goes to the server's ROUTER socket, and what comes from there,
/// answers and notifications alike, goes to the transport.
///
/// Messages pass through as they are. Neither side can fill the bridge: while the client does not read, nothing is received
/// from the server, which then joins the changes that it has to tell; while the server does not, the client is not read.
public final class RPCBridge: MessageEndpoint {
  /// How many bytes wait for the client before the server is held back.
  private static let inboxLimit = 8 << 20
  /// How long what was sent last may take to leave.
  private static let linger = Duration.milliseconds(500)

  /// The endpoint of the server.
  public let endpoint: String
  /// What the server was given, if it was given something.
  public let token: AccessToken?

  private let loop: SocketLoop
  private let channel: Channel
  private let state: BridgeState

  /// Connects, and waits until the server is there.
  /// - Parameters:
  ///   - endpoint: `ipc:///path` or `tcp://127.0.0.1:5555`.
  ///   - serverKey: The server's public CURVE key, if the connection is encrypted.
  ///   - keys: The client's own, if the server knows it by them; others are made up.
  ///   - token: What the server asks for, if it does: it is given before anything else.
  ///   - patience: How long to wait.
  /// - Throws: ``RPCBridgeError``.
  public init(
    to endpoint: String, serverKey: CurveKey? = nil, keys: CurveKeyPair? = nil, token: AccessToken? = nil,
    patience: Duration = .seconds(5)
  ) throws(RPCBridgeError) {
    if endpoint.hasPrefix("ipc://"), !UnixSocket.isListening(at: String(endpoint.dropFirst("ipc://".count))) {
      throw .nobodyListens(endpoint)
    }
    let state = BridgeState()
    do throws(ZeroMQError) {
      let curve = try serverKey.map { key throws(ZeroMQError) -> SocketOptions.Curve in
        if let keys { return SocketOptions.Curve.client(serverKey: key, keys: keys) }
        return SocketOptions.Curve.client(serverKey: key, keys: try .generate())
      }
      let loop = try SocketLoop(context: Context(), name: "bridge")
      channel = try loop.connect(
        .dealer, to: endpoint, options: Self.options(curve, isLocal: endpoint.hasPrefix("ipc://")),
        onMessage: { message, channel in
          guard let bytes = message.frames.first else { return }
          let outgoing = OutgoingMessage(bytes, buffers: Array(message.frames.dropFirst()))
          if state.receive(outgoing, limit: Self.inboxLimit) { channel.pause() }
        },
        onEvent: { event, _ in
          switch event {
          case .slow: state.setSlow(true)
          case .drained: state.setSlow(false)
          case .progressed, .gone, .oversized, .failed: break
          }
        },
        onConnection: { state.note($0) })
      try loop.start()
      self.loop = loop
    } catch {
      throw RPCBridgeError(code: .unreachable, message: "cannot connect to \(endpoint): \(error)")
    }
    self.endpoint = endpoint
    self.token = token
    self.state = state
    switch state.awaitConnection(patience) {
    case .ready: break
    case .denied: throw .deniesKey(endpoint, isOwn: keys != nil)
    // A server that cannot read what it is sent ends the connection before it has begun.
    case .refused, .lost: throw .refuses(endpoint, hasKey: serverKey != nil)
    case nil: throw .nobodyListens(endpoint)
    }
    if let token { try introduce(token, patience) }
  }

  /// Gives the token, and waits until the server has looked at it.
  private func introduce(_ token: AccessToken, _ patience: Duration) throws(RPCBridgeError) {
    channel.send(Message([state.introduction(token)]), beyondLimits: true)
    guard let answer = state.awaitIntroduction(patience) else { throw .nobodyListens(endpoint) }
    // What else may be wrong with the bridge's own words is no reason to leave.
    guard answer["error"]?["code"]?.integerValue == RPCError.Code.notAuthorized.rawValue else { return }
    throw .deniesToken(endpoint, answer["error"]?["message"]?.stringValue ?? "")
  }

  /// Whether the server has gone while it was still needed.
  public var isLost: Bool { state.isLost }

  private static func options(_ curve: SocketOptions.Curve?, isLocal: Bool) -> SocketOptions {
    SocketOptions { options in
      // What waits here can no longer be joined with what comes later.
      options.receiveHighWaterMark = 100
      options.maximumMessageSize = nil
      options.messageLimits.bytes = .max
      options.linger = linger
      // Behind a network a server can go without its socket being closed.
      if !isLocal { options.heartbeatInterval = .seconds(5) }
      options.curve = curve
    }
  }

  // MARK: - From the client

  public func receive(_ message: [UInt8], buffers: [[UInt8]]) -> [UInt8]? {
    enqueue(message, buffers: buffers)
    return nil
  }

  public func enqueue(_ message: [UInt8], buffers: [[UInt8]]) {
    // Taken whatever waits: `isOverflowing` has the transport stop in time.
    channel.send(Message([message] + buffers), beyondLimits: true)
    state.noteGoodbye(in: message)
  }

  public func refuse(_ error: RPCError, id: JSON) { state.give(.fault(error, id: id)) }

  /// Answers come in the order of the requests, so a last request of the bridge's own is answered when all others are.
  public func finish() {
    guard let request = state.askLast() else { return }
    channel.send(Message([request]), beyondLimits: true)
  }

  // MARK: - To the client

  public func nextOutgoing() -> OutgoingMessage? {
    let (message, hasRoom) = state.next(resumingBelow: Self.inboxLimit / 2)
    if hasRoom { channel.resume() }
    return message
  }

  public func onOutgoing(_ wake: @escaping @Sendable () -> Void) { state.setWake(wake) }

  // MARK: - Where it stands

  public var isOverflowing: Bool { state.isOverflowing(Self.inboxLimit) }
  public var isIdle: Bool { state.isIdle }
  public var exitCode: Int32? { state.exitCode }

  public func close() {
    state.close()
    loop.stop(flushing: Self.linger)
  }
}
