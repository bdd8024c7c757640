public import CellModel
package import ChartCells
internal import ChartModel
package import ChartService
internal import JSONModel
public import JSONRPC
public import JupyterKernel
internal import OrderedCollections
internal import Synchronization

/// Cells of charts, as the kernel's interpreter: cells run in one session of the service, and whatever changes a chart,
/// from whatever way in, is shown.
public final class ChartInterpreter: Interpreter {
  private let cells: CellInterpreter
  private let subscriber: Subscriber
  /// The sessions whose changes are watched.
  private let sessions = Mutex<Set<String>>([])

  /// - Parameters:
  ///   - live: what `%live` says at first.
  ///   - recorder: keeps what cells are given and what they bring forth.
  package init(
    service: ChartService, session: String = ChartService.defaultSession, live: Liveness = .auto,
    recorder: (any CellRecorder)? = nil
  ) {
    cells = CellInterpreter(service: service, session: session, live: live, recorder: recorder)
    subscriber = Subscriber(service: service)
    watch(session)
  }

  deinit {
    subscriber.close()
  }

  public func run(
    _ code: String, cancellation: Cancellation, emit: (CellOutput) -> Void
  ) throws(CellError) {
    do throws(CellError) {
      try cells.run(code, cancellation: cancellation) { output in
        if case .display(let display) = output, let subject = display.subject { watch(subject.session) }
        emit(output)
      }
    } catch {
      throw error.coloured
    }
  }

  /// The name of a chart asks for the chart; commands, JSON-RPC requests and parameters stand for themselves.
  public func code(of expression: String) -> String {
    let text = expression.drop(while: \.isWhitespace)
    let isStatement = ["%", "{", "[", "$", "?"].contains { text.hasPrefix($0) }
    return isStatement ? expression : "%get \(text)"
  }

  public func completions(of code: String, at cursor: Int) -> Completions { cells.completions(of: code, at: cursor) }

  public func inspect(_ code: String, at cursor: Int) -> Inspection? { cells.inspect(code, at: cursor) }

  public func completeness(of code: String) -> Completeness { cells.completeness(of: code) }

  // MARK: Changes

  public func onChange(_ wake: @escaping @Sendable () -> Void) {
    subscriber.onPending(wake)
  }

  public func nextChange() -> DisplayChange? {
    guard let change = subscriber.nextChange() else { return nil }
    let subject = DisplaySubject(session: change.session, name: change.chart)
    guard let picture = change.picture else { return DisplayChange(subject: subject, still: nil) }
    return DisplayChange(subject: subject) { MIMEBundle(data: picture.display, metadata: picture.displayMetadata) }
  }

  /// Cells may show charts of other sessions.
  private func watch(_ session: String) {
    guard sessions.withLock({ $0.insert(session).inserted }) else { return }
    // A session that has gone meanwhile changes no more.
    try? subscriber.subscribe(to: session)
  }
}

extension ChartPicture {
  /// What renderers want to know beforehand: the size in px.
  fileprivate var displayMetadata: OrderedDictionary<String, JSON> {
    ["image/svg+xml": ["width": JSON(size.width), "height": JSON(size.height)]]
  }
}

extension CellError {
  /// The error with its name and the caret in red, for frontends that know colours.
  fileprivate var coloured: CellError {
    var error = self
    error.traceback = traceback.map(coloured)
    return error
  }

  private func coloured(_ line: String) -> String {
    let red = "\u{1B}[31m", plain = "\u{1B}[0m"
    if line.hasPrefix(name + ":") { return red + name + plain + line.dropFirst(name.count) }
    guard line.hasSuffix("^"), line.dropLast().allSatisfy(\.isWhitespace) else { return line }
    return line.dropLast() + red + "^" + plain
  }
}
