public import ChartModel

/// One node of a scene.
public struct Node: Hashable, Sendable {
  public enum Shape: Hashable, Sendable {
    case path(Path)
    case circle(center: Point, radius: Double)
    /// Discs with styles of their own; of the node's style only the opacity counts.
    case dots(Dots)
    case rect(Rect, cornerRadius: Double)
    case polyline([Point])
    case text(Text)
    /// A picture whose pixels share out a rectangle, each with sharp edges.
    case raster(Raster, Rect)
    case group([Node])
    /// Nodes of which only what lies within an outline is to be seen.
    case clipped(Path, [Node])
    /// Nodes of which only what lies within a rectangle is seen; any number of nodes may share the rectangle.
    case cropped(Rect, [Node])
  }

  public var shape: Shape
  public var style: Style
  /// What it is for those who don't see it; decoration has none.
  public var meaning: Meaning?
  /// How it comes in when the picture plays by itself (N2); `nil` if it is there from the beginning.
  public var entrance: Entrance?

  /// - Parameter style: Of a group only the opacity counts.
  public init(_ shape: Shape, style: Style = Style(), meaning: Meaning? = nil, entrance: Entrance? = nil) {
    self.shape = shape
    self.style = style
    self.meaning = meaning
    self.entrance = entrance
  }
}
