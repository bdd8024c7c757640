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
}
