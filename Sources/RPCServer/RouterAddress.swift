import POSIX
import SharedMemory

/// Where a router is to listen, checked.
struct RouterAddress {
  /// The path of an `ipc` endpoint; `nil` for others, and where the system chooses it.
  private let path: String?
  private let isIPC: Bool

  /// - Throws: ``RPCRouterError``.
  init(_ endpoint: String, isEncrypted: Bool) throws(RPCRouterError) {
    if endpoint.hasPrefix("ipc://") {
      let path = String(endpoint.dropFirst("ipc://".count))
      // Linux's abstract names have no permissions: anybody could connect.
      guard !path.isEmpty, !path.hasPrefix("@") else {
        throw RPCRouterError(
          code: .unknownTransport,
          message: "'\(endpoint)' names no file; give an absolute path as in ipc:///tmp/chart.sock")
      }
      self.path = path == "*" ? nil : path
      isIPC = true
      if let path = self.path { try RouterAddress.checkIsFree(path) }
    } else if endpoint.hasPrefix("tcp://") {
      path = nil
      isIPC = false
      guard isEncrypted || RouterAddress.isLoopback(endpoint.dropFirst("tcp://".count)) else {
        throw RPCRouterError(
          code: .needsKeys,
          message: "'\(endpoint)' can be reached by others: give a key with --curve-secret-key-file (CURVE), "
            + "or listen on tcp://127.0.0.1:PORT or an ipc:// path")
      }
    } else {
      throw RPCRouterError(
        code: .unknownTransport,
        message: "'\(endpoint)' is neither ipc:///path nor tcp://127.0.0.1:PORT")
    }
  }

  private static func isLoopback(_ address: Substring) -> Bool {
    guard let colon = address.lastIndex(of: ":") else { return false }
    let host = address[..<colon]
    if ["localhost", "::1", "[::1]"].contains(host) { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// libzmq removes whatever is at the path, so what others may still need is looked for first.
  private static func checkIsFree(_ path: String) throws(RPCRouterError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw RPCRouterError(code: .isInUse, message: "there is something else at \(path); choose another path")
    }
    guard !UnixSocket.isListening(at: path) else {
      throw RPCRouterError(code: .isInUse, message: "another server listens on ipc://\(path); choose another path")
    }
  }

  /// Binds with such rights that the socket's file is its owner's alone from the first moment.
  func binding<Bound, Failure: Error>(_ bind: () throws(Failure) -> Bound) throws(Failure) -> Bound {
    guard isIPC else { return try bind() }
    let mask = umask(0o077)
    defer { umask(mask) }
    return try bind()
  }
}
