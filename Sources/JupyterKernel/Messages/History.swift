internal import CellModel
internal import JSONModel

extension RequestHandler {
  /// `history_request`: what was executed before. Inputs are kept as they were typed, so `raw` makes no difference.
  static let history = RequestHandler(on: [.shell]) { context throws(CellError) in
    let request = try context.content(as: HistoryRequest.schema)
    let access = try request.access
    let entries = context.shell.history { request.entries(in: $0, by: access) }
    return Reply(["history": .array(entries.map { $0.tuple(withOutput: request.withOutput) })])
  }
}

/// The content of a `history_request`.
private struct HistoryRequest: Sendable {
  /// The three ways to ask for history.
  enum Access: String, Sendable {
    case tail, range, search
  }

  private var accessName = Access.tail.rawValue
  var withOutput = false
  /// How many at most, the newest.
  var count: Int?
  var session = 0
  var start = 1
  var stop: Int?
  var pattern = "*"
  var isUnique = false

  static let schema = Schema.object("HistoryRequest", "What was executed before.", initial: HistoryRequest()) {
    Property("hist_access_type", \.accessName, .string(), "How it is asked for.")
    Property("output", \.withOutput, .bool(), "Whether outputs are wanted, too.")
    Property("n", \.count, .optional(.integer()), "How many at most.")
    Property("session", \.session, .integer(), "Of a range: which session; 0 is this one.")
    Property("start", \.start, .integer(), "Of a range: its first number.")
    Property("stop", \.stop, .optional(.integer()), "Of a range: the number behind its last.")
    Property("pattern", \.pattern, .string(), "Of a search: what to look for, with `*` and `?`.")
    Property("unique", \.isUnique, .bool(), "Of a search: whether the same is told once.")
  }

  var access: Access {
    get throws(CellError) {
      if let access = Access(rawValue: accessName) { return access }
      throw .invalidRequest("hist_access_type must be tail, range or search, not \(accessName).")
    }
  }

  func entries(in history: borrowing ExecutionHistory, by access: Access) -> [ExecutionHistory.Entry] {
    switch access {
    // IPython's own number.
    case .tail: history.tail(count ?? 10)
    case .range: history.range(session: session, from: start, to: stop)
    case .search: history.search(pattern, count: count, unique: isUnique)
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
