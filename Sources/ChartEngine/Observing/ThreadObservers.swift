import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Who is told of what is done on a thread, by work that never leaves its thread.
///
/// No task-local value: optimised, a test that bound one crashed in swift_task_localValuePush (Swift 6.3.1).
final class ThreadObservers<Subject>: Sendable {
  typealias Observer = @Sendable (Subject) -> Void

  private let observers = Mutex<[UInt: Observer]>([:])
  private let count = Atomic<Int>(0)

  // A number or a pointer, as the system has it; of the size of a word in both cases.
  private static var thread: UInt { withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) } }

  /// Tells who observes this thread, if anybody does.
  /// - Complexity: O(1), and one load where nobody observes any.
  func tell(_ subject: @autoclosure () -> Subject) {
    guard count.load(ordering: .relaxed) > 0, let observer = observers.withLock({ $0[ThreadObservers.thread] }) else {
      return
    }
    observer(subject())
  }

  /// Tells an observer of what a body does on this thread, instead of whoever was told before.
  func observing<Result, Failure: Error>(
    _ observer: @escaping Observer, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let thread = ThreadObservers.thread
    let previous = observers.withLock { $0.updateValue(observer, forKey: thread) }
    count.add(1, ordering: .relaxed)
    defer {
      count.subtract(1, ordering: .relaxed)
      observers.withLock { $0[thread] = previous }
    }
    return try body()
  }
}
