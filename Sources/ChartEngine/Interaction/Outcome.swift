/// What an interaction led to.
public struct Outcome: Hashable, Sendable {
  /// The state afterwards.
  public var state: ChartState
  /// Whether the picture changed.
  public var changed: Bool
  /// What was under the pointer, for interactions that have a place.
  public var hit: Hit?
  public var events: [Event]

  public init(state: ChartState, changed: Bool, hit: Hit?, events: [Event]) {
    self.state = state
    self.changed = changed
    self.hit = hit
    self.events = events
  }
}
