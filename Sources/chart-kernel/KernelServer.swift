import ChartServer
import ChartService
import Foundation
import Logging
import ZeroMQ

/// The JSON-RPC socket that a Jupyter kernel opens beside its own, so that scripts and editors can work on the charts of a
/// notebook. `%connect` and `session/info` name it.
///
/// It has a thread of its own: what its clients ask for never delays an interrupt.
struct KernelServer {
  private let loop: SocketLoop
  private let router: RPCRouter

  /// - Returns: `nil` if it cannot be opened, which is logged: the notebook works without it.
  init?(service: ChartService, log: Logger) {
    do {
      let loop = try SocketLoop(context: Context(), name: "rpc")
      router = try RPCRouter(endpoint: "ipc://\(Self.newPath())", on: loop) { client in
        service.makePeer(takesNotifications: !client.hasDelimiter)
      }
      try loop.start()
      self.loop = loop
      service.announce(Connection(transport: "zeromq", endpoint: router.endpoint))
    } catch {
      log.warning("Scripts and editors cannot connect to this kernel: \(error)")
      return nil
    }
  }

  func stop() {
    loop.stop(flushing: .milliseconds(50))
    router.close()
  }

  /// A path that nobody else has. The folder may be everybody's: the socket itself is its owner's alone.
  private static func newPath() -> String {
    let environment = ProcessInfo.processInfo.environment
    let folder = ["XDG_RUNTIME_DIR", "TMPDIR"].lazy
      .compactMap { environment[$0] }
      .first { !$0.isEmpty && FileManager.default.isWritableFile(atPath: $0) }
    return "\(folder ?? "/tmp")/chart-kernel-\(UUID().uuidString.lowercased().prefix(13)).sock"
  }
}
