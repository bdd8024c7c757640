internal import Dispatch
internal import JSONRPC
internal import Synchronization

/// Holds back whoever publishes faster than the slowest subscriber reads: nothing is lost in a burst, and nothing piles up
/// without bound.
final class BackPressure: Sendable {
  private struct State {
    var isSlow = false
    var isClosed = false
    var lastProgress = ContinuousClock.now
  }

  private let state = Mutex(State())
  /// Entered while slow: any number of threads can wait for it.
  private let group = DispatchGroup()

  var isSlow: Bool { state.withLock { $0.isSlow } }

  /// Whether everybody was let go, for good.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// For how long the slowest subscriber has read nothing; zero if nobody is behind.
  var stalledTime: Duration { state.withLock { $0.isSlow ? .now - $0.lastProgress : .zero } }

  func slow() {
    state.withLock { state in
      guard !state.isSlow, !state.isClosed else { return }
      state.isSlow = true
      state.lastProgress = .now
      group.enter()
    }
  }

  /// The slowest subscriber has read something.
  func progressed() { state.withLock { $0.lastProgress = .now } }

  func drained() { end(closing: false) }

  /// Lets everybody go, for good.
  func close() { end(closing: true) }

  private func end(closing: Bool) {
    state.withLock { state in
      if state.isSlow { group.leave() }
      state.isSlow = false
      if closing { state.isClosed = true }
    }
  }

  /// Waits until there is room again, or the request is interrupted.
  ///
  /// - Returns: `false` if whoever waits should give up.
  func wait(unless cancellation: Cancellation) -> Bool {
    while !cancellation.isCancelled, !state.withLock({ $0.isClosed }) {
      if group.wait(timeout: .now() + .milliseconds(10)) == .success { return true }
    }
    return false
  }

  // libdispatch objects to a group that is let go of while entered.
  deinit { close() }
}
