package import POSIX

/// The system's file system.
package struct SystemFiles: FileSystem {
  package init() {}

  package func makeDirectory(_ path: String) throws(POSIXError) { try POSIXFile.makeDirectory(path, mode: 0o700) }

  package func names(in directory: String) throws(POSIXError) -> [String] {
    guard access(directory, R_OK | X_OK) == 0 else { throw .last }
    return try POSIXFile.entries(of: directory)
  }

  package func read(_ path: String, settled isSettled: Bool) throws(POSIXError) -> [UInt8] {
    guard POSIXFile.isRegular(path) else { throw POSIXError(number: POSIXFile.exists(path) ? EINVAL : ENOENT) }
    guard try byteCount(of: path) <= SystemFiles.readLimit else { throw POSIXError(number: EFBIG) }
    if isSettled { try settle(path) }
    return try POSIXFile.read(path, limit: SystemFiles.readLimit)
  }

  /// No file of a journal has as much: a content is what a request has brought, and that has a limit. A file that somebody has
  /// made may say that it has millions of times as much, and take no room.
  package static let readLimit = 1 << 32

  /// Writes what is in the system's memory of a file to the disk, and has that memory forgotten.
  private func settle(_ path: String) throws(POSIXError) {
    let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .last }
    #if os(Linux)
      _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    #endif
  }

  package func byteCount(of path: String) throws(POSIXError) -> Int {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .last }
    return Int(status.st_size)
  }

  package func create(_ path: String) throws(POSIXError) -> any WritableFile {
    try SystemFile(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC)
  }

  package func open(_ path: String) throws(POSIXError) -> any WritableFile {
    try SystemFile(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
  }

  // Not `fstat`, whose answer has the times of the file: a file that somebody has asked for them gets newer ones with the next
  // write, which takes as long as the write itself (Linux 6.13 and later).
  package func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  package func rename(_ path: String, to target: String) throws(POSIXError) {
    guard systemRename(path, target) == 0 else { throw .last }
  }

  package func remove(_ path: String) throws(POSIXError) { try POSIXFile.removeTree(path) }

  package func sync(directory: String) throws(POSIXError) {
    let descriptor = systemOpen(directory, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      let failure = POSIXError.last
      if SystemFiles.needsNoSync(failure) { return }
      throw failure
    }
  }

  /// Whether a failure means that there is nothing to be done for a directory: some file systems say so.
  static func needsNoSync(_ failure: POSIXError) -> Bool { failure.number == EINVAL || failure.number == EBADF }

  package func lock(_ path: String) throws(POSIXError) -> (any FileLock)? {
    // Who only looks whether somebody has it, has it for a moment.
    for _ in 0..<SystemFiles.lockTries {
      let descriptor = systemOpen(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .last }
      let lock = SystemLock(descriptor)
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        // Who had it may have removed it, and a lock that nobody finds keeps nobody from anything.
        if SystemFiles.isFile(descriptor, at: path) { return lock }
        continue
      }
      let failure = POSIXError.last
      guard failure.number == EWOULDBLOCK || failure.number == EINTR else { throw failure }
      usleep(20_000)
    }
    return nil
  }

  private static let lockTries = 10

  /// Whether what is open is what has the name.
  static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    guard fstat(descriptor, &opened) == 0, lstat(path, &named) == 0 else { return false }
    return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
  }

  /// Whether somebody holds the lock of a directory.
  package static func isLocked(_ path: String) -> Bool {
    let descriptor = systemOpen(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}

private final class SystemFile: WritableFile {
  private let descriptor: Int32

  init(_ path: String, _ flags: Int32) throws(POSIXError) {
    descriptor = systemOpen(path, flags, 0o600)
    guard descriptor >= 0 else { throw .last }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func write(_ bytes: [UInt8], at offset: Int) throws(POSIXError) {
    var failure: POSIXError?
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count, failure == nil {
        let count = pwrite(
          descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written, off_t(offset + written))
        if count > 0 {
          written += count
        } else if count == 0 {
          failure = POSIXError(number: EIO)
        } else if errno != EINTR {
          failure = .last
        }
      }
    }
    if let failure { throw failure }
  }

  func truncate(to byteCount: Int) throws(POSIXError) {
    guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw .last }
  }

  func sync() throws(POSIXError) {
    #if canImport(Darwin)
      // fsync leaves it in the drive's own memory there.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
      guard fsync(descriptor) == 0 else { throw .last }
    #else
      guard fdatasync(descriptor) == 0 else { throw .last }
    #endif
  }
}

/// The system lets go of it however the process ends.
private final class SystemLock: FileLock {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }
}

// Inside the types above these names mean their own methods.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func systemRename(_ path: String, _ target: String) -> Int32 { rename(path, target) }
