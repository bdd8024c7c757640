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
      guard errno == ENOENT else { throw OutputFile.fault(.last) }
      var link = stat()
      // A link to what is not there yet: the file is made where it leads to.
      return lstat(path, &link) == 0 ? try writeInPlace(bytes, O_CREAT) : try make(bytes)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw InvalidValue("is a directory")
    case S_IFREG where status.st_nlink == 1:
      // Who may not write into a file must not put another in its place either.
      guard access(path, W_OK) == 0 else { throw OutputFile.fault(.last) }
      try replace(by: bytes, like: status)
    case S_IFREG: try writeInPlace(bytes, O_TRUNC)
    default: try writeInPlace(bytes, 0)
    }
  }

  // MARK: - Two ways

  private func writeInPlace(_ bytes: [UInt8], _ flags: Int32) throws(InvalidValue) {
    let file = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC | flags, 0o666)
    guard file >= 0 else { throw OutputFile.fault(.last) }
    var failure: POSIXError?
    do throws(POSIXError) {
      try FileDescriptor(file).writeAll(bytes)
    } catch {
      failure = error
    }
    // A full disk may be told of no earlier than here.
    if close(file) != 0, failure == nil { failure = .last }
    if let failure { throw OutputFile.fault(failure) }
  }

  private func make(_ bytes: [UInt8]) throws(InvalidValue) {
    do throws(POSIXError) {
      try POSIXFile.replace(path, with: bytes, mode: 0o666)
    } catch {
      throw OutputFile.fault(error)
    }
  }

  /// - Parameter old: What the new file is to be like.
  private func replace(by bytes: [UInt8], like old: stat) throws(InvalidValue) {
    var isLikeBefore = true
    do throws(POSIXError) {
      try POSIXFile.replace(path, with: bytes, mode: 0o600, links: .followed) { file throws(POSIXError) in
        isLikeBefore =
          fchown(file.number, old.st_uid, old.st_gid) == 0 && fchmod(file.number, old.st_mode & 0o7777) == 0
        guard isLikeBefore else { throw .last }
      }
    } catch {
      // A directory in which nothing can be made may hold a file that can be written.
      guard !isLikeBefore || [EACCES, EPERM, EROFS].contains(error.number) else { throw OutputFile.fault(error) }
      try writeInPlace(bytes, O_TRUNC)
    }
  }

  private static func fault(_ error: POSIXError) -> InvalidValue { InvalidValue("cannot be written: \(error)") }
}
