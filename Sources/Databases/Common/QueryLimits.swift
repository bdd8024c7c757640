/// What one query may take, so that no spec keeps a server or this program from its work.
package struct QueryLimits: Hashable, Sendable {
  /// How long it may run, on the server and until all of it is here.
  package var time: Duration
  /// The most rows that are taken.
  package var rows: Int
  /// The most bytes that all values together may take here.
  package var bytes: Int
  /// How long it may take until a session is open.
  package var connectTime: Duration
  /// How long a picture waits for rows before one of those that are there is shown.
  package var patience: Duration

  package init(
    time: Duration = .seconds(30), rows: Int = 2_000_000, bytes: Int = 1 << 30, connectTime: Duration = .seconds(10),
    patience: Duration = .milliseconds(50)
  ) {
    (self.time, self.rows, self.bytes, self.connectTime) = (time, rows, bytes, connectTime)
    self.patience = patience
  }
}

/// Until when somebody waits for a query.
package struct QueryWatch: Sendable {
  /// Whether nobody waits any more.
  package let isCancelled: @Sendable () -> Bool
  package let deadline: ContinuousClock.Instant
  private let limit: Duration

  /// - Parameter isCancelled: Asked every ``pause``.
  package init(limit: Duration, isCancelled: @escaping @Sendable () -> Bool = { false }) {
    self.limit = limit
    self.isCancelled = isCancelled
    deadline = .now + limit
  }

  /// How long at most nobody asks.
  static let pause = Duration.milliseconds(20)

  /// How long to wait before asking again, in ms.
  var wait: Int32 {
    let rest = min(max(deadline - .now, .zero), QueryWatch.pause)
    return max(Int32(rest.components.attoseconds / 1_000_000_000_000_000), 1)
  }

  /// - Throws: ``DatabaseFault`` if it takes too long, or nobody waits any more.
  func check() throws(DatabaseFault) {
    if isCancelled() { throw .cancelled }
    if .now >= deadline { throw DatabaseFault(.timeout, "takes longer than \(limit.inSeconds)") }
  }
}

extension Duration {
  /// Whole milliseconds; at most those of a day.
  var milliseconds: Int64 { min(components.seconds, 86_400) * 1_000 + components.attoseconds / 1_000_000_000_000_000 }

  /// `30 s`, `0.5 s`
  package var inSeconds: String {
    let seconds = Double(components.seconds) + Double(components.attoseconds) / 1e18
    return "\(seconds) s".replacing(".0 s", with: " s")
  }
}
