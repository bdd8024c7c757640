import JSONRPC
import OrderedCollections

/// All that a service holds, behind its one lock. What happens in here is a few dictionary look-ups and assignments;
/// whatever takes longer is done outside with a copy.
struct ServiceState: Sendable {
  var sessions: OrderedDictionary<String, Session>
  var subscriptions: [UInt64: Subscription] = [:]
  var connections: [Connection] = []
  /// Where memory is handed over.
  var memorySocket: String?
  /// Whom to wake when the lock has been let go.
  var wakes: [@Sendable () -> Void] = []
  /// What is to be freed when the lock has been let go: with a million points that takes a while.
  var discarded: [any Sendable] = []
  private var lastNumber: UInt64 = 0
  /// The last number given to a session without a name.
  var lastSession = 0

  /// - Parameter sessions: What was there before; the default session is there in any case.
  init(sessions: OrderedDictionary<String, Session> = [:]) {
    self.sessions = sessions
    if sessions[ChartService.defaultSession] == nil {
      self.sessions.updateValue(Session(), forKey: ChartService.defaultSession, insertingAt: 0)
    }
  }

  /// The version of what was there before anything was done: it is replaced with the first change.
  static func versionBefore() -> UInt64 { 0 }

  /// A number that was never given before.
  mutating func freshNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  /// A name that no session has, and its number: `session-1`, …
  func freshSessionName() -> (name: String, number: Int) {
    var number = lastSession
    repeat { number += 1 } while sessions["session-\(number)"] != nil
    return ("session-\(number)", number)
  }

  /// - Throws: -32001.
  func session(_ name: String) throws(RPCError) -> Session {
    guard let session = sessions[name] else { throw .noSuchSession(name) }
    return session
  }

  /// A chart, if it is there.
  func chart(_ key: ChartKey) -> ChartRecord? { sessions[key.session]?.charts[key.chart] }

  func record(_ key: ChartKey) throws(MissingChart) -> ChartRecord {
    guard let session = sessions[key.session] else { throw .session(key.session) }
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

  /// Logs what was done to a chart.
  /// - Parameter revision: The chart's revision afterwards.
  mutating func log(_ record: InteractionLog.Record, at revision: Int, in session: String, limits: ServiceLimits) {
    var record = record
    record.entry.revision = revision
    guard let forgotten = sessions[session]?.log.append(record, limits: limits), !forgotten.isEmpty else { return }
    discarded.append(forgotten)
  }

  // MARK: - Telling subscribers

  /// Notes a change for all who subscribed to the chart's session.
  ///
  /// Each subscriber has at most one note for each chart, however long it doesn't look, so a slow one costs the others
  /// nothing but this.
  /// - Complexity: O(1) for each subscriber, amortised.
  mutating func notify(_ key: ChartKey, _ change: PendingChange) {
    updateSubscriptions { subscription in
      guard subscription.sessions[key.session] != nil else { return nil }
      let wasEmpty = subscription.pending.isEmpty
      subscription.pending.note(change, for: key)
      return wasEmpty ? subscription.wake : nil
    }
  }

  /// Lets none hear of a session any more. What waits is still told.
  mutating func endSubscriptions(to session: String) {
    updateSubscriptions { subscription in
      subscription.sessions[session] = nil
      return nil
    }
  }

  /// Changes each subscription in its place. A loop over the dictionary would hold on to it meanwhile, and so each change
  /// would copy all that waits.
  /// - Parameter change: What to do, and whom to wake of it.
  private mutating func updateSubscriptions(_ change: (inout Subscription) -> (@Sendable () -> Void)?) {
    var index = subscriptions.startIndex
    while index != subscriptions.endIndex {
      if let wake = change(&subscriptions.values[index]) { wakes.append(wake) }
      subscriptions.formIndex(after: &index)
    }
  }
}
