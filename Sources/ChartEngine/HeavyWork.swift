import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Work whose time grows with a chart's data, announced as it begins: so tests count it instead of taking times, and a
/// debug build of a service sees to it that none is done while others wait for its lock.
package enum HeavyWork: Hashable, Sendable {
  /// A spec's data brought into order.
  case engine
  /// Everything given its place.
  case layout
  /// A picture written.
  case picture
  /// A spec read.
  case reading

  package typealias Observer = @Sendable (HeavyWork) -> Void

  // By threads, since such work never leaves its thread. No task-local value: optimised, a test that bound one crashed in
  // swift_task_localValuePush (Swift 6.3.1).
  private static let observers = Mutex<[UInt: Observer]>([:])
  private static let observerCount = Atomic<Int>(0)

  // A number or a pointer, as the system has it; of the size of a word in both cases.
  private static var thread: UInt { withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) } }

  /// Says that such work begins.
  /// - Complexity: O(1), and one load where nobody observes.
  package static func begin(_ work: HeavyWork) {
    guard observerCount.load(ordering: .relaxed) > 0 else { return }
    observers.withLock { $0[thread] }?(work)
  }

  /// Tells an observer of the work that a body does on this thread, instead of whoever was told before.
  package static func observing<Result, Failure: Error>(
    _ observer: @escaping Observer, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let thread = thread
    let previous = observers.withLock { $0.updateValue(observer, forKey: thread) }
    observerCount.add(1, ordering: .relaxed)
    defer {
      observerCount.subtract(1, ordering: .relaxed)
      observers.withLock { $0[thread] = previous }
    }
    return try body()
  }
}
