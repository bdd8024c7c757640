import ArgumentParser
import ChartService
import Logging
import POSIX
import RPCServer
import ZeroMQ

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Answers JSON-RPC on a ZeroMQ ROUTER socket, for DEALER and REQ clients.",
    discussion: """
      The first line on standard output is the endpoint, with the port that the system chose for tcp://127.0.0.1:*. It ends \
      at SIGINT or SIGTERM.
      """)

  @Option(help: "ipc:///path or tcp://127.0.0.1:PORT. Other TCP addresses need a key.")
  var endpoint: String

  @Option(
    help: ArgumentHelp(
      "A file with the server's secret CURVE key in Z85, to encrypt the connection.", valueName: "file"))
  var curveSecretKeyFile: String?

  @OptionGroup var keeping: StoreOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var recording: RecordOptions
  @OptionGroup var log: LogOptions

  func run() throws { try ProgramFault.telling(serve) }

  private func serve() throws {
    let logger = log.bootstrap()
    let signals = EndingSignals()
    let kept = try KeptService(
      keeping.store.map(keeping.options), data: data.dataSource,
      recorder: try recording.recorder(of: "serve", data: data.dataSource), log: logger)
    let service = kept.service
    let loop = try SocketLoop(context: Context(), name: "serve")
    let router = try RPCRouter(endpoint: endpoint, on: loop, secretKey: try secretKey()) { client in
      service.makePeer(takesNotifications: !client.hasDelimiter)
    }
    service.announce(
      Connection(transport: "zeromq", endpoint: router.endpoint, serverKey: router.serverKey?.z85))
    try loop.start()
    let entry = RuntimeEntry(of: "serve", at: router.endpoint, serverKey: router.serverKey?.z85)
    announce(router)
    logger.info("listening on \(router.endpoint)")
    signals.wait()
    logger.info("ending")
    loop.stop()
    router.close()
    kept.store?.end()
    entry?.remove()
  }

  private func announce(_ router: RPCRouter) {
    print(router.endpoint)
    if let key = router.serverKey { print("public key: \(key.z85)") }
    // Whoever started us reads a pipe and waits for this line.
    fflush(nil)
  }

  private func secretKey() throws -> CurveKey? {
    guard let file = curveSecretKeyFile else { return nil }
    if let permissions = POSIXFile.permissions(of: file), permissions & 0o077 != 0 {
      throw ValidationError("\(file) can be read by others than you; run: chmod 600 \(file)")
    }
    let bytes: [UInt8]
    do throws(POSIXError) {
      bytes = try POSIXFile.read(file, limit: 1 << 16)
    } catch {
      throw ValidationError("\(file) cannot be read: \(error)")
    }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return try CurveKey(z85: words.joined(separator: " "))
  }
}
