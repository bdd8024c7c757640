public import CellModel
public import ChartService
public import JSONRPC
import Synchronization
import YAMLText

/// Runs what is typed into a notebook cell or the terminal, in one session: chart specs, `%` commands, JSON-RPC
/// requests, parameters (`angle = 30`) and questions (`%tap?`) in any mix.
public final class CellInterpreter: Sendable {
  public let service: ChartService
  /// The session whose charts the commands are about.
  public let session: String
  /// What assignments such as `angle = 30` have set, for all cells.
  let parameters = ParameterStore()
  private let recorder: (any CellRecorder)?
  private let liveCharts: Mutex<Liveness>

  /// - Parameters:
  ///   - live: What `%live` says at first.
  ///   - recorder: Keeps what cells are given and what they bring forth.
  package init(
    service: ChartService, session: String, live: Liveness = .auto, recorder: (any CellRecorder)? = nil
  ) {
    self.service = service
    self.session = session
    self.recorder = recorder
    liveCharts = Mutex(live)
  }

  /// Whether charts are shown live: what `%live` says.
  public internal(set) var live: Liveness {
    get { liveCharts.withLock { $0 } }
    set { liveCharts.withLock { $0 = newValue } }
  }

  /// Runs the statements of a cell in turn. A fault ends the cell; what was done before it stays done.
  /// - Parameters:
  ///   - cancellation: Looked at between statements and inside long ones.
  ///   - emit: Called on this thread with each output as it is made.
  /// - Throws: ``CellError``, with the place of the fault in the cell.
  public func run(_ code: String, cancellation: Cancellation, emit: (CellOutput) -> Void) throws(CellError) {
    guard let recorder else { return try perform(code, cancellation: cancellation, emit: emit) }
    try recorder.serially { () throws(CellError) in
      let cell = recorder.begin(code, in: session)
      do throws(CellError) {
        try perform(code, cancellation: cancellation) { output in
          recorder.note(output, of: cell)
          emit(output)
        }
        recorder.end(cell, with: nil)
      } catch {
        recorder.end(cell, with: error)
        throw error
      }
    }
  }

  private func perform(_ code: String, cancellation: Cancellation, emit: (CellOutput) -> Void) throws(CellError) {
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
      case .assignment: try run.assign(emit)
      case .parameter: try run.parameter(emit)
      case .help: try run.answer(emit)
      }
    }
  }

  /// The ids of the session's charts.
  var charts: [String] { service.charts(in: session).map(\.chart) }
}

/// What keeps cells and their outputs.
package protocol CellRecorder: Sendable {
  /// Does something while nothing else is done that is recorded.
  func serially<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result

  /// Notes a cell that begins.
  /// - Returns: Its number.
  func begin(_ code: String, in session: String) -> Int

  func note(_ output: CellOutput, of cell: Int)

  /// - Parameter error: Why the cell failed; `nil` if it did not.
  func end(_ cell: Int, with error: CellError?)
}
