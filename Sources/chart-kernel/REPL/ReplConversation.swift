import CellModel
import ChartCells
import ChartService
import JSONRPC
import POSIX
import Synchronization
import Terminal

/// Somebody typing, and the answers.
struct ReplConversation {
  private let cells: CellInterpreter
  private let output: ReplOutput
  private var editor: LineEditor
  private let file = HistoryFile()
  private let interruption = Interruption()

  init(cells: CellInterpreter, output: ReplOutput) {
    self.cells = cells
    self.output = output
    editor = LineEditor(
      prompt: "chart> ", history: InputHistory(file.entries), width: \.columnCount,
      enter: { text in
        switch cells.completeness(of: text) {
        case .incomplete(let indent): .goOn(indentation: indent)
        // What is wrong is told where it is, which takes running it.
        case .complete, .invalid, .unknown: .finish
        }
      },
      complete: { text, cursor in
        let completions = cells.completions(of: text, at: cursor)
        return LineEditor.Completions(matches: completions.matches, range: completions.start..<completions.end)
      })
  }

  mutating func run() {
    Terminal.write("chart-kernel \(ChartService.version). A spec ends with an empty line; %help lists the commands.\n")
    while true {
      switch editor.read() {
      case .end: return
      case .interrupted: continue
      case .text(let text):
        guard text.contains(where: { !$0.isWhitespace }) else { continue }
        file.append(text)
        answer(text)
      }
    }
  }

  private func answer(_ text: String) {
    do {
      try interruption.run { cancellation throws(CellError) in
        try cells.run(text, cancellation: cancellation) { output.show($0) }
      }
    } catch {
      output.show(error)
    }
  }
}

/// Cancels what runs at Control-C.
private final class Interruption: Sendable {
  private let current = Mutex<Cancellation?>(nil)

  init() {
    let signals = EndingSignals([SIGINT])
    // Without a thread, Control-C does nothing while something runs.
    _ = BlockingThread { [weak self] in
      while true {
        signals.wait()
        self?.current.withLock { $0?.cancel() }
      }
    }
  }

  func run(_ body: (Cancellation) throws(CellError) -> Void) throws(CellError) {
    let cancellation = Cancellation()
    current.withLock { $0 = cancellation }
    defer { current.withLock { $0 = nil } }
    try body(cancellation)
  }
}
