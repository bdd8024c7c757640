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
