/// Timers in order of time; equal times in order of arrival.
struct TimerQueue {
  /// The next one last.
  private var timers: [LoopTimer] = []

  var next: ContinuousClock.Instant? { timers.last?.due }

  /// - Complexity: O(number of timers that come before it) after a binary search: these move up, and there are few.
  mutating func insert(_ timer: LoopTimer) {
    var low = 0
    var high = timers.count
    while low < high {
      let middle = (low + high) / 2
      if timers[middle].due > timer.due { low = middle + 1 } else { high = middle }
    }
    timers.insert(timer, at: low)
  }

  mutating func removeNext(dueBy now: ContinuousClock.Instant) -> LoopTimer? {
    guard let last = timers.last, last.due <= now else { return nil }
    return timers.removeLast()
  }

  mutating func removeAll() { timers = [] }
}
