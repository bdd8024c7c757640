/// Files by their paths: small ones read and written whole, folders, rights.
package enum POSIXFile {
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  package static func isExecutable(_ path: String) -> Bool { isRegular(path) && access(path, X_OK) == 0 }

  package static func isRegular(_ path: String) -> Bool {
    status(of: path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
  }

  package static func isDirectory(_ path: String) -> Bool {
    status(of: path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  /// Who may do what with a file, as in `chmod`; `nil` if there is none.
  package static func permissions(of path: String) -> UInt16? {
    status(of: path).map { UInt16(truncatingIfNeeded: $0.st_mode & 0o7777) }
  }

  /// When a file was written last, in seconds since 1970; `nil` if there is none.
  package static func changeTime(of path: String) -> Double? {
    #if canImport(Darwin)
      status(of: path).map { Double($0.st_mtimespec.tv_sec) + Double($0.st_mtimespec.tv_nsec) / 1e9 }
    #else
      status(of: path).map { Double($0.st_mtim.tv_sec) + Double($0.st_mtim.tv_nsec) / 1e9 }
    #endif
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  // MARK: - Whole files

  /// - Parameter limit: Bytes beyond it are not read: a path may name something endless.
  package static func read(_ path: String, limit: Int = .max) throws(POSIXError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .last }
    let descriptor = FileDescriptor(file)
    defer { descriptor.close() }
    var bytes = try descriptor.readAll(limit: limit)
    if bytes.count > limit { bytes.removeLast(bytes.count - limit) }
    return bytes
  }

  /// What becomes of a link in whose place a file is put.
  package enum LinkTreatment: Sendable {
    /// The file takes the place of what the link leads to, which must be there.
    case followed
    /// The file takes the link's own place.
    case replaced
  }

  /// Puts a new file in the place of the one at a path, in one step, so that no reader sees half of one.
  ///
  /// Whatever fails, what was there is there still, and nothing else is left.
  /// - Parameters:
  ///   - mode: Who may do what with it, as far as the process's mask lets them.
  ///   - links: What becomes of a link at the path.
  ///   - prepare: Called with the new file before anything is written.
  package static func replace(
    _ path: String, with bytes: [UInt8], mode: UInt16, links: LinkTreatment = .replaced,
    preparedBy prepare: (FileDescriptor) throws(POSIXError) -> Void = { (_) throws(POSIXError) in }
  ) throws(POSIXError) {
    var target = path
    if links == .followed {
      guard let resolved = FilePath.resolved(path) else { throw .last }
      target = resolved
    }
    // Without the file's own name, to which nothing could be added where it is as long as the system allows.
    let name = ".new.\(getpid()).\(UInt32.random(in: 0 ... .max))"
    let temporary = target.lastIndex(of: "/").map { target[...$0] + name } ?? name
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(mode))
    guard file >= 0 else { throw .last }
    let failure = fill(FileDescriptor(file), with: bytes, prepare)
    // A full disk may be told of no earlier than when the file is closed.
    let closing = close(file) == 0 ? nil : POSIXError.last
    let failed = failure ?? closing ?? (rename(temporary, target) == 0 ? nil : POSIXError.last)
    if let error = failed {
      unlink(temporary)
      throw error
    }
  }

  private static func fill(
    _ file: FileDescriptor, with bytes: [UInt8], _ prepare: (FileDescriptor) throws(POSIXError) -> Void
  ) -> POSIXError? {
    do throws(POSIXError) {
      try prepare(file)
      try file.writeAll(bytes)
      return nil
    } catch {
      return error
    }
  }

  package static func remove(_ path: String) { unlink(path) }

  // MARK: - Folders

  /// Makes a folder and those that it lies in, where they are not there yet.
  package static func makeDirectory(_ path: String, mode: UInt16 = 0o777) throws(POSIXError) {
    var made = path.hasPrefix("/") ? "" : "."
    for component in path.split(separator: "/") {
      made += "/\(component)"
      if mkdir(made, mode_t(mode)) == 0 { continue }
      let failure = POSIXError.last
      // A file system that may not be written says so even of what is there.
      guard isDirectory(made) else { throw failure.number == EEXIST ? POSIXError(number: ENOTDIR) : failure }
    }
  }

  /// The names of what lies in a folder, in order; none if it cannot be read.
  package static func names(in path: String) -> [String] { (try? entries(of: path)) ?? [] }

  /// The names of what lies in a folder, in order.
  /// - Throws: What the system says if it does not tell all of them.
  package static func entries(of path: String) throws(POSIXError) -> [String] {
    guard let directory = opendir(path) else { throw .last }
    defer { closedir(directory) }
    var names: [String] = []
    while true {
      // The end and a failure look alike but for this.
      errno = 0
      guard let entry = readdir(directory) else {
        let failure = POSIXError.last
        guard failure.number == 0 else { throw failure }
        return names.sorted()
      }
      let name = withUnsafePointer(to: entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }

  /// Removes a folder, unless there is something in it.
  package static func removeDirectory(_ path: String) throws(POSIXError) {
    guard rmdir(path) == 0 else { throw .last }
  }

  /// Removes a file or a link, or a folder with all that is in it. Links are not followed.
  package static func removeTree(_ path: String) throws(POSIXError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      guard unlink(path) == 0 else { throw .last }
      return
    }
    for name in try entries(of: path) { try removeTree("\(path)/\(name)") }
    try removeDirectory(path)
  }
}
