internal import Synchronization

/// A closure to be run on a ``SocketLoop``'s thread at a time.
public final class LoopTimer: Sendable {
  let due: ContinuousClock.Instant
  private let job: Mutex<(@Sendable () -> Void)?>

  init(due: ContinuousClock.Instant, job: @escaping @Sendable () -> Void) {
    self.due = due
    self.job = Mutex(job)
  }

  /// Prevents the run, unless it has begun, and lets go of the closure. From any thread.
  public func cancel() {
    _ = take()
  }

  func fire() {
    take()?()
  }

  private func take() -> (@Sendable () -> Void)? {
    job.withLock { job in
      defer { job = nil }
      return job
    }
  }
}
