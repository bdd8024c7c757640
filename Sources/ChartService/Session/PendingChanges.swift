import DequeModule

/// The changes that a subscriber has not been told of yet: at most one for each chart, the one that has waited longest first.
///
/// A dictionary, and beside it the charts in their order. A chart whose change is gone stays in that order until its turn
/// comes, or until there are more such charts than others.
struct PendingChanges: Sendable {
  private struct Waiting: Sendable {
    var change: PendingChange
    /// Tells its place in the order from earlier ones of the same chart.
    let turn: UInt64
  }

  private struct Place: Sendable {
    let key: ChartKey
    let turn: UInt64
  }

  private var waiting: [ChartKey: Waiting] = [:]
  private var order: Deque<Place> = []
  private var lastTurn: UInt64 = 0

  var isEmpty: Bool { waiting.isEmpty }
  var count: Int { waiting.count }
  /// How many places the order takes, those included whose changes are gone.
  var placeCount: Int { order.count }

  /// Joins a change with what is already waiting for the chart.
  /// - Complexity: O(1), amortised.
  mutating func note(_ change: PendingChange, for key: ChartKey) {
    guard let index = waiting.index(forKey: key) else {
      lastTurn += 1
      waiting[key] = Waiting(change: change, turn: lastTurn)
      order.append(Place(key: key, turn: lastTurn))
      return
    }
    if change.kind == .deleted, waiting.values[index].change.isFirstSight {
      // Nobody has heard of it, so nobody needs to forget it. Without this, charts made and deleted in turn would fill
      // the memory while a subscriber doesn't look.
      waiting.remove(at: index)
      tidy()
    } else {
      waiting.values[index].change.join(change)
    }
  }

  /// The chart whose change has waited longest, and what that is.
  /// - Complexity: O(1), amortised: it gives up the places before it whose changes are gone.
  mutating func first() -> (key: ChartKey, kind: ChangeKind)? {
    while let place = order.first {
      if let found = waiting[place.key], found.turn == place.turn { return (place.key, found.change.kind) }
      order.removeFirst()
    }
    return nil
  }

  /// Takes the change that has waited longest.
  /// - Complexity: O(1), amortised.
  mutating func popFirst() -> (key: ChartKey, change: PendingChange)? {
    guard let (key, _) = first(), let waiting = waiting.removeValue(forKey: key) else { return nil }
    order.removeFirst()
    return (key, waiting.change)
  }

  /// Forgets what waits for a session's charts.
  /// - Complexity: O(*n*)
  mutating func removeAll(of session: String) {
    waiting = waiting.filter { $0.key.session != session }
    tidy()
  }

  /// Gives up the places whose changes are gone, if they are more than the others.
  private mutating func tidy() {
    guard order.count > 2 * waiting.count + PendingChanges.spareCount else { return }
    order.removeAll { waiting[$0.key]?.turn != $0.turn }
  }

  /// So few places are no burden.
  private static let spareCount = 16
}
