import ChartService
import JSONRPC
import Logging
import RPCServer
import ZeroMQ

/// The JSON-RPC socket that a Jupyter kernel opens beside its own, so that scripts and editors can work on the charts of a
/// notebook. `%connect` and `session/info` name it.
///
/// It has a thread of its own: what its clients ask for never delays an interrupt.
struct KernelServer {
  private let loop: SocketLoop
  private let router: RPCRouter
  private let entry: RuntimeEntry?
  private let memorySocket: MemorySocket?

  /// - Parameter takesMemory: Whether memory can be handed over: a recording could not hold what lies there.
  /// - Returns: `nil` if it cannot be opened, which is logged: the notebook works without it.
  init?(
    service: ChartService, memory: MemoryCeiling, takesMemory: Bool, connectionFile: String, log: Logger
  ) {
    guard let directory = RuntimeDirectory.own() else {
      log.warning("Scripts and editors cannot connect to this kernel: there is no directory for its socket")
      return nil
    }
    do {
      let loop = try SocketLoop(context: Context(), name: "rpc", guardian: memory.guardian(log: log))
      // Nobody else can open the socket's file.
      router = try RPCRouter(endpoint: "ipc://\(directory.newPath(suffix: ".sock"))", on: loop, access: .everybody) {
        client in
        service.makePeer(takesNotifications: !client.hasDelimiter)
      }
      memorySocket = takesMemory ? service.takeMemory(beside: router.endpoint) : nil
      try loop.start()
      self.loop = loop
      entry = RuntimeEntry(of: "jupyter", at: router.endpoint, connectionFile: connectionFile, in: directory)
      service.announce(Connection(transport: "zeromq", endpoint: router.endpoint))
    } catch {
      log.warning("Scripts and editors cannot connect to this kernel: \(error)")
      return nil
    }
  }

  func stop() {
    loop.stop(flushing: .milliseconds(50))
    router.close()
    memorySocket?.close()
    entry?.remove()
  }
}
