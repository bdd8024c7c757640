import ArgumentParser
import ChartRecording
import ChartService
import JSONRPC
import Logging
import RPCServer
import RPCStdio

struct StdioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stdio",
    abstract: "Answers JSON-RPC on standard input and output, framed with Content-Length as language servers do.",
    discussion: """
      With --connect the charts are those of a kernel or server that runs, such as a notebook's. It ends with exit code 1 \
      if that one ends.
      """)

  @OptionGroup var connection: ConnectOptions
  @OptionGroup var keeping: StoreOptions
  @OptionGroup var remembering: MemoryOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var recording: RecordOptions
  @OptionGroup var log: LogOptions

  func run() throws {
    // First of all, so that nothing that anybody prints gets between the messages.
    let stdio = try StandardIO.takingOver()
    try ProgramFault.telling { try serve(on: stdio) }
  }

  private func serve(on stdio: StandardIO) throws {
    let logger = log.bootstrap()
    let memory = remembering.makeCeiling()
    let recorder = try recording.recorder(of: "stdio", data: data.dataSource, memory: memory)
    let code: Int32
    if let bridge = try connection.bridge() {
      logger.debug("joining \(bridge.endpoint)")
      if let token = bridge.token { recorder?.conceal(token) }
      code = stdio.run(recorder.map { RecordingEndpoint(bridge, recorder: $0) } ?? bridge)
      if bridge.isLost { throw ProgramFault(bridge.endpoint, "the server has ended") }
    } else {
      let kept = try KeptService(
        keeping.store.map(keeping.options), data: data.dataSource, memory: memory, recorder: recorder, log: logger)
      logger.debug("serving on standard input and output")
      code = stdio.run(kept.service.makePeer(), limits: kept.service.messageLimits)
      kept.end()
    }
    throw ExitCode(code)
  }

  func validate() throws {
    if connection.connect != nil, keeping.store != nil {
      throw ValidationError("--store is for charts of one's own: a server that runs keeps its own.")
    }
    if connection.connect != nil, !data.directories.isEmpty {
      throw ValidationError("--allow is for charts of one's own: a server that runs reads what it was allowed.")
    }
  }
}
