import JSONModel
import JSONRPC
import OrderedCollections

/// All that a service holds, behind its one lock. What happens in here is a few dictionary look-ups and assignments;
/// whatever takes longer is done outside with a copy.
struct ServiceState: Sendable {
  var sessions: OrderedDictionary<String, Session> = [ChartService.defaultSession: Session()]
  var subscriptions: [UInt64: Subscription] = [:]
  var connections: [Connection] = []
  /// Whom to wake when the lock has been let go.
  var wakes: [@Sendable () -> Void] = []
  /// What is to be freed when the lock has been let go: with a million points that takes a while.
  var discarded: [any Sendable] = []
  private var lastNumber: UInt64 = 0
  private var lastSession = 0

  /// A number that was never given before.
  mutating func freshNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  /// A name that no session has: `session-1`, …
  mutating func freshSessionName() -> String {
    repeat { lastSession += 1 } while sessions["session-\(lastSession)"] != nil
    return "session-\(lastSession)"
  }

  /// - Throws: -32001.
  func session(_ name: String) throws(RPCError) -> Session {
    guard let session = sessions[name] else { throw .noSuchSession(name) }
    return session
  }

  /// - Throws: -32001, -32002.
  func record(_ key: ChartKey) throws(RPCError) -> ChartRecord {
    guard let session = sessions[key.session] else { throw .noSuchSession(key.session) }
    return try session.chart(key.chart)
  }

  /// Changes a chart in its place, so that its history is not copied.
  /// - Parameter change: What to do to the chart, and where to put what it has no use for any more.
  mutating func update(_ key: ChartKey, _ change: (inout ChartRecord, _ discarded: inout [any Sendable]) -> Void) {
    guard let session = sessions.index(forKey: key.session),
      let chart = sessions.values[session].charts.index(forKey: key.chart)
    else { return }
    change(&sessions.values[session].charts.values[chart], &discarded)
  }

  /// Keeps something until the lock has been let go.
  mutating func discard(_ value: some Sendable) { discarded.append(value) }

  mutating func log(_ entry: InteractionLog.Entry, in session: String, limits: ServiceLimits) {
    sessions[session]?.log.append(entry, limit: limits.log)
  }

  // MARK: - Telling subscribers

  /// Notes a change for all who subscribed to the chart's session.
  ///
  /// Each subscriber has at most one note for each chart, however long it doesn't look, so a slow one costs the others
  /// nothing but this.
  mutating func notify(_ key: ChartKey, _ change: PendingChange) {
    for (number, subscription) in subscriptions where subscription.sessions[key.session] != nil {
      let wasEmpty = subscription.pending.isEmpty
      subscriptions[number]?.note(change, for: key)
      if wasEmpty, let wake = subscription.wake { wakes.append(wake) }
    }
  }
}
