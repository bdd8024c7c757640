/// How a pie is turned by dragging.
public struct RotationSpec: Hashable, Sendable {
  /// Whether dragging turns the pie. If not given: whole pies turn, partial ones don't.
  public var isEnabled: Bool?
  /// How far the pointer must move, in px, before a tap becomes a drag.
  public var threshold = 8.0
  /// Whether the pie spins on after a fast drag.
  public var hasInertia = true
  /// The share of its speed that a spinning pie loses each second, in (0, 1].
  public var deceleration = 0.9

  public init() {}
}
