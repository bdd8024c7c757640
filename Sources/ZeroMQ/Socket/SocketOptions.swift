/// Everything about a socket that libzmq would otherwise decide by its own defaults, several of which are unlimited.
///
/// All are set before the socket is bound or connected, since most have no effect later.
public struct SocketOptions: Sendable {
  /// How long closing keeps trying to send what was not sent yet. libzmq's own default is for ever.
  public var linger: Duration = .seconds(1)

  /// How many whole messages wait for one peer before sending to it would block (0: no limit).
  public var sendHighWaterMark = 1_000

  /// How many whole messages from one peer wait to be received before that peer is held back (0: no limit).
  public var receiveHighWaterMark = 1_000

  /// The largest single frame accepted, in bytes; a peer that sends a larger one is disconnected. `nil` is no limit.
  public var maximumMessageSize: Int? = 128 << 20

  /// The largest whole message accepted.
  public var messageLimits = Message.Limits()

  /// ROUTER: say so when a peer is unknown or full rather than dropping the message without a word.
  public var routerMandatory = true

  /// ROUTER: a peer that connects with an identity already in use takes it over, as a client that reconnects does.
  public var routerHandover = false

  /// XPUB: report every subscription, not only the first to a topic.
  public var xpubVerbose = false

  /// XPUB: a subscription counts from ``Channel/acceptSubscription()`` on, so that its owner can be greeted before it
  /// gets anything else. Every subscription is reported then.
  public var xpubManual = false

  /// XPUB and PUB: sending says that a subscriber is full rather than dropping the message for it without a word.
  public var xpubNoDrop = false

  /// Queue messages only for connections that are complete.
  public var immediate = false

  /// Accept IPv6 addresses, too.
  public var ipv6 = false

  /// The name under which a ROUTER peer sees this socket: 1 to 255 bytes, the first not zero. Empty lets the peer
  /// choose.
  public var identity: [UInt8] = []

  /// SUB: the beginnings of the messages wanted; an empty one wants all.
  public var subscriptions: [[UInt8]] = []

  /// Encryption of `tcp` and `ipc` connections.
  public var curve: Curve?

  /// The domain in which an authenticator (see ``SocketLoop/authenticate(_:)``) decides who may connect. It is asked about
  /// encrypted sockets without one, too.
  public var zapDomain = ""

  /// How long a new connection may take for its handshake.
  public var handshakeTimeout: Duration = .seconds(30)

  /// TCP: how soon the system ends a connection whose other side has gone without a word, as when a cable is pulled, in whole
  /// seconds, at least 2; `nil` leaves it to the system, which takes hours. A connection costs nothing by that.
  public var keepaliveTimeout: Duration?

  /// How often to check that a silent connection still lives; zero is never. For sockets with few connections: with each
  /// answer libzmq goes through the timers of all (`poller_base_t::cancel_timer`), and with ten thousand does nothing else.
  public var heartbeatInterval: Duration = .zero

  /// How long to wait for the answer to such a check; `nil` is as long as the interval.
  public var heartbeatTimeout: Duration?

  /// How long the peer should keep the connection without hearing a check; `nil` leaves it to the peer.
  public var heartbeatTimeToLive: Duration?

  public init() {}

  /// The options with some changed: `SocketOptions { $0.linger = .zero }`.
  public init(_ change: (inout SocketOptions) -> Void) {
    self.init()
    change(&self)
  }
}

extension SocketOptions {
  /// A socket's part in CURVE encryption.
  public enum Curve: Sendable {
    /// The side whose public key the others know, whichever side binds. Without a ZAP handler it accepts every client
    /// that knows this public key.
    case server(secretKey: CurveKey)
    /// The side that proves nothing but its own key.
    case client(serverKey: CurveKey, keys: CurveKeyPair)
  }
}
