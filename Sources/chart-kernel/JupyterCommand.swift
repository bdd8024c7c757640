internal import ArgumentParser
internal import CellModel
internal import ChartJupyter
internal import ChartRecording
internal import ChartService
internal import JSONModel
internal import JupyterKernel
internal import Logging
internal import POSIX

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

  @Option(
    help: ArgumentHelp(
      "How long to wait for the service that a registration file names, in seconds.", valueName: "seconds"))
  var handshakeTimeout: Double = 10

  // `jupyter run` appends the script that it is about to send, as arguments of the kernel.
  @Argument(parsing: .allUnrecognized, help: .hidden)
  var ignored: [String] = []

  @OptionGroup var keeping: StoreOptions
  @OptionGroup var remembering: MemoryOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var recording: RecordOptions
  @OptionGroup var log: LogOptions

  func run() throws { try ProgramFault.telling(answer) }

  private func answer() throws {
    let signals = EndingSignals()
    let logger = log.bootstrap()
    let memory = remembering.makeCeiling()
    let recorder = try recording.recorder(of: "jupyter", data: data.dataSource, memory: memory)
    let kept = try KernelStore(keeping, connectionFile: connectionFile, log: logger)
      .open(data: data.dataSource, memory: memory, recorder: recorder)
    let service = kept.service
    var configuration = KernelConfiguration(
      interpreter: ChartInterpreter(service: service, live: Self.live, recorder: recorder), description: .chart)
    configuration.commTargets = [RPCCommTarget(service: service)]
    configuration.liveDisplays = ChartDisplays(service: service)
    configuration.notebook = ProcessEnvironment.value("JPY_SESSION_NAME")
    configuration.log = logger
    configuration.makeGuardian = { memory.guardian(log: logger) }
    configuration.onMessage = recorder.map(observer)
    let kernel = try Kernel(connection: ConnectionFile(path: connectionFile), configuration)
    let server = KernelServer(
      service: service, memory: memory, takesMemory: recorder == nil, connectionFile: connectionFile, log: logger)
    // Weak, since letting go of the kernel waits until its last messages have left.
    let listener = BlockingThread { [weak kernel] in
      // SIGINT never ends a kernel: clients send it before a shutdown, even where the kernelspec asks for messages.
      while true { if signals.wait() == SIGINT { kernel?.interrupt() } else { kernel?.end() } }
    }
    guard listener != nil else { throw ProgramFault("jupyter", "the system has no thread left to give") }
    defer { server?.stop() }
    do {
      try kernel.start(registrationPatience: .seconds(handshakeTimeout))
    } catch {
      kernel.end()
      kernel.run()
      throw error
    }
    kernel.run()
    kept.end()
  }

  /// Keeps what goes over the sockets.
  private func observer(_ recorder: Recorder) -> MessageObserver {
    { socket, isIncoming, frames in recorder.note(frames: frames, of: socket, isIncoming: isIncoming) }
  }

  /// What `%live` says at first: for those who want stills only in all their notebooks, or state in exported ones.
  private static var live: Liveness {
    switch ProcessEnvironment.value("CHART_KERNEL_LIVE") {
    case "0", "off": .off
    case "1", "on": .on
    default: .auto
    }
  }

  func validate() throws {
    guard (0...3_600).contains(handshakeTimeout) else {
      throw ValidationError("--handshake-timeout takes seconds from 0 to 3600.")
    }
  }
}

extension KernelDescription {
  /// What this kernel says of itself.
  static let chart = KernelDescription(
    implementation: "chart-kernel",
    version: ChartService.version,
    // The lexer is in the Python package: to Pygments' own for YAML a command is an error, which books frame in red.
    language: Language(
      name: "chart", version: ChartService.protocolVersion, mimeType: "text/x-yaml", fileExtension: ".chart",
      pygmentsLexer: "chart", codemirrorMode: "yaml"),
    banner: """
      chart-kernel \(ChartService.version): interactive charts. A cell holds chart specs in YAML, commands that begin \
      with %, or JSON-RPC requests; %help lists the commands.
      """,
    helpLinks: [
      HelpLink(text: "JSON-RPC 2.0", url: "https://www.jsonrpc.org/specification"),
      HelpLink(text: "YAML", url: "https://yaml.org/spec/1.2.2/"),
    ])
}
