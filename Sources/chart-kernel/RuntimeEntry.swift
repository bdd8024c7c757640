import ChartService
import POSIX
import RPCServer

/// The file of a server in the runtime directory, there as long as it runs: `chart-kernel list` reads it.
struct RuntimeEntry {
  private let file: RuntimeFile

  /// - Parameters:
  ///   - token: What clients must give, if something.
  ///   - directory: Where; `nil` if there is none.
  ///   - connectionFile: Of a Jupyter kernel.
  ///   - isOfNotebook: Whether it was started by the kernel of a notebook, without being that kernel.
  /// - Returns: `nil` if it cannot be written; the server works without it.
  init?(
    of command: String, at endpoint: String, serverKey: String? = nil, token: String? = nil,
    connectionFile: String? = nil, isOfNotebook: Bool = false, in directory: RuntimeDirectory? = .own()
  ) {
    let server = RunningServer(
      endpoint: endpoint, serverKey: serverKey, token: token, processID: Int(getpid()), command: command,
      // Jupyter Server says so since its version 2.
      notebook: connectionFile == nil && !isOfNotebook ? nil : ProcessEnvironment.value("JPY_SESSION_NAME"),
      connectionFile: connectionFile.flatMap(ServerAddress.resolved),
      directory: FilePath.currentDirectory, startTime: WallClock.now.rounded(),
      version: ChartService.version)
    guard let file = directory.flatMap({ RuntimeFile(server, in: $0) }) else { return nil }
    self.file = file
  }

  func remove() { file.remove() }
}
