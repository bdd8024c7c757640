import JSONModel
import POSIX

/// What was typed in earlier conversations: a line of JSON for each text, since it may have several lines.
///
/// Several conversations may go on at once. Each writes down at once what is typed, and whoever finds the file too large
/// leaves only the newest of it.
struct HistoryFile {
  private let path: String

  /// Bytes of the newest texts that are read, and left when the file is cut.
  private static let keptSize = 1 << 20
  /// Bytes beyond which the file is cut: far more than are left then, so that it is seldom written anew.
  private static let sizeLimit = 4 << 20
  private static let lineEnd = UInt8(ascii: "\n")

  init() {
    let state = ProcessEnvironment.value("XDG_STATE_HOME").flatMap { $0.isEmpty ? nil : $0 }
    let directory = (state ?? "\(ProcessEnvironment.homeDirectory)/.local/state") + "/chart-kernel"
    // Where that fails, so does opening the file.
    try? POSIXFile.makeDirectory(directory, mode: 0o700)
    path = directory + "/history"
  }

  /// The newest texts, oldest first.
  var entries: [String] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    return HistoryFile.tail(of: file).split(separator: HistoryFile.lineEnd).compactMap { line in
      (try? JSON(parsing: Array(line)))?.arrayValue?.first?.stringValue
    }
  }

  /// Writes a text down. What cannot be kept is forgotten, as is what is longer than all that is kept.
  func append(_ text: String) {
    let line = JSON.array([.string(text)]).bytes + [HistoryFile.lineEnd]
    guard line.count <= HistoryFile.keptSize, let file = lockedFile() else { return }
    defer { close(file) }
    try? FileDescriptor(file).writeAll(line)
    guard HistoryFile.size(of: file) > HistoryFile.sizeLimit else { return }
    try? POSIXFile.replace(path, with: HistoryFile.tail(of: file), mode: 0o600, links: .followed)
  }

  /// The file, which nobody else writes to until it is closed; `nil` if it can't be had.
  private func lockedFile() -> Int32? {
    while true {
      let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard file >= 0 else { return nil }
      var opened = stat()
      var named = stat()
      guard flock(file, LOCK_EX) == 0, fstat(file, &opened) == 0, stat(path, &named) == 0 else {
        close(file)
        return nil
      }
      if opened.st_ino == named.st_ino, opened.st_dev == named.st_dev { return file }
      // Another conversation has put a shorter one in its place meanwhile.
      close(file)
    }
  }

  private static func size(of file: Int32) -> Int {
    var status = stat()
    return fstat(file, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The last lines, of which the first is whole.
  private static func tail(of file: Int32) -> [UInt8] {
    let size = size(of: file)
    // With the byte before, which tells whether a line begins there.
    let start = max(0, size - keptSize - 1)
    guard lseek(file, off_t(start), SEEK_SET) >= 0,
      let bytes = try? FileDescriptor(file).readAll(limit: size - start)
    else { return [] }
    guard start > 0 else { return bytes }
    return bytes.firstIndex(of: lineEnd).map { Array(bytes[($0 + 1)...]) } ?? []
  }
}
