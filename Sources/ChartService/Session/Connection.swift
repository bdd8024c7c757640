package import JSONModel

/// A way into the service from outside, as `session/info` tells it.
public struct Connection: Hashable, Sendable {
  /// `zeromq`, for a ROUTER socket.
  public var transport: String
  /// Where to connect: `ipc:///path` or `tcp://127.0.0.1:5555`.
  public var endpoint: String
  /// The server's public CURVE key in Z85, if the connection is encrypted.
  public var serverKey: String?

  public init(transport: String, endpoint: String, serverKey: String? = nil) {
    self.transport = transport
    self.endpoint = endpoint
    self.serverKey = serverKey
  }

  package static let schema = Schema.object(
    "Connection", "A way into the service.", initial: Connection(transport: "", endpoint: "")
  ) {
    Property(
      "transport", \.transport, .string(), "`zeromq`: a ROUTER socket for DEALER and REQ clients.", required: true)
    Property("endpoint", \.endpoint, .string(), "Where to connect.", required: true)
    Property("serverKey", \.serverKey, .optional(.string()), "The server's public CURVE key in Z85, if encrypted.")
  }
}
