import ArgumentParser
import CellModel
import ChartCells
import ChartService
import JSONModel
import JSONRPC
import Logging
import POSIX
import Terminal

struct ReplCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl", abstract: "Takes charts and commands in the terminal, as a notebook's cells do.",
    discussion: """
      A spec in YAML ends with an empty line, a command such as %tap spending 320 80 with its own; %help lists the \
      commands. Charts are shown as pictures in terminals that can (kitty, iTerm2 and their like), if a program such as \
      rsvg-convert is there to draw them, otherwise in words. What is piped in is run as one cell, or imported if it is an \
      exported session.
      """)

  @Option(help: "How charts are shown: auto, kitty, iterm2 or words.")
  var pictures = PictureProtocol.Choice.auto

  @OptionGroup var keeping: StoreOptions
  @OptionGroup var remembering: MemoryOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var recording: RecordOptions

  func run() throws { try ProgramFault.telling(converse) }

  private func converse() throws {
    let memory = remembering.makeCeiling()
    let recorder = try recording.recorder(of: "repl", data: data.dataSource, memory: memory)
    let kept = try KeptService(
      keeping.store.map(keeping.options), data: data.dataSource, memory: memory, recorder: recorder,
      log: Logger(label: "repl"))
    let service = kept.service
    defer { kept.end() }
    let cells = CellInterpreter(service: service, session: ChartService.defaultSession, recorder: recorder)
    let output = ReplOutput(pictures: pictures.protocol(isTerminal: Terminal.isInteractive))
    if Terminal.isInteractive {
      var conversation = ReplConversation(cells: cells, output: output)
      conversation.run()
    } else {
      try runInput(cells, output)
    }
  }

  /// Runs what is piped in.
  private func runInput(_ cells: CellInterpreter, _ output: ReplOutput) throws {
    let input = String(decoding: try FileDescriptor.standardInput.readAll(), as: UTF8.self)
    if let document = try? JSON(parsing: input), document["format"]?.stringValue != nil {
      do {
        let imported = try cells.service.call("session/import", params: ["document": document])
        let shows = (imported["charts"]?.arrayValue ?? []).map { "%show \($0.text)" }.joined(separator: "\n")
        try cells.run(shows, cancellation: Cancellation()) { output.show($0) }
      } catch let error as RPCError {
        throw ProgramFault("<stdin>", error.message)
      }
      return
    }
    do throws(CellError) {
      try cells.run(input, cancellation: Cancellation()) { output.show($0) }
    } catch {
      let place = error.line.map { "<stdin>:\($0):\(error.column ?? 1)" } ?? "<stdin>"
      for line in error.excerpt { ProgramFault.tell(line) }
      throw ProgramFault(place, error.message)
    }
  }
}
