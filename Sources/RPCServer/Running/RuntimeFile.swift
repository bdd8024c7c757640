import JSONModel
import POSIX

/// The file by which a server tells that it runs.
///
/// The server holds a lock on it, which the system lets go of however the process ends. So a file without a lock is a dead
/// server's, even where another process has its number by now.
public final class RuntimeFile: Sendable {
  static let suffix = ".json"
  private static let sizeLimit = 1 << 16

  private let path: String
  private let descriptor: Int32

  /// Writes down that a server runs.
  /// - Returns: `nil` if that is not possible.
  public convenience init?(_ server: RunningServer, in directory: RuntimeDirectory) {
    self.init(server, at: directory.newPath(suffix: Self.suffix))
  }

  init?(_ server: RunningServer, at path: String) {
    self.path = path
    // Under another name until it is whole and locked: who sees it there takes it for what it is.
    let temporary = path + ".new"
    descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    let bytes = server.json.bytes
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, write(descriptor, bytes, bytes.count) == bytes.count,
      rename(temporary, path) == 0
    else {
      // The descriptor is closed once, by `deinit`: closed twice it may be somebody else's by then.
      unlink(temporary)
      return nil
    }
  }

  /// Removes the file.
  public func remove() { unlink(path) }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads a file, and removes it if its server no longer runs.
  /// - Returns: What it holds, if that can be read, and whether the server runs; `nil` if there is no such file of this user.
  static func read(_ path: String) -> (server: RunningServer?, runs: Bool)? {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else { return nil }
    // Shared: two who look at once must not take each other for the server.
    let isDead = flock(file, LOCK_SH | LOCK_NB) == 0
    if isDead { unlink(path) }
    var bytes = [UInt8](repeating: 0, count: sizeLimit)
    let count = pread(file, &bytes, bytes.count, 0)
    let json = try? JSON(parsing: Array(bytes.prefix(max(0, count))))
    return (json.flatMap(RunningServer.init), !isDead)
  }
}
