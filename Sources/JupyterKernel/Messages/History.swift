internal import CellModel
internal import JSONModel

extension RequestHandler {
  /// `history_request`: what was executed before. Inputs are kept as they were typed, so `raw` makes no difference.
  static let history = RequestHandler(on: [.shell]) { context throws(CellError) in
    let query = try HistoryQuery(context)
    let entries = context.shell.history { query.entries(in: $0) }
    let withOutput = context["output"]?.boolValue ?? false
    return Reply(["history": .array(entries.map { $0.tuple(withOutput: withOutput) })])
  }
}

/// The three ways to ask for history.
private enum HistoryQuery: Sendable {
  case tail(Int)
  case range(session: Int, start: Int, stop: Int?)
  case search(String, count: Int?, unique: Bool)

  init(_ context: RequestContext) throws(CellError) {
    let count = context["n"]?.integerValue
    switch context["hist_access_type"]?.stringValue ?? "tail" {
    case "tail":
      // IPython's own number.
      self = .tail(count ?? 10)
    case "range":
      self = .range(
        session: context["session"]?.integerValue ?? 0, start: context["start"]?.integerValue ?? 1,
        stop: context["stop"]?.integerValue)
    case "search":
      self = .search(
        context["pattern"]?.stringValue ?? "*", count: count, unique: context["unique"]?.boolValue ?? false)
    case let other:
      throw .invalidRequest("hist_access_type must be tail, range or search, not \(other).")
    }
  }

  func entries(in history: borrowing ExecutionHistory) -> [ExecutionHistory.Entry] {
    switch self {
    case .tail(let count): history.tail(count)
    case .range(let session, let start, let stop): history.range(session: session, from: start, to: stop)
    case .search(let pattern, let count, let unique): history.search(pattern, count: count, unique: unique)
    }
  }
}

extension ExecutionHistory.Entry {
  /// `[session, number, input]`, or `[session, number, [input, output]]`.
  fileprivate func tuple(withOutput: Bool) -> JSON {
    let input = JSON.string(input)
    let output = output.map { JSON.string($0) } ?? .null
    return [.integer(ExecutionHistory.session), .integer(number), withOutput ? [input, output] : input]
  }
}
