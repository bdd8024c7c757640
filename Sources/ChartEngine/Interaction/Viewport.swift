/// Which part of a plot is seen, where somebody has moved it.
public struct Viewport: Hashable, Sendable {
  /// How much larger than at first it is along both axes, at least 1.
  public var zoomX = 1.0
  public var zoomY = 1.0
  /// The position at the left edge: the number of a slot, a number, or milliseconds since 1970; on a log axis the
  /// logarithm. So a wider picture, or more data, shows the same from there on.
  public var startX = 0.0
  /// The share of the value axes below the lower edge, in [0, 1).
  public var startY = 0.0

  public init() {}
}
