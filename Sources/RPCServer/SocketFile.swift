import POSIX

/// The file of a socket that this process listens on.
struct SocketFile: Sendable {
  private let path: String
  private let number: UInt64

  /// - Returns: `nil` if the endpoint has no file.
  init?(endpoint: String) {
    guard endpoint.hasPrefix("ipc://") else { return nil }
    path = String(endpoint.dropFirst("ipc://".count))
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// Removes the file, unless libzmq has done so or another server's is there by now.
  func remove() {
    var status = stat()
    guard lstat(path, &status) == 0, UInt64(truncatingIfNeeded: status.st_ino) == number else { return }
    unlink(path)
  }

  /// Whether somebody accepts connections there; a file can be left over by a server that was killed.
  static func isListening(_ path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < capacity else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let socket = socket(AF_UNIX, kind, 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }
}
