import JSONRPC
import POSIX

// MARK: - Reading

extension StandardIOSession {
  /// How long the reader rests when the client has too much unread, in milliseconds.
  private static let rest: Int32 = 5

  /// Hands over everything that comes in, until the input or the session ends.
  func readAll() {
    var framer = ContentLengthFramer(sizeLimit: limits.size)
    var buffer = [UInt8](repeating: 0, count: 65536)
    reading: while let ready = FileDescriptor.poll(
      [(input, FileDescriptor.readable), (ending.reading, FileDescriptor.readable)], milliseconds: -1)
    {
      guard ready[1] == 0 else { return }
      switch input.read(into: &buffer) {
      case .end: break reading
      case .notNow: continue
      case .bytes(let count): framer.append(buffer[..<count])
      }
      while let frame = framer.next() {
        switch frame {
        case .message(let bytes): take(bytes)
        case .fault(let error): endpoint.refuse(error)
        case .refused(let error, let id): endpoint.refuse(error, id: id)
        }
        guard hasRoom(), endpoint.exitCode == nil else { return }
      }
    }
    if !framer.isBetweenMessages { endpoint.refuse(.invalidRequest("the input ended inside a message")) }
    endpoint.finish()
    state.update { state in
      state.hasInputEnded = true
      return true
    }
  }

  /// Waits until the client has read enough of what it is owed.
  /// - Returns: `false` if the session ended instead.
  private func hasRoom() -> Bool {
    while endpoint.isOverflowing {
      let ready = FileDescriptor.poll([(ending.reading, FileDescriptor.readable)], milliseconds: Self.rest)
      if ready != nil { return false }
    }
    return true
  }

  /// Hands over one message and, if nobody else is writing and the output takes it, writes the answer at once: waking
  /// another thread would cost more than the answer.
  private func take(_ message: [UInt8]) {
    let isTaken = state.withLock { state in
      guard !state.isOutputTaken, state.remainder.isEmpty else { return false }
      state.isOutputTaken = true
      return true
    }
    guard isTaken else {
      endpoint.enqueue(message, buffers: [])
      return
    }
    var remainder: [UInt8] = []
    var hasFailed = false
    if let answer = endpoint.receive(message, buffers: []) {
      let bytes = ContentLengthFramer.frame(answer)
      switch write(bytes, milliseconds: 0) {
      case .bytes(let count): remainder = count < bytes.count ? Array(bytes[count...]) : []
      case .notNow: remainder = bytes
      case .end: hasFailed = true
      }
    }
    state.update { state in
      state.isOutputTaken = false
      state.remainder = remainder
      state.hasOutputFailed = state.hasOutputFailed || hasFailed
      return state.hasOutgoing || hasFailed || !remainder.isEmpty || state.hasInputEnded
    }
  }
}

// MARK: - Writing

extension StandardIOSession {
  /// Writes what is to be sent, whenever there is something, until the output fails or the session ends.
  func writeAll() {
    while let remainder = takeOutput() {
      var isFine = writeWhole(remainder)
      while isFine, let message = endpoint.nextOutgoing() {
        isFine = writeWhole(ContentLengthFramer.frame(message.bytes))
      }
      state.update { state in
        state.isOutputTaken = false
        state.hasOutputFailed = state.hasOutputFailed || !isFine
        return true
      }
      guard isFine else { return }
    }
  }

  /// Waits until there is something to write and the output is free, and takes it.
  /// - Returns: What is to be written first; `nil` at the end.
  private func takeOutput() -> [UInt8]? {
    state.wait { state -> [UInt8]?? in
      if state.isEnding { return .some(nil) }
      guard !state.isOutputTaken, state.hasOutgoing || !state.remainder.isEmpty else { return nil }
      let remainder = state.remainder
      state.isOutputTaken = true
      state.hasOutgoing = false
      state.remainder = []
      return remainder
    }
  }

  private func writeWhole(_ bytes: [UInt8]) -> Bool {
    if case .bytes(bytes.count) = write(bytes, milliseconds: -1) { true } else { false }
  }

  /// Writes as much as the output takes.
  /// - Parameter milliseconds: How long to wait whenever it takes no more; -1 until the session ends.
  /// - Returns: How many bytes were written, if the output has not failed.
  private func write(_ bytes: [UInt8], milliseconds: Int32) -> FileDescriptor.Outcome {
    var written = 0
    while written < bytes.count {
      let ready = FileDescriptor.poll(
        [(output, FileDescriptor.writable), (ending.reading, FileDescriptor.readable)], milliseconds: milliseconds)
      guard let ready, ready[1] == 0 else { break }
      switch output.write(bytes, from: written) {
      case .bytes(let count): written += count
      case .notNow: continue
      case .end: return .end
      }
    }
    return .bytes(written)
  }
}
