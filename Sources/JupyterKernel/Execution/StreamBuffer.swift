internal import CellModel
internal import Dispatch
internal import Synchronization

/// Gathers text that is printed in quick succession into fewer messages: Jupyter's server throws away what exceeds 1,000
/// messages a second.
///
/// The first text goes out at once; what follows within a short time goes together, after that time at the latest.
final class StreamBuffer: Sendable {
  private struct State {
    var name = StreamName.stdout
    var text = ""
    var lastSent: ContinuousClock.Instant?
    var isTimerSet = false
  }

  private static let interval = DispatchTimeInterval.milliseconds(50)
  private static let intervalDuration = Duration.milliseconds(50)
  private static let byteLimit = 64 << 10
  private static let queue = DispatchQueue(label: "streams")

  /// Locked also while text is sent: what is printed next must not overtake it.
  private let state = Mutex(State())
  private let send: @Sendable (StreamName, String) -> Void

  init(send: @escaping @Sendable (StreamName, String) -> Void) {
    self.send = send
  }

  func write(_ text: String, to name: StreamName) {
    guard !text.isEmpty else { return }
    let setsTimer = state.withLock { state in
      if state.name != name { Self.flush(&state, send) }
      state.name = name
      state.text += text
      let isRecent = state.lastSent.map { .now - $0 < Self.intervalDuration } ?? false
      if !isRecent || state.text.utf8.count >= Self.byteLimit {
        Self.flush(&state, send)
        return false
      }
      defer { state.isTimerSet = true }
      return !state.isTimerSet
    }
    if setsTimer {
      Self.queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in self?.timerFired() }
    }
  }

  func flush() {
    state.withLock { Self.flush(&$0, send) }
  }

  private func timerFired() {
    state.withLock { state in
      state.isTimerSet = false
      Self.flush(&state, send)
    }
  }

  private static func flush(_ state: inout State, _ send: (StreamName, String) -> Void) {
    guard !state.text.isEmpty else { return }
    let text = state.text
    state.text = ""
    send(state.name, text)
    state.lastSent = .now
  }
}
