import JSONModel
import OrderedCollections
import Synchronization

/// How much memory a process may have, for all that it keeps, and who has it.
///
/// What counts is what the system says that the process has: nobody can hold memory in a way that does not count, be it charts,
/// their histories and columns, answers that nobody reads, or halves of messages inside of a library. At the ceiling whatever
/// would keep more is refused, with -32004 and what holds how much; what only looks, moves or removes goes on.
///
/// Before anything is refused, what can be made again is let go of (``onPressure(_:)``).
public final class MemoryCeiling: Sendable {
  /// Who can hold memory, by the names that the error tells.
  public enum Holder: String, CaseIterable, Sendable {
    /// The specs of charts and what was made of them.
    case charts
    /// What can be undone and redone, and the interaction logs.
    case histories
    /// Columns of data.
    case columns
    /// Messages that wait for their turn.
    case requests
    /// Answers that their clients have not read.
    case answers
    /// Messages whose ends have not come.
    case unfinishedMessages
  }

  /// Bytes.
  public let limit: Int
  /// How many bytes more there are for answers: what is there can be looked at, and saved, where nothing can be added.
  var reserve: Int { limit / 8 }
  private let measure: @Sendable () -> Int
  private let now: @Sendable () -> ContinuousClock.Instant

  private struct State: Sendable {
    var reports: [@Sendable () -> [Holder: Int]] = []
    var reliefs: [@Sendable () -> Void] = []
    /// When memory may be let go of again.
    var nextRelief: ContinuousClock.Instant?
    var told: (holders: [Holder: Int], at: ContinuousClock.Instant)?
    /// Whether a task finds out anew.
    var isFinding = false
  }
  private let state = Mutex(State())
  private let relieving = Mutex(())
  private let requests = Atomic<Int>(0)
  private let answers = Atomic<Int>(0)
  private let wasSpent = Atomic<Bool>(false)
  private let wasOver = Atomic<Bool>(false)

  /// How long what was found out holds: a client that is refused asks again at once.
  private static let interval = Duration.milliseconds(200)

  /// - Parameters:
  ///   - limit: Bytes.
  ///   - measure: Says how many bytes the process has. It is asked with every request that keeps something.
  ///   - now: The time.
  public init(
    limit: Int, measure: @escaping @Sendable () -> Int,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.limit = limit
    self.measure = measure
    self.now = now
  }

  /// Bytes that the process has.
  public var held: Int { look() }

  private func look() -> Int {
    let held = measure()
    wasSpent.store(isOver(held, -reserve), ordering: .relaxed)
    wasOver.store(isOver(held, 0), ordering: .relaxed)
    return held
  }

  /// Adds somebody who knows how much is held: roughly, in bytes, and only asked before something is refused.
  public func onReport(_ report: @escaping @Sendable () -> [Holder: Int]) {
    state.withLock { $0.reports.append(report) }
  }

  /// Adds somebody who can let go of memory. Those who were added first begin.
  public func onPressure(_ relieve: @escaping @Sendable () -> Void) { state.withLock { $0.reliefs.append(relieve) } }

  /// Whether there is no room for so many bytes more. It takes some microseconds; where there is none, memory is being let go
  /// of meanwhile.
  public func isReached(by byteCount: Int = 0) -> Bool {
    guard isOver(look(), byteCount) else { return false }
    // Unless somebody is at it: nobody waits for this.
    Task { _ = self.relieving.withLockIfAvailable { _ in self.relieveInTurn() } }
    return true
  }

  /// Whether there was no room when somebody looked last. Then a call that keeps more takes longer than it would otherwise:
  /// memory is let go of, or what holds how much is found out.
  public var wasReached: Bool { wasOver.load(ordering: .relaxed) }

  /// Whether what there is for answers is used up, too.
  var isSpent: Bool { isReached(by: -reserve) }

  /// Whether it was when somebody looked last, and still is: to ask costs nothing as long as it was not. Whoever guards
  /// connections looks often where little is left.
  public var isKnownToBeSpent: Bool { wasSpent.load(ordering: .relaxed) && isSpent }

  private func isOver(_ held: Int, _ byteCount: Int) -> Bool {
    let (sum, isTooLarge) = held.addingReportingOverflow(byteCount)
    return isTooLarge || sum > limit
  }

