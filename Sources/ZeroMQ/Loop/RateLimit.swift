internal import Synchronization

/// Allows so much at once and so much a second, as a token bucket does.
public final class RateLimit: Sendable {
  private struct State {
    var allowance: Double
    var counted: ContinuousClock.Instant
  }

  private let state: Mutex<State>
  private let burst: Double
  private let perSecond: Double
  private let now: @Sendable () -> ContinuousClock.Instant

  public init(
    burst: Double, perSecond: Double, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.burst = burst
    self.perSecond = perSecond
    self.now = now
    state = Mutex(State(allowance: burst, counted: now()))
  }

  /// Whether one more is allowed now; it counts then.
  public func allows() -> Bool {
    state.withLock { state in
      let now = now()
      state.allowance = min(state.allowance + max((now - state.counted) / .seconds(1), 0) * perSecond, burst)
      state.counted = now
      guard state.allowance >= 1 else { return false }
      state.allowance -= 1
      return true
    }
  }

  /// Gives back what one has taken that need not have counted.
  public func giveBack() {
    state.withLock { $0.allowance = min($0.allowance + 1, burst) }
  }
}
