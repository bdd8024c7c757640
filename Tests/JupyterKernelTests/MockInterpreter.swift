import CellModel
import Dispatch
import JSONModel
import JSONRPC
import JupyterKernel
import OrderedCollections
import Synchronization

/// Runs a made-up language, line by line:
/// `print TEXT`, `eprint TEXT`, `result TEXT`, `chart NAME`, `change NAME`, `delete NAME`, `lines N`, `pictures N`, `clear`,
/// `clear later`, `page TEXT`, `wait` (until interrupted), `fail`, `live NAME`.
final class MockInterpreter: Interpreter {
  private struct State {
    var revisions: [String: Int] = [:]
    var pending: [String] = []
    var wake: (@Sendable () -> Void)?
    var ran: [String] = []
    var afterLastLook: (@Sendable () -> Void)?

    mutating func nextChange() -> DisplayChange? {
      guard !pending.isEmpty else { return nil }
      let name = pending.removeFirst()
      let subject = DisplaySubject(session: "default", name: name)
      guard let revision = revisions[name] else { return DisplayChange(subject: subject, still: nil) }
      let bundle = MockInterpreter.bundle("\(name) \(revision)")
      return DisplayChange(subject: subject) { bundle }
    }
  }
  private let state = Mutex(State())

  /// Signalled by each line `wait`.
  let isWaiting = DispatchSemaphore(value: 0)

  /// The lines run, in order.
  var ran: [String] { state.withLock { $0.ran } }

  static func bundle(_ text: String) -> MIMEBundle {
    MIMEBundle(data: ["text/plain": .string(text), "image/svg+xml": .string("<svg>\(text)</svg>")])
  }

  /// Changes a chart, as another client would.
  func change(_ name: String, deletes: Bool = false) {
    let wake = state.withLock { state in
      state.revisions[name] = deletes ? nil : (state.revisions[name] ?? 0) + 1
      let isFirst = state.pending.isEmpty
      if !state.pending.contains(name) { state.pending.append(name) }
      return isFirst ? state.wake : nil
    }
    wake?()
  }

  /// Does something once, as soon as nothing more has changed for whoever asks.
  func afterLastLook(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.afterLastLook = body } }

  func revision(of name: String) -> Int? { state.withLock { $0.revisions[name] } }

  func run(
    _ code: String, cancellation: Cancellation, emit: (CellOutput) -> Void
  ) throws(CellError) {
    for line in code.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      let argument = words.count > 1 ? String(words[1]) : ""
      state.withLock { $0.ran.append(String(line)) }
      switch words.first {
      case "print": emit(.stream(.stdout, argument + "\n"))
      case "eprint": emit(.stream(.stderr, argument + "\n"))
      case "result": emit(.result(MIMEBundle(data: ["text/plain": .string(argument)])))
      case "%get": emit(.result(MIMEBundle(data: ["text/plain": .string("got " + argument)])))
      case "chart": show(argument, .off, emit)
      case "live": show(argument, .on, emit)
      case "change": change(argument)
      case "delete": change(argument, deletes: true)
      case "lines": for number in 0..<(Int(argument) ?? 0) { emit(.stream(.stdout, "\(number)\n")) }
      case "pictures":
        for number in 0..<(Int(argument) ?? 0) { emit(.display(Display(Self.bundle("\(number)")))) }
      case "clear": emit(.clear(waits: argument == "later"))
      case "page": emit(.page(MIMEBundle(data: ["text/plain": .string(argument)])))
      case "wait": try wait(cancellation)
      default:
        throw CellError(
          name: "UnknownCommand", message: "There is no \(line).", traceback: ["line", "^", "There is no \(line)."])
      }
    }
  }

  private func show(_ name: String, _ live: Liveness, _ emit: (CellOutput) -> Void) {
    let revision = state.withLock { state in
      if state.revisions[name] == nil { state.revisions[name] = 1 }
      return state.revisions[name] ?? 1
    }
    let subject = DisplaySubject(session: "default", name: name)
    emit(.display(Display(Self.bundle("\(name) \(revision)"), of: subject, live: live)))
  }

  func code(of expression: String) -> String { expression.first == "%" ? expression : "%get \(expression)" }

  private func wait(_ cancellation: Cancellation) throws(CellError) {
    isWaiting.signal()
    // A cancellation is there to be looked at, and tells nobody.
    while !cancellation.isCancelled { pause() }
    throw CellError(name: "Interrupted", message: "Interrupted.", traceback: ["Interrupted."])
  }

  func completions(of code: String, at cursor: Int) -> Completions {
    Completions(matches: ["pie", "🥧"], start: max(cursor - 1, 0), end: cursor)
  }

  func inspect(_ code: String, at cursor: Int) -> Inspection? {
    code.hasPrefix("pie") ? Inspection(plain: "pie at \(cursor)", markdown: "**pie**") : nil
  }

  func completeness(of code: String) -> Completeness {
    switch code.last {
    case ":": .incomplete(indent: "  ")
    case "!": .invalid
    case "?": .unknown
    default: .complete
    }
  }

  func onChange(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

  func nextChange() -> DisplayChange? {
    let (change, afterLastLook) = state.withLock { state in
      let change = state.nextChange()
      return (change, change == nil ? state.afterLastLook.take() : nil)
    }
    afterLastLook?()
    return change
  }
}

extension KernelDescription {
  static let mock = KernelDescription(
    implementation: "mock", version: "1.2.3",
    language: Language(
      name: "mock", version: "1", mimeType: "text/x-mock", fileExtension: ".mock", pygmentsLexer: "yaml",
      codemirrorMode: "yaml"),
    banner: "Mock", helpLinks: [HelpLink(text: "Help", url: "https://example.org")])
}
