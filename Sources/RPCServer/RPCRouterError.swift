/// Why a router cannot listen.
public struct RPCRouterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault; more may come.
  public struct Code: Hashable, Sendable {
    private enum Value { case unknownTransport, needsKeys, isInUse, cannotBind }
    private let value: Value
    /// The endpoint is neither `ipc` nor `tcp`.
    public static let unknownTransport = Code(value: .unknownTransport)
    /// Others can reach the address, and the connection is not encrypted.
    public static let needsKeys = Code(value: .needsKeys)
    /// Something else is at the path.
    public static let isInUse = Code(value: .isInUse)
    /// libzmq refused it.
    public static let cannotBind = Code(value: .cannotBind)
  }

  public var code: Code
  /// What is wrong and what to do.
  public var message: String

  public var description: String { message }
}
