/// A file descriptor, with the system's calls made safe against interruption. It does not close itself.
package struct FileDescriptor: Hashable, Sendable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  package static let standardInput = FileDescriptor(STDIN_FILENO)
  package static let standardOutput = FileDescriptor(STDOUT_FILENO)
  package static let standardError = FileDescriptor(STDERR_FILENO)

  // MARK: - How many there may be

  /// How many descriptors the process may have.
  package static var limit: Int { limits.map { Int(clamping: $0.rlim_cur) } ?? 1_024 }

  /// Lets the process have as many as its user may give it, up to a number that is enough.
  package static func raiseLimit(to enough: Int = 65_536) {
    guard var limits = limits, limits.rlim_cur < rlim_t(enough) else { return }
    limits.rlim_cur = min(limits.rlim_max, rlim_t(enough))
    setrlimit(descriptorLimit, &limits)
  }

  private static var limits: rlimit? {
    var limits = rlimit()
    return getrlimit(descriptorLimit, &limits) == 0 ? limits : nil
  }

  #if canImport(Glibc)
    private static let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let descriptorLimit = RLIMIT_NOFILE
  #endif

  // MARK: - A piece at a time

  /// What came of a try to read or write.
  package enum Outcome: Hashable, Sendable {
    case bytes(Int)
    case end
    case notNow
  }

  /// Reads what is there, up to `buffer.count` bytes; an error counts as the end.
  package func read(into buffer: inout [UInt8]) -> Outcome {
    outcome(buffer.withUnsafeMutableBytes { retrying(systemRead, number, $0.baseAddress, $0.count) }, ofNothing: .end)
  }

  /// Writes a piece of `bytes` that begins at `start`, as much as a pipe takes at once without blocking.
  package func write(_ bytes: [UInt8], from start: Int) -> Outcome {
    guard start < bytes.count else { return .bytes(0) }
    // A pipe that is ready for writing takes PIPE_BUF bytes (4096) without blocking, but perhaps no more.
    let length = min(bytes.count - start, 4096)
    let count = bytes.withUnsafeBytes { buffer in
      retrying(systemWrite, number, buffer.baseAddress.map { $0 + start }, length)
    }
    return outcome(count, ofNothing: .bytes(0))
  }

  private func outcome(_ count: Int, ofNothing nothing: Outcome) -> Outcome {
    if count > 0 { return .bytes(count) }
    if count == 0 { return nothing }
    return errno == EAGAIN || errno == EWOULDBLOCK ? .notNow : .end
  }

  // MARK: - Whole

  /// Reads until the end, or until there are more than `limit` bytes.
  ///
  /// A file may grow while it is read, and a path may name something endless: whoever gets more bytes than the limit knows
  /// that it is exceeded.
  /// - Returns: At most `limit` bytes and those of one more piece of 64 KiB.
  package func readAll(limit: Int = .max) throws(POSIXError) -> [UInt8] {
    var bytes: [UInt8] = []
    var failure: POSIXError?
    var isAtEnd = false
    while !isAtEnd, bytes.count <= limit {
      let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        let result = retrying(systemRead, number, UnsafeMutableRawPointer(buffer.baseAddress), buffer.count)
        if result < 0 { failure = .last }
        count = max(0, result)
      }
      if let failure { throw failure }
      isAtEnd = piece.isEmpty
      bytes += piece
    }
    return bytes
  }

  /// Writes all bytes, waiting for as long as that takes.
  package func writeAll(_ bytes: [UInt8]) throws(POSIXError) {
    let failure = bytes.withUnsafeBytes(writeAll(buffer:))
    if let failure { throw failure }
  }

  /// Writes all of a text, waiting for as long as that takes.
  package func writeAll(_ text: String) throws(POSIXError) {
    var text = text
    let failure = text.withUTF8 { writeAll(buffer: UnsafeRawBufferPointer($0)) }
    if let failure { throw failure }
  }

  private func writeAll(buffer: UnsafeRawBufferPointer) -> POSIXError? {
    var written = 0
    while written < buffer.count {
      let count = retrying(systemWrite, number, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK {
        // A terminal, above all, may have been made non-blocking by another program.
        _ = FileDescriptor.poll([(self, FileDescriptor.writable)], milliseconds: -1)
        continue
      }
      guard count > 0 else { return count == 0 ? POSIXError(number: EIO) : .last }
      written += count
    }
    return nil
  }

  // MARK: - Several

  /// Waits until one of the descriptors is ready for its events, or has failed, or the time is over.
  /// - Parameter milliseconds: -1 for ever.
  /// - Returns: What each is ready for; `nil` if none is.
  package static func poll(_ wanted: [(FileDescriptor, events: Int32)], milliseconds: Int32) -> [Int32]? {
    var entries = wanted.map { pollfd(fd: $0.0.number, events: Int16(truncatingIfNeeded: $0.events), revents: 0) }
    while true {
      let count = systemPoll(&entries, nfds_t(entries.count), milliseconds)
      if count > 0 { return entries.map { Int32($0.revents) } }
      if count < 0, errno == EINTR { continue }
      return nil
    }
  }

  /// Two descriptors, of which the first reads what is written to the second; `nil` if the system has none to give.
  package static func pipe() -> (reading: FileDescriptor, writing: FileDescriptor)? {
    var numbers: [Int32] = [-1, -1]
    guard systemPipe(&numbers) == 0 else { return nil }
    for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    return (FileDescriptor(numbers[0]), FileDescriptor(numbers[1]))
  }

  package func close() { _ = systemClose(number) }

  package static let readable = Int32(POLLIN)
  package static let writable = Int32(POLLOUT)
  /// The other side has ended the connection, whatever is still to be read.
  #if canImport(Darwin)
    package static let hangup = Int32(POLLHUP)
  #else
    /// `POLLRDHUP` (poll(2)), which the C library names for programs in C only that ask for it.
    package static let hangup: Int32 = 0x2000
  #endif
}

/// Calls the system again while a signal interrupts it.
private func retrying<Pointer>(
  _ call: (Int32, Pointer, Int) -> Int, _ number: Int32, _ pointer: Pointer, _ count: Int
) -> Int {
  while true {
    let result = call(number, pointer, count)
    if result >= 0 || errno != EINTR { return result }
  }
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
