import POSIX

/// A value under a lock, and waiting for it to change: what `Synchronization.Mutex` lacks for plain threads.
///
/// `@unchecked Sendable`: the value is touched only between lock and unlock, and the condition waits with the same lock,
/// which the system lets any thread take. The two pointers never change; what they point to goes in `deinit`, when nobody
/// can be waiting. What is in the value does not have to be `Sendable`: it is for those who call to let nothing of it out
/// that isn't.
final class Monitor<State>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  init(_ state: State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Looks at the value or changes it in a way that nobody waits for.
  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state)
  }

  /// Changes the value and wakes all who wait, if `change` says that it may concern them.
  func update(_ change: (inout State) -> Bool) {
    pthread_mutex_lock(mutex)
    if change(&state) { pthread_cond_broadcast(condition) }
    pthread_mutex_unlock(mutex)
  }

  /// Waits until `body` gives something; it is asked at each change and, at the latest, every `interval` seconds.
  func wait<Result>(every interval: Double? = nil, for body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      if let interval {
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        let nanoseconds = deadline.tv_nsec + Int(interval * 1e9)
        deadline.tv_sec += nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        pthread_cond_timedwait(condition, mutex, &deadline)
      } else {
        pthread_cond_wait(condition, mutex)
      }
    }
  }
}
