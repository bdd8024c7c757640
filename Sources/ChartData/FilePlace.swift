import JSONModel
import POSIX

/// Paths and files, by the system's own calls: Foundation's resolving leaves out what it can't read.
enum FilePlace {
  static func absolute(_ path: String, from base: String) -> String {
    path.hasPrefix("/") ? path : base + "/" + path
  }

  /// The path without symbolic links, `.` and `..`; `nil` if there is nothing there.
  static func resolved(_ path: String) -> String? { FilePath.resolved(path) }

  /// The path without `.` and `..`, as far as that can be told without looking at the disk.
  static func normalized(_ path: String) -> String { FilePath.normalized(path) }

  /// The bytes of an ordinary file.
  /// - Parameters:
  ///   - path: The resolved path.
  ///   - name: How the spec names it, for errors.
  static func read(_ path: String, named name: String, limit: Int) throws(InvalidValue) -> [UInt8] {
    // Not following a link that was put there since the path was resolved, and not waiting for a pipe's other side.
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw InvalidValue("'\(name)' cannot be read: \(POSIXError.last)") }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw InvalidValue("'\(name)' is not a file")
    }
    guard status.st_size <= limit else {
      throw InvalidValue("'\(name)' has \(status.st_size) bytes, at most \(limit) are read")
    }
    return try read(file, named: name, limit: limit)
  }

  /// How many bytes an ordinary file has; `nil` if there is none. Links are followed, since the path is resolved.
  static func size(of path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  private static func read(_ file: Int32, named name: String, limit: Int) throws(InvalidValue) -> [UInt8] {
    let bytes: [UInt8]
    do throws(POSIXError) {
      bytes = try FileDescriptor(file).readAll(limit: limit)
    } catch {
      throw InvalidValue("'\(name)' cannot be read: \(error)")
    }
    // The file may grow while it is read.
    guard bytes.count <= limit else { throw InvalidValue("'\(name)' has more than the \(limit) bytes that are read") }
    return bytes
  }
}
