public import JSONModel

/// What a call is answered with when it fails: an error object of JSON-RPC 2.0.
public struct RPCError: Error, Hashable, Sendable {
  /// The kind of failure. Negative numbers from -32768 to -32000 are reserved by JSON-RPC; more codes may come.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The message is not JSON.
    public static let parseError = Code(rawValue: -32700)
    /// The message is JSON but no request.
    public static let invalidRequest = Code(rawValue: -32600)
    /// There is no such method.
    public static let methodNotFound = Code(rawValue: -32601)
    /// The parameters are not what the method declares.
    public static let invalidParams = Code(rawValue: -32602)
    /// A fault of the server itself; it goes on.
    public static let internalError = Code(rawValue: -32603)
    public static let noSuchSession = Code(rawValue: -32001)
    public static let noSuchChart = Code(rawValue: -32002)
    /// The message, or what it asks for, is larger than allowed.
    public static let limitExceeded = Code(rawValue: -32004)
    /// The client cancelled the request (as in the Language Server Protocol).
    public static let cancelled = Code(rawValue: -32800)

    /// The code in words: `Invalid params`.
    public var title: String {
      switch self {
      case .parseError: "Parse error"
      case .invalidRequest: "Invalid Request"
      case .methodNotFound: "Method not found"
      case .invalidParams: "Invalid params"
      case .internalError: "Internal error"
      case .noSuchSession: "No such session"
      case .noSuchChart: "No such chart"
      case .limitExceeded: "Limit exceeded"
      case .cancelled: "Request cancelled"
      default: "Error \(rawValue)"
      }
    }
  }

  public var code: Code
  /// What is wrong and what to do about it, as a sentence.
  public var message: String
  /// Details for programs; their shape depends on the code.
  public var data: JSON?

  public init(code: Code, message: String, data: JSON? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// The error object: `{code, message, data?}`.
  public var json: JSON {
    var members: JSON = ["code": .integer(code.rawValue), "message": .string(message)]
    if let data { members = members.with("data", data) }
    return members
  }
}

extension RPCError: CustomStringConvertible {
  public var description: String { "\(message) (\(code.rawValue))" }
}
