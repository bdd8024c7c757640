import Dispatch
import Synchronization

/// The sessions with one database, which are kept for whoever asks next.
final class SessionPool: Sendable {
  /// `@unchecked Sendable`: it lies in the pool, where nobody uses it, or belongs to whoever took it out, alone.
  private struct Idle: @unchecked Sendable {
    var session: any DatabaseSession
    var since: ContinuousClock.Instant
  }

  private let engine: any DatabaseEngine
  private let connectTime: Duration
  private let idle = Mutex<[Idle]>([])
  private let free: DispatchSemaphore

  /// The most sessions at once: a server has room for a hundred, of all its users together.
  private static let limit = 4
  /// How long one is kept that nobody uses.
  private static let patience = Duration.seconds(60)

  init(_ engine: any DatabaseEngine, connectTime: Duration) {
    (self.engine, self.connectTime) = (engine, connectTime)
    free = DispatchSemaphore(value: SessionPool.limit)
  }

  var dialect: any SQLDialect { engine.dialect }

  deinit { for idle in idle.withLock({ $0 }) { idle.session.close() } }

  /// Does something in a session, once one is free.
  /// - Throws: ``DatabaseFault``; one that has found the session dead is tried again in a new one.
  func withSession<Result>(
    _ watch: QueryWatch, _ body: (any DatabaseSession) throws(DatabaseFault) -> Result
  ) throws(DatabaseFault) -> Result {
    while free.wait(timeout: .now() + .milliseconds(20)) == .timedOut { try watch.check() }
    defer { free.signal() }
    if let session = takeIdle() {
      do throws(DatabaseFault) {
        let result = try body(session)
        putBack(session)
        return result
      } catch {
        let wasDead = error.kind == .unreachable && !session.isUsable
        putBack(session)
        // The server was started anew, or ended what was idle.
        guard wasDead else { throw error }
      }
    }
    let opening = QueryWatch(limit: connectTime, isCancelled: watch.isCancelled)
    let session = try engine.openSession(opening)
    defer { putBack(session) }
    return try body(session)
  }

  private func takeIdle() -> (any DatabaseSession)? {
    dropOld()
    return idle.withLock { $0.popLast() }?.session
  }

  private func putBack(_ session: any DatabaseSession) {
    guard session.isUsable else { return session.close() }
    let entry = Idle(session: session, since: .now)
    idle.withLock { $0.append(entry) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(61)) { [weak self] in self?.dropOld() }
  }

  private func dropOld() {
    let limit = ContinuousClock.now - SessionPool.patience
    let old = idle.withLock { idle in
      let old = idle.filter { $0.since < limit }
      idle.removeAll { $0.since < limit }
      return old
    }
    for old in old { old.session.close() }
  }
}
