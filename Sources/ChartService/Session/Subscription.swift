import ChartModel

/// What one subscriber wants to know, and what it has not yet been told.
struct Subscription: Sendable {
  /// What is wanted besides that a chart has changed.
  struct Contents: Sendable {
    /// The picture.
    var isRendered = false
    /// What interactions made of it.
    var tellsState = false
    /// Of what is around pictures where they are shown.
    var theme: Theme?
  }

  /// The sessions.
  var sessions: [String: Contents] = [:]
  var pending = PendingChanges()
  /// Called when there is something after there was nothing.
  var wake: (@Sendable () -> Void)?

  /// Forgets what waits for a session's charts.
  mutating func leave(_ session: String) {
    sessions[session] = nil
    pending.removeAll(of: session)
  }
}