  /// - Parameter byteCount: How many bytes more somebody wants to keep, as far as that is known.
  /// - Throws: -32004 with `{limit, allowed, got, holds}` if there is no room, also after all was let go of that can be.
  public func check(for byteCount: Int = 0) throws(RPCError) {
    guard isOver(look(), byteCount) else { return }
    relieve()
    let held = look()
    if isOver(held, byteCount) { throw error(wanting: byteCount, beside: held, holders()) }
  }

  /// -32004, with what holds how much.
  /// - Parameter byteCount: How many bytes more were wanted.
  public func error(wanting byteCount: Int = 0) -> RPCError { error(wanting: byteCount, beside: look(), holders()) }

  /// The same where nobody is to wait until that is found out: with what was known last, and a task finds out.
  func errorAtOnce(wanting byteCount: Int) -> RPCError {
    let (held, now) = (look(), now())
    let (known, finds) = state.withLock { state -> ([Holder: Int]?, Bool) in
      let isNew = state.told.map { $0.at + MemoryCeiling.interval > now } ?? false
      let finds = !isNew && !state.isFinding
      if finds { state.isFinding = true }
      return (state.told?.holders, finds)
    }
    if finds {
      Task {
        _ = self.holders()
        self.state.withLock { $0.isFinding = false }
      }
    }
    return error(wanting: byteCount, beside: held, known ?? messageHolders)
  }

  private func error(wanting byteCount: Int, beside held: Int, _ holders: [Holder: Int]) -> RPCError {
    var shares = OrderedDictionary(
      uniqueKeysWithValues: Holder.allCases.map { ($0.rawValue, holders[$0] ?? 0) })
    shares["other"] = max(held - shares.values.reduce(0) { $0.addingClamped($1) }, 0)
    let largest = shares.filter { $0.value > 0 }.sorted { $0.value > $1.value }
    let words = largest.map { "\($0.key) \(MemoryCeiling.words($0.value))" }.joined(separator: ", ")
    return RPCError(
      code: .limitExceeded,
      message: "The limit 'memory' is \(MemoryCeiling.words(limit)), and \(MemoryCeiling.words(held)) are held "
        + "(\(words)); delete charts, close sessions, read what was answered, or start with a larger --memory-limit",
      data: [
        "limit": "memory", "allowed": .integer(limit), "got": .integer(held.addingClamped(byteCount)),
        "holds": .object(shares.mapValues { .integer($0) }),
      ])
  }

  /// Bytes as people read them.
  private static func words(_ count: Int) -> String {
    count < 10_000_000 ? "\((count + 999) / 1_000) kB" : "\((count + 999_999) / 1_000_000) MB"
  }

  private func holders() -> [Holder: Int] {
    let now = now()
    let (told, reports) = state.withLock { ($0.told, $0.reports) }
    if let told, told.at + MemoryCeiling.interval > now { return told.holders }
    var holders = messageHolders
    for report in reports { holders.merge(report()) { $0.addingClamped($1) } }
    state.withLock { $0.told = (holders, now) }
    return holders
  }

  private var messageHolders: [Holder: Int] {
    [.requests: requests.load(ordering: .relaxed), .answers: answers.load(ordering: .relaxed)]
  }

  /// Has what can be made again let go of. Where somebody else is at it, waits until that is done: nobody is refused for what is
  /// about to be free.
  private func relieve() { relieving.withLock { _ in relieveInTurn() } }

  /// The same for whoever is the only one, unless it has just been done: it takes a tenth of the time at most.
  private func relieveInTurn() {
    let start = now()
    let reliefs: [@Sendable () -> Void] = state.withLock { state in
      if let next = state.nextRelief, next > start { return [] }
      return state.reliefs
    }
    guard !reliefs.isEmpty else { return }
    for relieve in reliefs { relieve() }
    let end = now()
    state.withLock { $0.nextRelief = end + max(MemoryCeiling.interval, (end - start) * 10) }
  }

  /// Notes that something was removed that held memory: before anybody is refused again, it is let go of.
  public func noteRemoval() { state.withLock { $0.nextRelief = nil } }

  // MARK: - What messages hold

  func noteRequests(_ change: Int) { requests.add(change, ordering: .relaxed) }
  func noteAnswers(_ change: Int) { answers.add(change, ordering: .relaxed) }
}

extension Int {
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
