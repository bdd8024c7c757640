import JSONModel

/// A text at a place in the plot, with a line to it, or an arrow from there to another place.
public struct AnnotationSpec: Hashable, Sendable {
  /// What leads from the text to its place.
  public enum Leader: String, CaseIterable, Hashable, Sendable { case none, line, arrow }

  /// A place in the plot.
  public struct Place: Hashable, Sendable {
    public var x: PositionSpec?
    public var y: PositionSpec?

    public init() {}

    static let schema = Schema.object("AnnotationPlace", "A place in the plot.", initial: Place()) {
      properties.map { $0 }
    }

    static let properties: [Property<Place>] = [
      Property("x", \.x, .optional(PositionSpec.schema), "The position: a number, a moment or a name.", required: true),
      Property("y", \.y, .optional(PositionSpec.schema), "The value: a number, a moment or a name.", required: true),
    ]
  }

  public var text = ""
  public var place = Place()
  /// Where the arrow ends that begins at the place; none if not given.
  public var end: Place?
  /// The axis that values are of.
  public var axis = SeriesSpec.AxisSide.left
  /// How far the middle of the text is right of its place and below it, in px; where it covers nothing if not given.
  public var offset: [Double]?
  /// A line where the text is not right beside its place, if not given.
  public var leader: Leader?
  public var color: Color?
  public var fontSize = TextSize.usual(11)
  /// Whether a small ring marks the place.
  public var hasDot = false

  public init() {}

  public static let maximumCount = 200

  static let schema = Schema.object(
    "Annotation", "A text at a place in the plot, with a line to it.", initial: AnnotationSpec()
  ) {
    Property("text", \.text, .string(), "What is written; `\\n` begins a new line.").alsoCalled("label")
    Place.properties.map { $0.lifted(to: \AnnotationSpec.place) }
    Property("to", \.end, .optional(Place.schema), "Where an arrow ends that begins at the place.")
    Property("axis", \.axis, .word(), "The value axis that `y` is of.")
    Property(
      "offset", \.offset, .optional(.array(of: .number(), minItems: 2, maxItems: 2)),
      "`[right, down]`: how far the middle of the text is from its place, in px; where it covers nothing if not given.")
    Property(
      "leader", \.leader, .optional(.word()),
      "What leads from the text to its place: `line`, `arrow` or `none`; a line where the text is not right beside it, if not "
        + "given."
    )
    .alsoCalled("arrow")
    Property("color", \.color, .optional(Color.schema), "The theme's if not given.")
    Property("fontSize", \.fontSize, TextSize.schema, "How large letters are, in px.")
    Property("dot", \.hasDot, .bool(), "Whether a small ring marks the place.")
  }
}
