import JSONRPC
import POSIX

/// One run of ``StandardIO``: the two threads and what they share.
final class StandardIOSession: Sendable {
  /// Seconds between two looks at whether the parent lives.
  private static let watchInterval = 1.0
  /// Looks at whether everything is written, once the client has said good bye, come this often.
  private static let endInterval = 0.002
  /// How long a client that has said `exit` is given to read what it is still owed.
  private static let exitGrace = 1.0

  struct State: Sendable {
    /// Only the thread that has taken the output may write or take what is to be written, so that order holds.
    var isOutputTaken = false
    /// What the reader could not write without blocking, to be written before all else.
    var remainder: [UInt8] = []
    /// Whether the endpoint has something to send.
    var hasOutgoing = false
    var hasInputEnded = false
    /// Whether the client no longer listens.
    var hasOutputFailed = false
    var isEnding = false
  }

  let input: FileDescriptor
  let output: FileDescriptor
  let endpoint: any MessageEndpoint
  let limits: Limits
  let state = Monitor(State())
  /// Becomes readable when both threads are to end.
  let ending: (reading: FileDescriptor, writing: FileDescriptor)

  init?(input: FileDescriptor, output: FileDescriptor, endpoint: any MessageEndpoint, limits: Limits) {
    guard let pipe = FileDescriptor.pipe() else { return nil }
    self.input = input
    self.output = output
    self.endpoint = endpoint
    self.limits = limits
    self.ending = pipe
  }

  deinit {
    ending.reading.close()
    ending.writing.close()
  }

  func run(watchingParent: Bool) -> Int32 {
    let parent = getppid()
    endpoint.onOutgoing { [weak self] in
      self?.state.update { state in
        state.hasOutgoing = true
        return true
      }
    }
    guard let reader = BlockingThread({ self.readAll() }) else {
      endpoint.close()
      return 1
    }
    guard let writer = BlockingThread({ self.writeAll() }) else {
      end()
      reader.join()
      return 1
    }
    let code = waitForEnd { watchingParent && getppid() != parent }
    end()
    reader.join()
    writer.join()
    return code
  }

  private func end() {
    endpoint.close()
    state.update { state in
      state.isEnding = true
      return true
    }
    _ = ending.writing.write([0], from: 0)
  }

  /// Waits for one of the reasons to end, then for what is still to be written, and returns the exit code.
  private func waitForEnd(_ isOrphan: () -> Bool) -> Int32 {
    // The endpoint is asked under the lock here. It never calls back while it holds its own.
    let isSaid = state.wait(every: Self.watchInterval) { state -> Bool? in
      if isOrphan() || state.hasOutputFailed { return false }
      return state.hasInputEnded || endpoint.exitCode != nil ? true : nil
    }
    guard isSaid else { return endpoint.exitCode ?? 1 }
    let clock = ContinuousClock()
    let start = clock.now
    state.wait(every: Self.endInterval) { state -> Void? in
      if isOrphan() || state.hasOutputFailed { return () }
      // An editor that waits for this process to exit may have stopped reading.
      if endpoint.exitCode != nil, clock.now - start > .seconds(Self.exitGrace) { return () }
      return endpoint.isIdle && !state.isOutputTaken && state.remainder.isEmpty ? () : nil
    }
    return endpoint.exitCode ?? 0
  }
}
