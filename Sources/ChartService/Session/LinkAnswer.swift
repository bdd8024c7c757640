import Dispatch
import JSONModel
import POSIX
import Synchronization

/// What a database is asked for so that a chart shows what is selected in those that it is linked with. Nobody waits for it longer than
/// for a picture's rows.
final class LinkAnswer: Sendable {
  typealias Result = Swift.Result<LinkedChart.Selected, InvalidValue>

  /// The chart as it was.
  let chart: LinkedChart
  let conditions: [LinkConditions]
  /// After how long a time it is asked for again, if the database gives nothing.
  let pause: Duration
  private let deadline: ContinuousClock.Instant
  private let group = DispatchGroup()
  private let state: Mutex<State>

  private struct State {
    var result: Result?
    /// Whether somebody has gone on without it.
    var isLate = false
    var isGivenUp = false
  }

  /// - Parameter patience: How long it is waited for.
  convenience init(for chart: LinkedChart, _ conditions: [LinkConditions], patience: Duration) {
    self.init(chart, conditions, pause: .seconds(1), deadline: .now + patience, State())
  }

  private init(
    _ chart: LinkedChart, _ conditions: [LinkConditions], pause: Duration, deadline: ContinuousClock.Instant,
    _ state: State
  ) {
    (self.chart, self.conditions, self.pause, self.deadline) = (chart, conditions, pause, deadline)
    self.state = Mutex(state)
    group.enter()
  }

  /// The same once more: nobody waits for it any more.
  var next: LinkAnswer {
    LinkAnswer(chart, conditions, pause: min(pause * 2, .seconds(60)), deadline: deadline, State(isLate: true))
  }

  /// Whether it is what a chart of the same rows is to show.
  func isOf(_ other: LinkedChart, _ conditions: [LinkConditions]) -> Bool {
    chart.snapshot.source === other.snapshot.source && self.conditions == conditions
  }

  var isGivenUp: Bool { state.withLock { $0.isGivenUp } }

  /// Nobody wants it any more.
  func giveUp() { state.withLock { $0.isGivenUp = true } }

  /// - Returns: Whether somebody has gone on without it, and has to be told.
  func take(_ result: Result) -> Bool {
    defer { group.leave() }
    return state.withLock { state in
      state.result = result
      return state.isLate && !state.isGivenUp
    }
  }

  /// - Returns: `nil` if it does not come in time.
  func wait() -> Result? {
    let rest = max(deadline - .now, .zero).components
    let time =
      DispatchTime.now() + .nanoseconds(Int(rest.seconds) * 1_000_000_000 + Int(rest.attoseconds / 1_000_000_000))
    WorkThreads.waiting { _ = group.wait(timeout: time) }
    return state.withLock { state in
      if state.result == nil { state.isLate = true }
      return state.isGivenUp ? nil : state.result
    }
  }
}
