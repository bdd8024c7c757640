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
  private let patience: Duration
  private let onStall: @Sendable () -> Void

  /// - Parameters:
  ///   - patience: how long a publisher waits for a subscriber that reads nothing.
  ///   - onStall: called when it waited that long, so that things go on without that subscriber.
  init(patience: Duration, onStall: @escaping @Sendable () -> Void) {
    self.patience = patience
    self.onStall = onStall
  }

  var isSlow: Bool { state.withLock { $0.isSlow } }

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
    var stalled: ContinuousClock.Instant?
    while !cancellation.isCancelled {
      let (isClosed, lastProgress) = state.withLock { ($0.isClosed, $0.lastProgress) }
      if isClosed { return false }
      if group.wait(timeout: .now() + .milliseconds(10)) == .success { return true }
      if let stalled {
        guard .now - stalled < .seconds(1) else { return false }
      } else if .now - lastProgress >= patience {
        onStall()
        stalled = .now
      }
    }
    return false
  }

  // libdispatch objects to a group that is let go of while entered.
  deinit { close() }
}
