/// Paths as texts, by the system's own calls: links are resolved where that is said, and nowhere else.
package enum FilePath {
  /// The directory that relative paths are relative to; `/` if it is gone.
  package static var currentDirectory: String { resolved(".") ?? "/" }

  /// The path without symbolic links, `.` and `..`; `nil` if there is nothing there.
  package static func resolved(_ path: String) -> String? {
    // A NUL would end the path early for the system, but not for us.
    guard !path.utf8.contains(0), let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(validatingCString: resolved)
  }

  /// An absolute path without `.` and `..`, as far as that can be told without looking at the disk.
  package static func normalized(_ path: String) -> String {
    var components: [Substring] = []
    for component in path.split(separator: "/") where component != "." {
      if component == ".." { _ = components.popLast() } else { components.append(component) }
    }
    return "/" + components.joined(separator: "/")
  }

  /// A path made absolute and ``normalized(_:)``.
  /// - Parameter base: What relative paths are relative to; ``currentDirectory`` if not given.
  package static func absolute(_ path: String, from base: String? = nil) -> String {
    normalized(path.hasPrefix("/") ? path : (base ?? currentDirectory) + "/" + path)
  }

  /// The directory that a path's last name lies in, as it is written: `.` for a name alone.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The directory that a file lies in, absolute.
  package static func directory(of path: String) -> String {
    let path = absolute(path)
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// The path of a program: as it is where it has a slash, else of the first one of that name in the folders where programs are
  /// looked for; `nil` if there is none.
  /// - Parameter folders: As `PATH` has them.
  package static func executable(
    named name: String, in folders: String = ProcessEnvironment.value("PATH") ?? ""
  ) -> String? {
    if name.contains("/") { return POSIXFile.isExecutable(name) ? name : nil }
    guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
    return folders.split(separator: ":").lazy.map { "\($0)/\(name)" }.first { POSIXFile.isExecutable($0) }
  }
}
