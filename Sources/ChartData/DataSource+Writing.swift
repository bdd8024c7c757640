package import JSONModel
import POSIX

extension DataSource {
  /// Writes a file below the allowed directories, whole or not at all.
  /// - Throws: ``InvalidValue`` without a path.
  package func write(_ bytes: [UInt8], to path: String) throws(InvalidValue) {
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
    // A link is replaced, not followed: it could lead out of the directories.
    do throws(POSIXError) {
      try POSIXFile.replace(
        "\(directory)/\(name)", with: bytes, mode: 0o644, links: .replaced
      ) { (file) throws(POSIXError) in
        if isThere, old.st_mode & S_IFMT == S_IFREG { fchmod(file.number, old.st_mode & 0o777) }
      }
    } catch {
      throw InvalidValue("'\(path.excerpt)' cannot be written: \(error)")
    }
  }
}
