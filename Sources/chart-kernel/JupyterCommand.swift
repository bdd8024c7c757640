internal import ArgumentParser
internal import ChartService
internal import JSONModel
internal import Jupyter
internal import Logging

/// `chart-kernel jupyter`: what kernel.json runs.
struct JupyterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jupyter",
    abstract: "Runs as a Jupyter kernel; Jupyter itself starts it.",
    discussion: "See `chart-kernel install` for making the kernel known to Jupyter.")

  @Option(
    name: [.customShort("f"), .long],
    help: ArgumentHelp("The file in which Jupyter says where to listen and with which key.", valueName: "file"))
  var connectionFile: String

  @OptionGroup var data: DataOptions
  @OptionGroup var log: LogOptions

  func run() throws {
    let logger = log.bootstrap()
    let service = ChartService(data: data.dataSource)
    let kernel = try Kernel(
      connection: ConnectionFile(path: connectionFile), interpreter: ChartInterpreter(service: service),
      description: .chart, log: logger)
    let server = KernelServer(service: service, log: logger)
    try kernel.start()
    kernel.run()
    server?.stop()
  }
}

extension KernelDescription {
  /// What this kernel says of itself.
  static let chart = KernelDescription(
    implementation: "chart-kernel",
    version: ChartService.version,
    language: Language(
      name: "chart", version: ChartService.protocolVersion, mimeType: "text/x-yaml", fileExtension: ".chart",
      pygmentsLexer: "yaml", codemirrorMode: "yaml"),
    banner: """
      chart-kernel \(ChartService.version): interactive charts. A cell holds chart specs in YAML, commands that begin \
      with %, or JSON-RPC requests; %help lists the commands.
      """,
    helpLinks: [
      HelpLink(text: "JSON-RPC 2.0", url: "https://www.jsonrpc.org/specification"),
      HelpLink(text: "YAML", url: "https://yaml.org/spec/1.2.2/"),
    ])
}
