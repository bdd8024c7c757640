import JSONModel
public import JSONRPC

/// Runs what is typed into a notebook cell or the terminal, in one session: chart specs, `%` commands and JSON-RPC
/// requests in any mix.
public final class CellInterpreter: Sendable {
  public let service: ChartService
  /// The session whose charts the commands are about.
  public let session: String

  public init(service: ChartService, session: String) {
    self.service = service
    self.session = session
  }

  /// Runs the statements of a cell in turn. A fault ends the cell; what was done before it stays done.
  /// - Parameters:
  ///   - cancellation: Looked at between statements and inside long ones.
  ///   - emit: Called on this thread with each output as it is made.
  /// - Throws: ``CellError``, with the place of the fault in the cell.
  public func run(_ code: String, cancellation: Cancellation, emit: (CellOutput) -> Void) throws(CellError) {
    let source = SourceText(code)
    for statement in CellSplitter.statements(of: source) {
      if cancellation.isCancelled {
        throw CellError("Interrupted", "the cell was interrupted", at: nil, in: source)
      }
      let run = CellRun(interpreter: self, source: source, range: statement.range, cancellation: cancellation)
      switch statement.kind {
      case .spec: try run.spec(emit)
      case .command: try run.command(emit)
      case .request: try run.request(emit)
      }
    }
  }

  /// The ids of the session's charts.
  var charts: [String] { service.charts(in: session).map(\.chart) }
}

/// One statement while it runs.
struct CellRun {
  let interpreter: CellInterpreter
  let source: SourceText
  let range: Range<Int>
  let cancellation: Cancellation

  var service: ChartService { interpreter.service }
  var text: String { source.string(range) }

  /// The place in the cell of a place in the statement's text.
  func position(_ place: TextPosition) -> TextPosition {
    let start = source.position(of: range.lowerBound)
    return TextPosition(
      line: start.line + place.line - 1, column: place.line == 1 ? start.column + place.column - 1 : place.column)
  }

  func position(of offset: Int) -> TextPosition { source.position(of: offset) }

  /// The picture of a chart as it is now.
  func display(_ chart: String, in session: String) throws(RPCError) -> ChartDisplay {
    ChartDisplay(try service.picture(of: chart, in: session))
  }
}

extension RPCError {
  /// What the fault is called in a cell.
  func cellName(invalidParams: String) -> String {
    switch code {
    case .invalidParams: invalidParams
    case .methodNotFound: "UnknownCommand"
    case .noSuchChart: "NoSuchChart"
    case .noSuchSession: "NoSuchSession"
    case .limitExceeded: "LimitExceeded"
    case .cancelled: "Interrupted"
    case .internalError: "InternalError"
    default: "Error"
    }
  }
}
