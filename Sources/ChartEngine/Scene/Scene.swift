public import ChartModel

/// What is to be drawn, independent of any format: a tree of shapes with styles and words for those who don't see them.
public struct Scene: Hashable, Sendable {
  /// The chart's name, with which all ids begin.
  public var id: String
  public var size: Size
  public var title: String
  /// The chart in words.
  public var description: String
  public var background: Color
  /// The letters of its texts.
  public var typeface: Typeface
  public var nodes: [Node]
  /// The animation that plays the picture in, if the picture is to play by itself.
  public var animation: SceneAnimation?

  public init(
    id: String, size: Size, title: String, description: String, background: Color, typeface: Typeface = .usual,
    nodes: [Node]
  ) {
    self.id = id
    self.size = size
    self.title = title
    self.description = description
    self.background = background
    self.typeface = typeface
    self.nodes = nodes
  }
}
