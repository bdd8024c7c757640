internal import Dispatch
internal import JSONRPC
internal import Synchronization

/// Holds back whoever publishes faster than the slowest subscriber reads: nothing is lost in a burst, and nothing piles up
/// without bound.
final class BackPressure: Sendable {
  private struct State {
    var isSlow = false
    /// Nobody waits any more for a subscriber that reads nothing at all.
    var isStalled = false
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Entered while slow: any number of threads can wait for it.
  private let group = DispatchGroup()
  private let patience: Duration

  /// - Parameter patience: how long a publisher waits for a subscriber that takes nothing, before it goes on without it.
  init(patience: Duration) {
    self.patience = patience
  }

  var isSlow: Bool { state.withLock { $0.isSlow } }

  func slow() {
    state.withLock { state in
      guard !state.isSlow, !state.isClosed else { return }
      state.isSlow = true
      group.enter()
    }
  }

  func drained() { end(closing: false) }

  /// Lets everybody go, for good.
  func close() { end(closing: true) }

  private func end(closing: Bool) {
    state.withLock { state in
      if state.isSlow { group.leave() }
      state.isSlow = false
      state.isStalled = false
      if closing { state.isClosed = true }
    }
  }

  /// Waits until there is room again, the request is interrupted, or patience ends.
  ///
  /// - Returns: `false` if whoever waits should give up.
  func wait(unless cancellation: Cancellation) -> Bool {
    let deadline = ContinuousClock.now + patience
    while true {
      let (isStalled, isClosed) = state.withLock { ($0.isStalled, $0.isClosed) }
      if isStalled || isClosed || cancellation.isCancelled { return false }
      if group.wait(timeout: .now() + .milliseconds(10)) == .success { return true }
      if ContinuousClock.now >= deadline { state.withLock { $0.isStalled = $0.isSlow } }
    }
  }

  // libdispatch objects to a group that is let go of while entered.
  deinit { close() }
}
