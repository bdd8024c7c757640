import ChartModel

/// A way into a part of a hierarchy, or out of it, that is seen as movement.
public struct Travel: Hashable, Sendable {
  /// The root before; `nil` for the whole.
  public var from: [Int]?
  /// How far it is, from 0 to 1, before easing.
  public var progress = 0.0

  /// How long one takes, in seconds.
  static let duration = 0.4
  /// How far it is after easing.
  var phase: Double { Easing.easeInOut.curve(progress) }
}
