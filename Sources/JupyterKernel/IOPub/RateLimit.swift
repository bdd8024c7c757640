internal import Synchronization

/// Allows so much at once and so much a second, as a token bucket does.
final class RateLimit: Sendable {
  private struct State {
    var allowance: Double
    var counted = ContinuousClock.now
  }

  private let state: Mutex<State>
  private let burst: Double
  private let perSecond: Double

  init(burst: Double, perSecond: Double) {
    self.burst = burst
    self.perSecond = perSecond
    state = Mutex(State(allowance: burst))
  }

  /// Whether one more is allowed now; it counts then.
  func allows() -> Bool {
    state.withLock { state in
      let now = ContinuousClock.now
      state.allowance = min(state.allowance + (now - state.counted) / .seconds(1) * perSecond, burst)
      state.counted = now
      guard state.allowance >= 1 else { return false }
      state.allowance -= 1
      return true
    }
  }
}
