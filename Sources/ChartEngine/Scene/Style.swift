public import ChartModel

/// How a shape is painted. What is `nil` is not painted.
public struct Style: Hashable, Sendable {
  public var fill: Color?
  public var stroke: Color?
  /// In px.
  public var strokeWidth = 1.0

  public init(fill: Color? = nil, stroke: Color? = nil, strokeWidth: Double = 1) {
    self.fill = fill
    self.stroke = stroke
    self.strokeWidth = strokeWidth
  }
}
