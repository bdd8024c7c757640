import Dispatch
import Synchronization

/// Threads for work that takes long: as many at once as there are cores, not counting those that wait for somebody outside.
///
/// Swift's own threads are as many as there are cores and no more: two queries that a server is slow to answer would stop all else.
package final class WorkThreads: Sendable {
  package static let shared = WorkThreads(width: Machine.coreCount)

  private struct State {
    var jobs = JobQueue()
    /// How many threads are at work and do not wait, how many have nothing to do, and how many there are.
    var (working, idle, count) = (0, 0, 0)
  }

  private let state = Mutex(State())
  private let width: Int
  private let limit: Int
  /// How long a thread stays that has nothing to do.
  private let patience: Duration
  private let wake = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - width: How many work at once.
  ///   - limit: How many threads there are at most, those that wait among them.
  package init(width: Int, limit: Int = 512, patience: Duration = .seconds(5)) {
    (self.width, self.limit, self.patience) = (max(width, 1), max(limit, 1), patience)
  }

  /// How many threads there are.
  package var count: Int { state.withLock { $0.count } }

  /// Does something soon, after what was given before.
  package func run(_ job: @escaping @Sendable () -> Void) {
    state.withLock { $0.jobs.append(job) }
    startIfNeeded()
  }

  /// Does something that waits for somebody outside. What calls this on one of these threads lets another one work meanwhile.
  package static func waiting<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard let threads = current else { return try body() }
    threads.state.withLock { $0.working -= 1 }
    threads.startIfNeeded()
    // More than may work at once do so then, until one of them is done.
    defer { threads.state.withLock { $0.working += 1 } }
    return try body()
  }

  /// Does something that waits for somebody outside with several items at once: with one here, with the others on threads that are free,
  /// or here as well if none has come to them by then.
  /// - Returns: What it gives, in the order of the items.
  /// - Throws: What it throws first in that order, once it is done with all.
  package func together<Item: Sendable, Value: Sendable, Failure: Error>(
    _ items: [Item], _ body: @escaping @Sendable (Item) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    let shares = items.map { Share($0, body) }
    for share in shares.dropFirst() { run { share.doUnlessBegun() } }
    for share in shares { share.doUnlessBegun() }
    WorkThreads.waiting { for share in shares { share.isDone.wait() } }
    var values: [Value] = []
    for share in shares { if let result = share.result { values.append(try result.get()) } }
    return values
  }

  /// What is done with one of several items.
  private final class Share<Item: Sendable, Value: Sendable, Failure: Error>: Sendable {
    let isDone = DispatchGroup()
    private let item: Item
    private let body: @Sendable (Item) throws(Failure) -> Value
    private let state = Mutex((isBegun: false, result: Result<Value, Failure>?.none))

    init(_ item: Item, _ body: @escaping @Sendable (Item) throws(Failure) -> Value) {
      (self.item, self.body) = (item, body)
      isDone.enter()
    }

    /// What came of it; `nil` before it is done.
    var result: Result<Value, Failure>? { state.withLock { $0.result } }

    func doUnlessBegun() {
      let isFirst = state.withLock { state in
        defer { state.isBegun = true }
        return !state.isBegun
      }
      guard isFirst else { return }
      let result = Result { () throws(Failure) in try body(item) }
      state.withLock { $0.result = result }
      isDone.leave()
    }
  }

  // MARK: -

  private enum Start {
    case nothing
    case wake
    case new
  }

  private func startIfNeeded() {
    let start = state.withLock { state -> Start in
      guard !state.jobs.isEmpty, state.working < width else { return .nothing }
      if state.idle > 0 {
        state.idle -= 1
        state.working += 1
        return .wake
      }
      guard state.count < limit else { return .nothing }
      state.count += 1
      state.working += 1
      return .new
    }
    switch start {
    case .nothing: break
    case .wake: wake.signal()
    case .new:
      guard BlockingThread({ self.work() }) == nil else { return }
      // The system has none to give: one that there is will do it, or else this one.
      let isAlone = state.withLock { state in
        state.count -= 1
        state.working -= 1
        return state.count == 0
      }
      if isAlone { while let job = state.withLock({ $0.jobs.popFirst() }) { job() } }
    }
  }

  private func work() {
    WorkThreads.setCurrent(self)
    while true {
      while let job = next() { job() }
      // Whoever wakes one has counted it as working; whoever leaves has not been woken.
      while wake.wait(timeout: .now() + patience.dispatched) == .timedOut {
        let leaves = state.withLock { state -> Bool in
          guard state.idle > 0 else { return false }
          state.idle -= 1
          state.count -= 1
          return true
        }
        if leaves { return }
      }
    }
  }

  /// The next job; without one, or if there are more at work than may be, this thread counts as idle.
  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      if state.working <= width, let job = state.jobs.popFirst() { return job }
      state.working -= 1
      state.idle += 1
      return nil
    }
  }

  // MARK: - Which threads are ours

  /// `@unchecked Sendable`: a number that the system gave, which never changes.
  private struct Key: @unchecked Sendable {
    var key = pthread_key_t()
    init() { pthread_key_create(&key, nil) }
  }

  private static let key = Key()

  private static func setCurrent(_ threads: WorkThreads) {
    // Kept for as long as the thread is there.
    pthread_setspecific(key.key, Unmanaged.passUnretained(threads).toOpaque())
  }

  private static var current: WorkThreads? {
    pthread_getspecific(key.key).map { Unmanaged<WorkThreads>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// Jobs in the order in which they came.
private struct JobQueue {
  private var jobs: [(@Sendable () -> Void)?] = []
  private var start = 0

  var isEmpty: Bool { start == jobs.count }

  mutating func append(_ job: @escaping @Sendable () -> Void) { jobs.append(job) }

  mutating func popFirst() -> (@Sendable () -> Void)? {
    guard start < jobs.count else { return nil }
    defer {
      jobs[start] = nil
      start += 1
      if start == jobs.count || start > 1_000 && start > jobs.count / 2 {
        jobs.removeFirst(start)
        start = 0
      }
    }
    return jobs[start]
  }
}

extension Duration {
  fileprivate var dispatched: DispatchTimeInterval {
    .milliseconds(Int(clamping: components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000))
  }
}
