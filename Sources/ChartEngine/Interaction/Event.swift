/// What a chart tells those who listen.
public enum Event: Hashable, Sendable {
  case valueSelected(MarkReference)
  case nothingSelected
  /// The start angle now, and how far it turned, in degrees.
  case rotated(angle: Double, by: Double)
  /// A spin has come to rest, at this start angle in degrees.
  case settled(angle: Double)
  /// The draw-in animation has ended; `false` if it was stopped.
  case animationFinished(completed: Bool)
}

/// A mark by its place, with what it stands for.
public struct MarkReference: Hashable, Sendable {
  public var series: Int
  public var index: Int
  public var path: [Int]
  public var label: String
  public var value: Double
  /// The share of the total, in [0, 1].
  public var fraction: Double
}
