import POSIX

/// How a store takes turns and does what nobody waits for. Simulations have one that decides who goes on, and when.
package protocol StoreScheduling: Sendable {
  /// Called before a thread takes the store's turn: it may be kept waiting until nobody has it.
  func willTakeTurn()
  /// Called after it has given it back.
  func didTakeTurn()
  /// Does something on another thread, soon, or here and now: not to be called by one who has the turn.
  func inBackground(_ body: @escaping @Sendable () -> Void)
}

/// The threads of the system.
package struct SystemScheduling: StoreScheduling {
  package init() {}

  package func willTakeTurn() {}
  package func didTakeTurn() {}

  package func inBackground(_ body: @escaping @Sendable () -> Void) {
    // Not one of Swift's threads: what is done waits for the disk. Without a thread it is done here.
    if BlockingThread(body) == nil { body() }
  }
}
