import ArgumentParser
import ChartRecording
import ChartService
import JSONRPC
import Logging
import POSIX
import RPCServer
import ZeroMQ

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Answers JSON-RPC on a ZeroMQ ROUTER socket, for DEALER and REQ clients.",
    discussion: """
      The first line on standard output is the endpoint, with the port that the system chose for tcp://127.0.0.1:*. A line \
      'public key: …' follows where connections are encrypted, and 'token: …' where clients must give one: over TCP, unless \
      they are known by their keys. `chart-kernel list --json` tells you both, too. It ends at SIGINT or SIGTERM.
      """)

  @Option(
    help: """
      ipc:///path or tcp://127.0.0.1:PORT. Other TCP addresses need a key. If not given, a socket of yours alone in the \
      runtime directory.
      """)
  var endpoint: String?

  @Flag(help: "End when standard input does, as it does when whoever started it has gone.")
  var companion = false

  @OptionGroup var accessing: AccessOptions
  @OptionGroup var keeping: StoreOptions
  @OptionGroup var remembering: MemoryOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var recording: RecordOptions
  @OptionGroup var log: LogOptions

  func run() throws { try ProgramFault.telling(serve) }

  private func serve() throws {
    let logger = log.bootstrap()
    // Each client has one.
    FileDescriptor.raiseLimit()
    let signals = EndingSignals()
    let endpoint = try self.endpoint ?? Self.ownEndpoint()
    let isTCP = endpoint.hasPrefix("tcp://")
    // A companion is for nobody but the process that has started it.
    let source = companion ? data.dataSource : isTCP ? data.explicitDataSource : data.clientDataSource
    let memory = remembering.makeCeiling()
    let recorder = try recording.recorder(of: "serve", data: source, memory: memory)
    let kept = try KeptService(
      keeping.store.map(keeping.options), data: source, memory: memory, recorder: recorder, log: logger)
    let service = kept.service
    let access = try accessing.access(isTCP: isTCP, log: logger)
    if let token = access.token { recorder?.conceal(token) }
    let loop = try SocketLoop(context: Context(), name: "serve", guardian: memory.guardian(log: logger))
    let router = try RPCRouter(
      endpoint: endpoint, on: loop, secretKey: try accessing.secretKey(), access: access
    ) { client in
      service.makePeer(takesNotifications: !client.hasDelimiter)
    }
    service.announce(
      Connection(transport: "zeromq", endpoint: router.endpoint, serverKey: router.serverKey?.z85))
    // A recording holds all that charts are made of, and so nothing that lies in the memory of others.
    let memorySocket = recorder == nil ? service.takeMemory(beside: router.endpoint) : nil
    try loop.start()
    let entry = RuntimeEntry(
      of: "serve", at: router.endpoint, serverKey: router.serverKey?.z85, token: access.token?.text,
      isOfNotebook: companion)
    if isTCP, case .everybody = access {
      ProgramFault.tell("\(router.endpoint): warning: without a token, whoever can connect may do everything")
    }
    announce(router, access.token)
    if companion { Self.endWithInput() }
    logger.info("listening on \(router.endpoint)")
    signals.wait()
    logger.info("ending")
    loop.stop()
    router.close()
    memorySocket?.close()
    kept.end()
    entry?.remove()
  }

  private static func ownEndpoint() throws -> String {
    guard let directory = RuntimeDirectory.own() else {
      throw ProgramFault("serve", "there is no directory for its socket; give --endpoint")
    }
    return "ipc://\(directory.newPath(suffix: ".sock"))"
  }

  /// Ends the program when standard input ends. Whoever started it holds the other end of a pipe, which the system closes
  /// however that process ends.
  private static func endWithInput() {
    _ = BlockingThread {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while FileDescriptor.standardInput.read(into: &bytes) != .end {}
      kill(getpid(), SIGTERM)
    }
  }

  private func announce(_ router: RPCRouter, _ token: AccessToken?) {
    print(router.endpoint)
    if let key = router.serverKey { print("public key: \(key.z85)") }
    if let token { print("token: \(token.text)") }
    // Whoever started us reads a pipe and waits for these lines.
    fflush(nil)
  }
}
