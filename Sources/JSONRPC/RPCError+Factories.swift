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
      code: .methodNotFound, message: "There is no method '\(method)'" + hint(suggestion),
      data: details(["method": .string(method)], suggestion))
  }

  /// -32602 with `{path, reason, suggestion?}`; the message is the whole sentence.
  public init(invalidParams fault: InvalidValue) {
    self.init(
      code: .invalidParams, message: fault.description,
      data: RPCError.details(
        ["path": .string(fault.path.description), "reason": .string(fault.reason)], fault.suggestion))
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

  /// -32001 with `{session}`.
  public static func noSuchSession(_ session: String) -> RPCError {
    let session = session.excerpt
    return RPCError(
      code: .noSuchSession, message: "There is no session '\(session)'", data: ["session": .string(session)])
  }

  /// -32002 with `{chart, suggestion?}`.
  public static func noSuchChart(_ chart: String, suggestion: String? = nil) -> RPCError {
    let chart = chart.excerpt
    return RPCError(
      code: .noSuchChart, message: "There is no chart '\(chart)'" + hint(suggestion),
      data: details(["chart": .string(chart)], suggestion))
  }

  /// -32004 with `{limit, allowed, got}`.
  /// - Parameter limit: The name of the limit, as ``Limits/json`` reports it.
  public static func limitExceeded(_ limit: String, allowed: Int, got: Int) -> RPCError {
    limitExceeded(limit, allowed: allowed, got: .integer(got))
  }

  /// -32004 for a number that may be too large for an integer, such as an announced length.
  static func limitExceeded(_ limit: String, allowed: Int, got: JSON) -> RPCError {
    RPCError(
      code: .limitExceeded, message: "The limit '\(limit)' is \(allowed), got \(got.text.excerpt)",
      data: ["limit": .string(limit), "allowed": .integer(allowed), "got": got])
  }

  /// -32800, without data.
  public static let cancelled = RPCError(code: .cancelled, message: "The request was cancelled")

  private static func hint(_ suggestion: String?) -> String { suggestion.map { "; did you mean '\($0)'?" } ?? "" }

  private static func details(_ members: JSON, _ suggestion: String?) -> JSON {
    suggestion.map { members.with("suggestion", .string($0)) } ?? members
  }
}

extension JSON {
  /// This object with one member more.
  func with(_ key: String, _ value: JSON) -> JSON {
    guard case .object(var members) = self else { return self }
    members[key] = value
    return .object(members)
  }
}
