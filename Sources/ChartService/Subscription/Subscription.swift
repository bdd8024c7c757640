import JSONModel
import OrderedCollections

/// What one subscriber wants to know, and what it has not yet been told.
struct Subscription: Sendable {
  /// The sessions, and whether their charts' pictures are wanted too.
  var sessions: [String: Bool] = [:]
  /// At most one change for each chart, the one that has waited longest first.
  var pending: OrderedDictionary<ChartKey, PendingChange> = [:]
  /// Called when there is something after there was nothing.
  var wake: (@Sendable () -> Void)?

  /// Joins a change with what is already waiting for the chart.
  mutating func note(_ change: PendingChange, for key: ChartKey) {
    guard var waiting = pending[key] else {
      pending[key] = change
      return
    }
    if change.kind == .deleted, waiting.isFirstSight {
      // Nobody has heard of it, so nobody needs to forget it. Without this, charts made and deleted in turn would fill
      // the memory while a subscriber doesn't look.
      pending.removeValue(forKey: key)
      return
    }
    waiting.join(change)
    pending[key] = waiting
  }

  /// Forgets what waits for a session's charts.
  mutating func leave(_ session: String) {
    sessions[session] = nil
    pending.removeAll { $0.key.session == session }
  }
}

/// A change of a chart, or several in one, on the way to a subscriber.
struct PendingChange: Sendable {
  static let causeLimit = 8
  static let eventLimit = 100

  var kind: ChartChange.Kind
  var revision: Int
  /// The methods that caused it, each once, oldest first.
  var causes: [String]
  /// The newest events.
  var events: [JSON]
  /// Whether the chart is new to all who hear of it.
  var isFirstSight = false

  mutating func join(_ later: PendingChange) {
    revision = later.revision
    switch (kind, later.kind) {
    case (_, .deleted):
      kind = .deleted
      (causes, events, isFirstSight) = (later.causes, later.events, false)
    case (_, .created):
      // Another chart under the same name: what happened to the old one doesn't matter any more.
      kind = .created
      (causes, events) = (later.causes, later.events)
    case (_, .changed):
      for cause in later.causes where !causes.contains(cause) { causes.append(cause) }
      events += later.events
    }
    if causes.count > PendingChange.causeLimit { causes.removeFirst(causes.count - PendingChange.causeLimit) }
    if events.count > PendingChange.eventLimit { events.removeFirst(events.count - PendingChange.eventLimit) }
  }
}
