import JSONModel

/// What can happen to a chart.
public enum ChangeKind: Hashable, Sendable {
  case created, changed, deleted
}

/// A change of a chart, or several in one, on the way to a subscriber.
struct PendingChange: Sendable {
  static let causeLimit = 8
  static let eventLimit = 100

  var kind: ChangeKind
  var revision = 0
  /// The methods that caused it, each once, oldest first.
  var causes: [String]
  /// The newest events.
  var events: [JSON] = []
  /// Whether the chart is new to all who hear of it.
  var isFirstSight = false

  /// The same of another revision: so one can be made before the lock is taken, for one chart or for many.
  func at(_ revision: Int) -> PendingChange {
    var change = self
    change.revision = revision
    return change
  }

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
