import POSIX
import SharedMemory

/// The directory that lists the running servers of one user, and holds their sockets.
///
/// It may be everybody's, as `/tmp` is: what lies there and is not this user's own is not looked at.
public struct RuntimeDirectory: Hashable, Sendable {
  public let path: String

  /// The variable that names the directory, before all others.
  public static let variable = "CHART_KERNEL_RUNTIME_DIR"

  /// With what the names of all files begin.
  private static let prefix = "chart-kernel-"
  /// Of a socket's path, the system takes about a hundred bytes; this leaves room for the name.
  private static let pathLimit = 64

  /// Where the directory may be, best first: what the variable names, or else `XDG_RUNTIME_DIR`, `TMPDIR`, `/tmp`.
  static func candidates(_ variable: (String) -> String?) -> [RuntimeDirectory] {
    if let path = variable(Self.variable) { return [RuntimeDirectory(path: path)] }
    // Whoever was started by a service may not know of the first variable.
    let paths = [variable("XDG_RUNTIME_DIR"), "/run/user/\(geteuid())", variable("TMPDIR"), "/tmp"]
    var seen: Set<String> = []
    return paths.compactMap { path in
      path.flatMap { $0.utf8.count <= pathLimit && seen.insert($0).inserted ? RuntimeDirectory(path: $0) : nil }
    }
  }

  static func candidates() -> [RuntimeDirectory] {
    candidates { name in ProcessEnvironment.value(name).flatMap { $0.isEmpty ? nil : $0 } }
  }

  /// The directory for a server that starts; `nil` if there is none.
  public static func own() -> RuntimeDirectory? {
    candidates().first { access($0.path, W_OK | X_OK) == 0 }
  }

  /// All servers of this user that run, oldest first. The files of those that were killed are removed.
  public static func servers() -> [RunningServer] {
    candidates().flatMap { $0.servers() }.sorted { $0.startTime < $1.startTime }
  }

  /// A path that nobody else has.
  /// - Parameter suffix: `.sock` or `.json`.
  public func newPath(suffix: String) -> String {
    "\(path)/\(Self.prefix)\(getpid())-\(UInt32.random(in: 0 ... .max))\(suffix)"
  }

  // MARK: - Files

  /// The servers that run, of the files of this directory. Those of servers that were killed are removed.
  func servers() -> [RunningServer] {
    let names = POSIXFile.names(in: path).filter { $0.hasPrefix(Self.prefix) && $0.hasSuffix(RuntimeFile.suffix) }
    return names.compactMap { name in
      let file = "\(path)/\(name)"
      guard let (server, runs) = RuntimeFile.read(file) else { return nil }
      if runs { return server }
      if let server { removeSocket(of: server) }
      return nil
    }
  }

  /// A server that was killed leaves its sockets, too. Those elsewhere are where somebody wanted them.
  private func removeSocket(of server: RunningServer) {
    let start = "ipc://\(path)/\(Self.prefix)"
    guard server.endpoint.hasPrefix(start), !server.endpoint.dropFirst(start.count).contains("/") else { return }
    let socket = String(server.endpoint.dropFirst("ipc://".count))
    for path in [socket, MemorySocket.path(beside: socket)] where !UnixSocket.isListening(at: path) { unlink(path) }
  }
}
