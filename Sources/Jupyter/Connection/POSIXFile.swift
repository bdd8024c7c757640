#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What the system says went wrong.
struct POSIXError: Error, Hashable, Sendable, CustomStringConvertible {
  let number: Int32

  static var last: POSIXError { POSIXError(number: errno) }

  var description: String { String(cString: strerror(number)) }
}

/// Small files, read and written whole, without loading Foundation before the first message is answered.
enum POSIXFile {
  static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }

  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  static func remove(_ path: String) {
    unlink(path)
  }

  /// - Parameter limit: bytes beyond it are not read: a path may name something endless.
  static func read(_ path: String, limit: Int) throws(POSIXError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < limit {
      #if canImport(Darwin)
        let count = Darwin.read(file, &chunk, chunk.count)
      #elseif canImport(Musl)
        let count = Musl.read(file, &chunk, chunk.count)
      #else
        let count = Glibc.read(file, &chunk, chunk.count)
      #endif
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw .last
      }
      bytes.append(contentsOf: chunk[..<count])
    }
    return bytes
  }

  /// Puts a new file in the place of the one at a path, in one step.
  static func replace(_ path: String, with bytes: [UInt8], mode: UInt16) throws(POSIXError) {
    let temporary = "\(path).\(getpid())-new"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode))
    guard file >= 0 else { throw .last }
    do throws(POSIXError) {
      defer { close(file) }
      var written = 0
      while written < bytes.count {
        let count = bytes[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        if count < 0 {
          if errno == EINTR { continue }
          throw .last
        }
        written += count
      }
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, path) == 0 else {
      let error = POSIXError.last
      unlink(temporary)
      throw error
    }
  }
}
