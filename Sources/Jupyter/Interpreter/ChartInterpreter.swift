internal import ChartModel
public import ChartService
internal import JSONModel
public import JSONRPC
internal import OrderedCollections
internal import Synchronization

/// Cells of charts, as the kernel's interpreter: cells run in one session of the service, and whatever changes a chart,
/// from whatever way in, is shown.
public final class ChartInterpreter: Interpreter {
  private let cells: CellInterpreter
  private let subscriber: Subscriber
  /// The sessions whose changes are watched.
  private let sessions = Mutex<Set<String>>([])

  /// - Parameter live: what `%live` says at first.
  public init(service: ChartService, session: String = ChartService.defaultSession, live: LiveCharts = .auto) {
    cells = CellInterpreter(service: service, session: session, live: live)
    subscriber = Subscriber(service: service)
    watch(session)
  }

  deinit {
    subscriber.close()
  }

  public func run(
    _ code: String, cancellation: Cancellation, emit: (InterpreterOutput) -> Void
  ) throws(InterpreterError) {
    do throws(CellError) {
      try cells.run(code, cancellation: cancellation) { output in
        if case .chart(let display) = output { watch(display.session) }
        emit(InterpreterOutput(output))
      }
    } catch {
      throw InterpreterError(error)
    }
  }

  public func completions(of code: String, at cursor: Int) -> Completions {
    let completions = cells.completions(of: code, at: cursor)
    return Completions(matches: completions.matches, start: completions.start, end: completions.end)
  }

  public func inspect(_ code: String, at cursor: Int) -> Inspection? {
    cells.inspect(code, at: cursor).map { Inspection(plain: $0.plain, markdown: $0.markdown) }
  }

  public func completeness(of code: String) -> Completeness {
    switch cells.completeness(of: code) {
    case .complete: .complete
    case .incomplete(let indent): .incomplete(indent: indent)
    case .invalid: .invalid
    case .unknown: .unknown
    }
  }

  // MARK: Changes

  public func onChange(_ wake: @escaping @Sendable () -> Void) {
    subscriber.onPending(wake)
  }

  public func nextChange() -> DisplayChange? {
    guard let change = subscriber.nextChange() else { return nil }
    return DisplayChange(
      subject: DisplaySubject(session: change.session, chart: change.chart),
      bundle: change.picture.map { MIMEBundle(data: $0.display, metadata: $0.displayMetadata) })
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

extension InterpreterOutput {
  fileprivate init(_ output: CellOutput) {
    switch output {
    case .chart(let display):
      let subject = DisplaySubject(session: display.session, chart: display.chart)
      self = .display(MIMEBundle(data: display.data, metadata: display.metadata, live: display.live), of: subject)
    case .stream(.stdout, let text): self = .stream(.stdout, text)
    case .stream(.stderr, let text): self = .stream(.stderr, text)
    case .result(let data): self = .result(MIMEBundle(data: data))
    case .clear(let waits): self = .clear(waits: waits)
    case .page(let data): self = .page(MIMEBundle(data: data))
    }
  }
}

extension InterpreterError {
  /// The name and the caret are red, where a frontend knows colours.
  fileprivate init(_ error: CellError) {
    self.init(
      name: error.name, message: error.message, traceback: error.traceback.map { Self.coloured($0, error.name) })
  }

  private static func coloured(_ line: String, _ name: String) -> String {
    let red = "\u{1B}[31m", plain = "\u{1B}[0m"
    if line.hasPrefix(name + ":") { return red + name + plain + line.dropFirst(name.count) }
    guard line.hasSuffix("^"), line.dropLast().allSatisfy(\.isWhitespace) else { return line }
    return line.dropLast() + red + "^" + plain
  }
}
