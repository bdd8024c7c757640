#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file descriptor, with the system's calls made safe against interruption. It does not close itself.
struct FileDescriptor: Hashable, Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  /// What came of a try to read or write.
  enum Outcome {
    case bytes(Int)
    case end
    case notNow
  }

  /// Reads what is there, up to `buffer.count` bytes; an error counts as the end.
  func read(into buffer: inout [UInt8]) -> Outcome {
    while true {
      let count = buffer.withUnsafeMutableBytes { systemRead(number, $0.baseAddress, $0.count) }
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .notNow : .end
    }
  }

  /// Writes a piece of `bytes` that begins at `start`, as much as a pipe takes at once without blocking.
  func write(_ bytes: [UInt8], from start: Int) -> Outcome {
    guard start < bytes.count else { return .bytes(0) }
    // A pipe that is ready for writing takes PIPE_BUF bytes (4096) without blocking, but perhaps no more.
    let length = min(bytes.count - start, 4096)
    while true {
      let count = bytes.withUnsafeBytes { buffer in
        systemWrite(number, buffer.baseAddress.map { $0 + start }, length)
      }
      if count >= 0 { return .bytes(count) }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .notNow : .end
    }
  }

  /// Waits until one of the descriptors is ready for its events, or has failed, or the time is over.
  /// - Parameter milliseconds: -1 for ever.
  /// - Returns: What each is ready for; `nil` if none is.
  static func poll(_ wanted: [(FileDescriptor, events: Int32)], milliseconds: Int32) -> [Int32]? {
    var entries = wanted.map { pollfd(fd: $0.0.number, events: Int16(truncatingIfNeeded: $0.events), revents: 0) }
    while true {
      let count = systemPoll(&entries, nfds_t(entries.count), milliseconds)
      if count > 0 { return entries.map { Int32($0.revents) } }
      if count < 0, errno == EINTR { continue }
      return nil
    }
  }

  /// Two descriptors, of which the first reads what is written to the second; `nil` if the system has none to give.
  static func pipe() -> (reading: FileDescriptor, writing: FileDescriptor)? {
    var numbers: [Int32] = [-1, -1]
    guard systemPipe(&numbers) == 0 else { return nil }
    for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    return (FileDescriptor(numbers[0]), FileDescriptor(numbers[1]))
  }

  func close() { _ = systemClose(number) }

  static let readable = Int32(POLLIN)
  static let writable = Int32(POLLOUT)
}

// Inside the type above these names mean its own methods.
private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(number, buffer, count)
}
private func systemWrite(_ number: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(number, buffer, count)
}
private func systemPoll(_ entries: inout [pollfd], _ count: nfds_t, _ milliseconds: Int32) -> Int32 {
  poll(&entries, count, milliseconds)
}
private func systemPipe(_ numbers: inout [Int32]) -> Int32 { pipe(&numbers) }
private func systemClose(_ number: Int32) -> Int32 { close(number) }
