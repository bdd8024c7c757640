public import JSONRPC
import JSONModel

extension RPCError.Code {
  public static let noSuchSession = RPCError.Code(rawValue: -32001, title: "No such session")
  public static let noSuchChart = RPCError.Code(rawValue: -32002, title: "No such chart")
}

extension RPCError {
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
      code: .noSuchChart, ["chart": .string(chart)],
      fault: InvalidValue("There is no chart '\(chart)'", suggestion: suggestion))
  }
}
