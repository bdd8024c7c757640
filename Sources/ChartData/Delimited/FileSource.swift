import JSONModel
import POSIX

/// The bytes of an ordinary file, by `pread`: a file that is mapped and becomes shorter meanwhile would end the process.
final class FileSource: ByteSource {
  private let file: OpenFile
  private let limit: Int
  private var offset = 0

  /// - Parameter limit: The most bytes to read; the file may grow meanwhile.
  init(_ file: OpenFile, limit: Int) {
    self.file = file
    self.limit = limit
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InvalidValue) -> Int {
    let count = try file.read(into: buffer, at: offset)
    offset += count
    guard offset <= limit else { throw InvalidValue("'\(file.name)' has more than the \(limit) bytes that are read") }
    return count
  }
}

/// An ordinary file that is open for reading, until nobody holds it any more.
final class OpenFile: Sendable {
  /// How the spec names it, for errors.
  let name: String
  private let descriptor: Int32

  /// - Parameters:
  ///   - path: The resolved path.
  ///   - name: How the spec names it, for errors.
  ///   - limit: The most bytes that it may have now.
  /// - Throws: ``InvalidValue`` without a path.
  init(_ path: String, named name: String, limit: Int) throws(InvalidValue) {
    // Not following a link that was put there since the path was resolved, and not waiting for a pipe's other side.
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw InvalidValue("'\(name)' cannot be read: \(POSIXError.last)") }
    self.name = name
    self.descriptor = descriptor
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw InvalidValue("'\(name)' is not a file")
    }
    guard status.st_size <= limit else {
      throw InvalidValue("'\(name)' has \(status.st_size) bytes, at most \(limit) are read")
    }
  }

  deinit { close(descriptor) }

  /// All bytes.
  /// - Parameter limit: The most bytes to read; the file may grow meanwhile.
  /// - Throws: ``InvalidValue`` without a path.
  func readAll(limit: Int) throws(InvalidValue) -> [UInt8] {
    defer { withExtendedLifetime(self) {} }
    let bytes: [UInt8]
    do throws(POSIXError) {
      bytes = try FileDescriptor(descriptor).readAll(limit: limit)
    } catch {
      throw InvalidValue("'\(name)' cannot be read: \(error)")
    }
    guard bytes.count <= limit else { throw InvalidValue("'\(name)' has more than the \(limit) bytes that are read") }
    return bytes
  }

  /// Reads what there is at an offset, at most what the buffer holds.
  /// - Returns: How many bytes; 0 at the file's end.
  /// - Throws: ``InvalidValue`` without a path.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(InvalidValue) -> Int {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      guard errno == EINTR else { throw InvalidValue("'\(name)' cannot be read: \(POSIXError.last)") }
    }
  }
}
