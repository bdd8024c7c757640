import Synchronization

/// What nobody waits for, such as snapshots: a few things at a time, since each has a thread and files of its own meanwhile.
final class StoreWork: Sendable {
  private struct State: Sendable {
    var waiting: [@Sendable () -> Void] = []
    var workers = 0
  }

  private let scheduling: any StoreScheduling
  private let state = Mutex(State())

  init(_ scheduling: any StoreScheduling) { self.scheduling = scheduling }

  /// Puts something in line, which ``start()`` begins: this may be called by one who has the store's turn.
  func add(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.waiting.append(body) } }

  /// Begins what is in line. Not for one who has the turn: where there is no thread to be had it is done here, and takes turns.
  func start() {
    while takesWorker() {
      scheduling.inBackground { [self] in
        while let body = next() { body() }
      }
    }
  }

  private func takesWorker() -> Bool {
    state.withLock { state in
      guard !state.waiting.isEmpty, state.workers < StoreWork.workerLimit else { return false }
      state.workers += 1
      return true
    }
  }

  /// What a worker does next; `nil` if it may go.
  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.workers -= 1
      return nil
    }
  }

  private static let workerLimit = 2
}
