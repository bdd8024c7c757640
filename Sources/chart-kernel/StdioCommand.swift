import ArgumentParser
import ChartService
import JSONRPC
import Logging

struct StdioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stdio",
    abstract: "Answers JSON-RPC on standard input and output, framed with Content-Length as language servers do.")

  @OptionGroup var data: DataOptions
  @OptionGroup var log: LogOptions

  func run() throws {
    // First of all, so that nothing that anybody prints gets between the messages.
    let stdio = try StandardIO.takingOver()
    let logger = log.bootstrap()
    let service = ChartService(data: data.dataSource)
    logger.debug("serving on standard input and output")
    let code = stdio.run(service.makePeer(), limits: service.messageLimits)
    throw ExitCode(code)
  }
}
