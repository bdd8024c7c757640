internal import Synchronization

/// Closures to call when something happens.
final class Calls: Sendable {
  private let calls = Mutex<[@Sendable () -> Void]>([])

  func add(_ call: @escaping @Sendable () -> Void) {
    calls.withLock { $0.append(call) }
  }

  func callAll() {
    for call in calls.withLock({ $0 }) { call() }
  }

  func removeAll() {
    calls.withLock { $0 = [] }
  }
}
