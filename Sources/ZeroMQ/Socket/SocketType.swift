internal import CZeroMQ

/// A type of socket, which is a pattern of messaging.
public struct SocketType: Hashable, Sendable {
  let rawValue: Int32
  let name: String

  /// Addresses its peers by identity: the first frame of every message.
  public static let router = SocketType(rawValue: ZMQ_ROUTER, name: "ROUTER")
  /// Spreads its messages over its peers, in any order of sending and receiving.
  public static let dealer = SocketType(rawValue: ZMQ_DEALER, name: "DEALER")
  /// Asks, then waits for the answer, in turns.
  public static let req = SocketType(rawValue: ZMQ_REQ, name: "REQ")
  /// Is asked, then answers, in turns.
  public static let rep = SocketType(rawValue: ZMQ_REP, name: "REP")
  /// Publishes to whoever subscribed to what a message starts with.
  public static let pub = SocketType(rawValue: ZMQ_PUB, name: "PUB")
  /// A PUB that sees subscriptions arrive: as one frame, 1 (or 0 at the end) followed by the topic.
  public static let xpub = SocketType(rawValue: ZMQ_XPUB, name: "XPUB")
  /// Receives what it subscribed to.
  public static let sub = SocketType(rawValue: ZMQ_SUB, name: "SUB")
  /// One to one.
  public static let pair = SocketType(rawValue: ZMQ_PAIR, name: "PAIR")
}

extension SocketType: CustomStringConvertible {
  public var description: String { name }
}
