public import JSONModel
import OrderedCollections

// One factory for each row of the protocol's table of errors, so that `data` always has the documented shape.
extension RPCError {
  /// -32700 with `{offset}`.
  /// - Parameter offset: The byte, counted from 0, at which the text stopped making sense.
  public static func parseError(offset: Int, reason: String) -> RPCError {
    RPCError(code: .parseError, message: "Parse error at byte \(offset): \(reason)", data: ["offset": .integer(offset)])
  }

  /// -32600 with `{reason}`.
  public static func invalidRequest(_ reason: String) -> RPCError {
    RPCError(code: .invalidRequest, message: "Invalid request: \(reason)", data: ["reason": .string(reason)])
  }

  /// -32601 with `{method, suggestion?}`.
  public static func methodNotFound(_ method: String, suggestion: String? = nil) -> RPCError {
    let method = method.excerpt
    return RPCError(
      code: .methodNotFound, ["method": .string(method)],
      fault: InvalidValue("There is no method '\(method)'", suggestion: suggestion))
  }

  /// -32602 with `{path, reason, suggestion?, others?}`; the message is the whole sentence. The others are what else is wrong
  /// with the parameters.
  public init(invalidParams fault: InvalidValue) {
    var data = RPCError.members(of: fault)
    if !fault.others.isEmpty { data = data.setting("others", .array(fault.others.map(RPCError.members))) }
    self.init(code: .invalidParams, message: fault.description, data: data, fault: fault)
  }

  private static func members(of fault: InvalidValue) -> JSON {
    let members: JSON = ["path": .string(fault.path.description), "reason": .string(fault.reason)]
    return fault.suggestion.map { members.setting("suggestion", .string($0)) } ?? members
  }

  /// -32602 with `{path, reason, suggestion?}`.
  public static func invalidParams(
    path: JSONPath = JSONPath(), _ reason: String, suggestion: String? = nil
  ) -> RPCError {
    RPCError(invalidParams: InvalidValue(reason, at: path, suggestion: suggestion))
  }

  /// -32603 with `{}`.
  public static func internalError(_ message: String = "Internal error") -> RPCError {
    RPCError(code: .internalError, message: message, data: [:])
  }

  /// -32003, without data: it is the same whatever was asked for, and tells nothing of what is there.
  /// - Parameter reason: What the client lacks, and what to do.
  public static func notAuthorized(_ reason: String) -> RPCError {
    RPCError(code: .notAuthorized, message: "Not authorized: \(reason)")
  }

  /// -32004 with `{limit, allowed, got}`.
  /// - Parameter limit: The name of the limit, as ``Limits/json`` reports it.
  public static func limitExceeded(_ limit: String, allowed: Int, got: Int) -> RPCError {
    limitExceeded(limit, allowed: allowed, got: .integer(got))
  }

  /// -32004 for a number that may be too large for an integer, such as an announced length.
  package static func limitExceeded(_ limit: String, allowed: Int, got: JSON) -> RPCError {
    RPCError(
      code: .limitExceeded, message: "The limit '\(limit)' is \(allowed), got \(got.text.excerpt)",
      data: ["limit": .string(limit), "allowed": .integer(allowed), "got": got])
  }

  /// -32800, without data.
  public static let cancelled = RPCError(code: .cancelled, message: "The request was cancelled")

  /// An error that says what a fault says, with the fault's suggestion among its data.
  package init(code: Code, _ members: JSON, fault: InvalidValue) {
    let data = fault.suggestion.map { members.setting("suggestion", .string($0)) } ?? members
    self.init(code: code, message: fault.description, data: data, fault: fault)
  }
}
