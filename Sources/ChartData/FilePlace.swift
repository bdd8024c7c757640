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
    try OpenFile(path, named: name, limit: limit).readAll(limit: limit)
  }

  /// How many bytes an ordinary file has; `nil` if there is none. Links are followed, since the path is resolved.
  static func size(of path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }
}
