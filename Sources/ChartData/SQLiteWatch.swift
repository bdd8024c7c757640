import CSQLite
import SQLite
import Synchronization

/// Interrupts what takes too long or too much memory, or what nobody waits for any more: SQL has loops without end, and sorts them too.
final class SQLiteWatch: Sendable {
  private let limit: Duration
  private let deadline: ContinuousClock.Instant
  private let memoryLimit: Int64
  private let isCancelled: @Sendable () -> Bool
  private let found = Mutex<String?>(nil)

  /// The most bytes that all queries may take beyond what was taken when this one began: SQLite counts them together.
  private static let memory: Int64 = 256 << 20

  /// - Parameter isCancelled: Whether nobody waits for the answer any more; asked every 100 steps.
  init(limit: Duration, isCancelled: @escaping @Sendable () -> Bool = { false }) {
    self.limit = limit
    self.isCancelled = isCancelled
    deadline = ContinuousClock.now + limit
    memoryLimit = sqlite3_memory_used() + SQLiteWatch.memory
  }

  /// Why the query was interrupted.
  var reason: String? { found.withLock { $0 } }

  /// Has SQLite ask now and then whether to go on. The watch must live as long as the connection does.
  func install(on connection: borrowing SQLiteConnection) {
    // Every so many steps of SQLite's machine: at most a hundred cells of the greatest size can be made meanwhile.
    sqlite3_progress_handler(
      connection.handle, 100,
      { watch in
        guard let watch else { return 1 }
        return Unmanaged<SQLiteWatch>.fromOpaque(watch).takeUnretainedValue().isOver() ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func isOver() -> Bool {
    if isCancelled() {
      found.withLock { $0 = "was not read to its end: the request was cancelled" }
    } else if ContinuousClock.now >= deadline {
      found.withLock { $0 = "takes longer than \(limit.formatted)" }
    } else if sqlite3_memory_used() > memoryLimit {
      found.withLock { $0 = "was interrupted: queries take more than \(SQLiteWatch.memory >> 20) MiB of memory" }
    }
    return reason != nil
  }
}

extension Duration {
  fileprivate var formatted: String {
    let seconds = Double(components.seconds) + Double(components.attoseconds) / 1e18
    return "\(seconds) s".replacing(".0 s", with: " s")
  }
}
