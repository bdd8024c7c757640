/// What one subscriber wants to know, and what it has not yet been told.
struct Subscription: Sendable {
  /// The sessions, and whether their charts' pictures are wanted too.
  var sessions: [String: Bool] = [:]
  var pending = PendingChanges()
  /// Called when there is something after there was nothing.
  var wake: (@Sendable () -> Void)?

  /// Forgets what waits for a session's charts.
  mutating func leave(_ session: String) {
    sessions[session] = nil
    pending.removeAll(of: session)
  }
}
