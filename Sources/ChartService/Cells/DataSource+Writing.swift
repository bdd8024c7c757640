import JSONModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension DataSource {
  /// Writes a file below the allowed directories, whole or not at all.
  /// - Throws: ``InvalidValue`` without a path.
  func write(_ bytes: [UInt8], to path: String) throws(InvalidValue) {
    try outside.write(path) { () throws(InvalidValue) in try put(bytes, at: path) }
  }

  private func put(_ bytes: [UInt8], at path: String) throws(InvalidValue) {
    let absolute = FilePlace.absolute(path, from: baseDirectory)
    guard let slash = absolute.lastIndex(of: "/") else { throw InvalidValue("'\(path.excerpt)' is no file") }
    let name = absolute[absolute.index(after: slash)...]
    guard !name.isEmpty, name != ".", name != "..", !absolute.utf8.contains(0) else {
      throw InvalidValue("'\(path.excerpt)' is no file")
    }
    let parent = String(absolute[..<slash])
    // The directory is resolved first: what counts is where the file would really be.
    guard let directory = FilePlace.resolved(parent.isEmpty ? "/" : parent) else {
      throw InvalidValue("there is no directory for '\(path.excerpt)'")
    }
    guard allowedDirectories.contains(where: { $0 == "/" || directory == $0 || directory.hasPrefix($0 + "/") }) else {
      throw InvalidValue(
        "'\(path.excerpt)' may not be written: allowed are files below \(allowedDirectories.joined(separator: ", "))")
    }
    var old = stat()
    let isThere = lstat("\(directory)/\(name)", &old) == 0
    guard !isThere || [S_IFREG, S_IFLNK].contains(old.st_mode & S_IFMT) else {
      throw InvalidValue("'\(path.excerpt)' is no file")
    }
    // A new file that takes the old one's place: a link is replaced, not followed, and no reader sees half a file.
    let temporary = "\(directory)/.\(name).\(getpid()).\(UInt32.random(in: 0 ... .max))"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw DataSource.fault(path) }
    if isThere, old.st_mode & S_IFMT == S_IFREG { fchmod(file, old.st_mode & 0o777) }
    var written = 0
    while written < bytes.count {
      let result = bytes.withUnsafeBytes {
        systemWrite(file, $0.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if result < 0, errno == EINTR { continue }
      guard result > 0 else { break }
      written += result
    }
    let isWritten = written == bytes.count
    let failure = errno
    close(file)
    guard isWritten, rename(temporary, "\(directory)/\(name)") == 0 else {
      let fault = DataSource.fault(path, isWritten ? errno : failure)
      unlink(temporary)
      throw fault
    }
  }

  private static func fault(_ path: String, _ code: Int32 = errno) -> InvalidValue {
    InvalidValue("'\(path.excerpt)' cannot be written: \(String(cString: strerror(code)))")
  }
}

/// `write(2)`, under a name that does not hide behind the method above.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
