/// Why there is no way to a server.
public struct RPCBridgeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault; more may come.
  public struct Code: Hashable, Sendable {
    private enum Value { case unreachable, nobodyListens, refuses }
    private let value: Value
    /// libzmq cannot connect there.
    public static let unreachable = Code(value: .unreachable)
    /// There is no server, or it does not answer.
    public static let nobodyListens = Code(value: .nobodyListens)
    /// The server wants another key or token.
    public static let refuses = Code(value: .refuses)
  }

  public var code: Code
  /// What is wrong and what to do.
  public var message: String

  public var description: String { message }

  static func nobodyListens(_ endpoint: String) -> RPCBridgeError {
    RPCBridgeError(
      code: .nobodyListens, message: "nobody answers at \(endpoint); `chart-kernel list` shows what runs")
  }

  static func deniesKey(_ endpoint: String, isOwn: Bool) -> RPCBridgeError {
    let advice =
      isOwn
      ? "the public key that goes with --curve-secret-key-file is not in its list (--curve-client-keys-file)"
      : "it knows its clients by their keys: give yours with --curve-secret-key-file"
    return RPCBridgeError(code: .refuses, message: "\(endpoint) refuses the client's key; \(advice)")
  }

  static func deniesToken(_ endpoint: String, _ reason: String) -> RPCBridgeError {
    RPCBridgeError(code: .refuses, message: "\(endpoint) refuses the token: \(reason)")
  }

  static func refuses(_ endpoint: String, hasKey: Bool) -> RPCBridgeError {
    let advice =
      hasKey
      ? "the key may be another server's" : "its connections are encrypted: give its public key with --server-key"
    return RPCBridgeError(code: .refuses, message: "\(endpoint) refuses the connection; \(advice)")
  }
}
