public import JSONModel
import POSIX

/// A place that somebody named for a result: an ordinary file, or whatever else takes bytes.
///
/// Only a new file, and an ordinary one of a single name, are put into their place whole, so that no reader sees half of
/// one. All else is written in place: a FIFO, a device and a socket's far end must stay what they are, and a file that has
/// several names must go on having them. Links are followed.
public struct OutputFile {
  private let path: String

  public init(_ path: String) { self.path = path }

  /// What the name says the content is, such as `svg`; empty if it says nothing.
  public var pathExtension: String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// Writes the bytes. An ordinary file keeps its permissions and, where the system allows it, its owner.
  /// - Throws: ``InvalidValue`` without a path.
  public func write(_ bytes: [UInt8]) throws(InvalidValue) {
    guard !path.isEmpty, !path.hasSuffix("/"), !path.utf8.contains(0) else {
      throw InvalidValue("is no name of a file")
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw OutputFile.fault() }
      var link = stat()
      // A link to what is not there yet: the file is made where it leads to.
      return lstat(path, &link) == 0 ? try writeInPlace(bytes, O_CREAT) : try replace(path, by: bytes, like: nil)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw InvalidValue("is a directory")
    case S_IFREG where status.st_nlink == 1:
      guard let target = FilePlace.resolved(path) else { throw OutputFile.fault() }
      // Who may not write into a file must not put another in its place either.
      guard access(target, W_OK) == 0 else { throw OutputFile.fault() }
      try replace(target, by: bytes, like: status)
    case S_IFREG: try writeInPlace(bytes, O_TRUNC)
    default: try writeInPlace(bytes, 0)
    }
  }

  // MARK: - Two ways

  private func writeInPlace(_ bytes: [UInt8], _ flags: Int32) throws(InvalidValue) {
    let file = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC | flags, 0o666)
    guard file >= 0 else { throw OutputFile.fault() }
    let failure = OutputFile.write(bytes, into: file)
    // A full disk may be told of no earlier than here.
    guard close(file) == 0 || failure != 0 else { throw OutputFile.fault() }
    guard failure == 0 else { throw OutputFile.fault(failure) }
  }

  /// Makes a file beside the old one and gives it its name.
  /// - Parameter old: What the new file is to be like; `nil` for a file that was not there.
  private func replace(_ target: String, by bytes: [UInt8], like old: stat?) throws(InvalidValue) {
    let slash = target.lastIndex(of: "/")
    let directory = slash.map { target[..<$0].isEmpty ? "/" : String(target[..<$0]) } ?? "."
    let name = slash.map { String(target[target.index(after: $0)...]) } ?? target
    let temporary = "\(directory)/.\(name.prefix(100)).\(getpid()).\(UInt32.random(in: 0 ... .max))"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, old == nil ? 0o666 : 0o600)
    guard file >= 0 else {
      // A directory in which nothing can be made may hold a file that can be written.
      if old != nil, [EACCES, EPERM, EROFS].contains(errno) { return try writeInPlace(bytes, O_TRUNC) }
      throw OutputFile.fault()
    }
    if let old {
      let isLikeBefore = fchown(file, old.st_uid, old.st_gid) == 0 && fchmod(file, old.st_mode & 0o7777) == 0
      guard isLikeBefore else {
        close(file)
        unlink(temporary)
        return try writeInPlace(bytes, O_TRUNC)
      }
    }
    var failure = OutputFile.write(bytes, into: file)
    if close(file) != 0, failure == 0 { failure = errno }
    if failure == 0, rename(temporary, target) != 0 { failure = errno }
    guard failure == 0 else {
      unlink(temporary)
      throw OutputFile.fault(failure)
    }
  }

  /// - Returns: 0, or why not all was written.
  private static func write(_ bytes: [UInt8], into file: Int32) -> Int32 {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        systemWrite(file, $0.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : ENOSPC }
      written += count
    }
    return 0
  }

  private static func fault(_ code: Int32 = errno) -> InvalidValue {
    InvalidValue("cannot be written: \(String(cString: strerror(code)))")
  }
}

/// `write(2)`, under a name that does not hide behind the methods above.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
