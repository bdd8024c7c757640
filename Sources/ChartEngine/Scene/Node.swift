public import ChartModel

/// One node of a scene.
public struct Node: Hashable, Sendable {
  public indirect enum Shape: Hashable, Sendable {
    case path(Path)
    case circle(center: Point, radius: Double)
    case rect(Rect, cornerRadius: Double)
    case polyline([Point])
    case text(Text)
    case group([Node])
    /// Nodes of which only what lies within an outline is to be seen.
    case clipped(Path, [Node])
  }

  public var shape: Shape
  public var style: Style
  /// What it is for those who don't see it; decoration has none.
  public var meaning: Meaning?

  public init(_ shape: Shape, style: Style = Style(), meaning: Meaning? = nil) {
    self.shape = shape
    self.style = style
    self.meaning = meaning
  }
}
