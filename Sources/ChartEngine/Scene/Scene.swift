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
  public var nodes: [Node]
  /// The animation that plays the picture in, if the picture is to play by itself.
  public var animation: SceneAnimation?

  public init(id: String, size: Size, title: String, description: String, background: Color, nodes: [Node]) {
    self.id = id
    self.size = size
    self.title = title
    self.description = description
    self.background = background
    self.nodes = nodes
  }
}

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

/// What a node means: roles and labels of WAI-ARIA's graphics module.
public struct Meaning: Hashable, Sendable {
  public enum Role: String, Hashable, Sendable {
    /// Something with parts, such as all slices, or a legend.
    case object = "graphics-object"
    /// One mark.
    case symbol = "graphics-symbol"
  }

  public var role: Role
  /// What sort of thing it is, in a word: `slice`.
  public var kind: String
  /// What it says: `Rent: 25 (25%)`.
  public var label: String
  /// The indices that lead to the mark, joined by dots, so that a client can tell which element is which mark.
  public var path: [Int]?
  public var isSelected = false

  public init(role: Role, kind: String, label: String, path: [Int]? = nil, isSelected: Bool = false) {
    self.role = role
    self.kind = kind
    self.label = label
    self.path = path
    self.isSelected = isSelected
  }
}

/// A line of text.
public struct Text: Hashable, Sendable {
  public enum Anchor: String, Hashable, Sendable {
    case start, middle, end
  }

  /// A piece of it in one colour and weight.
  public struct Run: Hashable, Sendable {
    public var text: String
    public var color: Color
    public var isBold: Bool

    public init(_ text: String, color: Color, isBold: Bool = false) {
      self.text = text
      self.color = color
      self.isBold = isBold
    }
  }

  public var runs: [Run]
  /// Where its anchor lies on the baseline.
  public var position: Point
  public var anchor: Anchor
  /// In px.
  public var size: Double

  public init(runs: [Run], at position: Point, anchor: Anchor, size: Double) {
    self.runs = runs
    self.position = position
    self.anchor = anchor
    self.size = size
  }
}

/// An animation that an SVG can play by itself.
public struct SceneAnimation: Hashable, Sendable {
  /// A sector that opens: drawn as a stroke along a circle, which CSS can animate.
  public struct Fan: Hashable, Sendable {
    public var center: Point
    /// The radii of the sector's edges, in px.
    public var inner: Double
    public var outer: Double
    /// How far the sector begins from the start angle and how wide it is, in degrees, once it is open.
    public var offset: Double
    public var sweep: Double
    public var color: Color
  }

  public enum Movement: Hashable, Sendable {
    /// Sectors open like a fan from an angle on, with a separating line of a colour and width between them.
    case sweep([Fan], startAngle: Double, stroke: Color, strokeWidth: Double)
    /// The marks are uncovered clockwise from an angle on, over so many degrees, within a radius.
    case wipe(center: Point, radius: Double, startAngle: Double, sweep: Double)
  }

  public var movement: Movement
  /// In seconds.
  public var duration: Double
  public var easing: Easing
}
