internal import JSONRPC
internal import Synchronization
internal import ZeroMQ

/// Lets iopub go on without a subscriber that reads nothing: for some minutes it loses messages, and everybody else gets
/// theirs.
///
/// libzmq doesn't tell who is behind, so meanwhile nobody can be waited for: bursts are sent no faster than any client
/// reads instead. Whoever subscribes need not know the kernel's key, so the wait must be short and seldom.
final class Stall: Sendable {
  private struct State {
    var channel: Channel?
    var isActive = false
    var duration = Stall.firstDuration
    /// How many messages may go out at once, as of `counted`.
    var allowance = Double(Stall.burst)
    var counted = ContinuousClock.now
  }

  private let state = Mutex(State())
  private let loop: SocketLoop

  private static let firstDuration = Duration.seconds(60)
  private static let longestDuration = Duration.seconds(3_600)
  /// Far below libzmq's queues on both sides.
  private static let burst = 100
  private static let messagesPerSecond = 5_000.0

  init(loop: SocketLoop) {
    self.loop = loop
  }

  /// Tells the socket, once it is open.
  func set(_ channel: Channel) {
    state.withLock { $0.channel = channel }
  }

  func begin() {
    let duration: Duration? = state.withLock { state in
      guard !state.isActive else { return nil }
      state.isActive = true
      // Whoever comes again has read nothing since, most likely.
      defer { state.duration = min(state.duration * 4, Self.longestDuration) }
      return state.duration
    }
    guard let duration else { return }
    loop.perform { [self] in setNoDrop(false) }
    loop.schedule(after: duration) { [weak self] in self?.end() }
  }

  private func end() {
    state.withLock { $0.isActive = false }
    setNoDrop(true)
  }

  private func setNoDrop(_ noDrop: Bool) {
    state.withLock { $0.channel }?.setNoDrop(noDrop)
  }

  /// Called before each message. While it lasts, waits so that a burst is no faster than clients read.
  func pace(unless cancellation: Cancellation) {
    while !cancellation.isCancelled {
      let isAllowed = state.withLock { state in
        guard state.isActive else { return true }
        let now = ContinuousClock.now
        let earned = (now - state.counted) / .seconds(1) * Self.messagesPerSecond
        state.counted = now
        state.allowance = min(state.allowance + earned, Double(Self.burst))
        guard state.allowance >= 1 else { return false }
        state.allowance -= 1
        return true
      }
      if isAllowed { return }
      sleepBriefly()
    }
  }
}
