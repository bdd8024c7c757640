public import JSONRPC
import JSONModel

extension RPCError.Code {
  public static let noSuchSession = RPCError.Code(rawValue: -32001, title: "No such session")
  public static let noSuchChart = RPCError.Code(rawValue: -32002, title: "No such chart")
  /// What was asked for needs something of the system that is not there.
  public static let notAvailable = RPCError.Code(rawValue: -32006, title: "Not available")
}

extension RPCError {
  /// -32001 with `{session}`.
  public static func noSuchSession(_ session: String) -> RPCError {
    let session = session.excerpt
    return RPCError(
      code: .noSuchSession, message: "There is no session '\(session)'", data: ["session": .string(session)])
  }

  /// -32006 with `{reason}`: what is missing, and how to install it.
  static func notAvailable(_ reason: String) -> RPCError {
    RPCError(code: .notAvailable, message: reason, data: ["reason": .string(reason)])
  }

  /// -32002 with `{chart, suggestion?}`.
  public static func noSuchChart(_ chart: String, suggestion: String? = nil) -> RPCError {
    let chart = chart.excerpt
    return RPCError(
      code: .noSuchChart, ["chart": .string(chart)],
      fault: InvalidValue("There is no chart '\(chart)'", suggestion: suggestion))
  }
}
