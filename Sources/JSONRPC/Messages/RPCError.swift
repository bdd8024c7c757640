public import JSONModel

/// What a call is answered with when it fails: an error object of JSON-RPC 2.0.
public struct RPCError: Error, Hashable, Sendable {
  /// The kind of failure. Negative numbers from -32768 to -32000 are reserved by JSON-RPC; more codes may come.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    /// The code in words: `Invalid params`.
    public let title: String

    public init(rawValue: Int) { self.init(rawValue: rawValue, title: nil) }

    /// - Parameter title: The code in words; a service has codes of its own. Those of JSON-RPC have their titles already.
    public init(rawValue: Int, title: String?) {
      self.rawValue = rawValue
      self.title = title ?? Code.titles[rawValue] ?? "Error \(rawValue)"
    }

    public static func == (left: Code, right: Code) -> Bool { left.rawValue == right.rawValue }
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    private static let titles = [
      -32700: "Parse error", -32600: "Invalid Request", -32601: "Method not found", -32602: "Invalid params",
      -32603: "Internal error", -32003: "Not authorized", -32004: "Limit exceeded", -32800: "Request cancelled",
    ]

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
    /// The client has not shown that it may ask anything.
    public static let notAuthorized = Code(rawValue: -32003)
    /// The message, or what it asks for, is larger than allowed.
    public static let limitExceeded = Code(rawValue: -32004)
    /// The client cancelled the request (as in the Language Server Protocol).
    public static let cancelled = Code(rawValue: -32800)
  }

  public var code: Code
  /// What is wrong and what to do about it, as a sentence.
  public var message: String
  /// Details for programs; their shape depends on the code.
  public var data: JSON?
  /// What is wrong as a value, for those inside the process: `message` and `data` say the same to those outside. `nil` if
  /// the error came from elsewhere. It does not count when errors are compared.
  public var fault: InvalidValue?

  public init(code: Code, message: String, data: JSON? = nil, fault: InvalidValue? = nil) {
    self.code = code
    self.message = message
    self.data = data
    self.fault = fault
  }

  public static func == (left: RPCError, right: RPCError) -> Bool {
    left.code == right.code && left.message == right.message && left.data == right.data
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(message)
  }

  /// The fault in the parameters, if that is what is wrong.
  public var parameterFault: InvalidValue? { code == .invalidParams ? fault : nil }

  /// What is wrong, without what was probably meant.
  public var reason: String { fault?.reason ?? message }

  /// The error object: `{code, message, data?}`.
  public var json: JSON {
    var members: JSON = ["code": .integer(code.rawValue), "message": .string(message)]
    if let data { members = members.setting("data", data) }
    return members
  }
}

extension RPCError: CustomStringConvertible {
  public var description: String { "\(message) (\(code.rawValue))" }
}
