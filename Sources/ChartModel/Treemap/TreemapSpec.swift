/// A treemap: a whole that is shared out among rectangles within rectangles, each as large as its value.
public struct TreemapSpec: Hashable, Sendable {
  public var common = CommonSpec()
  /// The parts of the whole, with parts of their own.
  public var slices: [SliceSpec] = []
  public var data: DataSpec?
  /// How many levels are seen at once; what lies deeper is seen by going in.
  public var depth = 3
  /// The space between rectangles, in px.
  public var padding = 3.0
  /// The radius of their corners, in px.
  public var cornerRadius = 2.0
  /// Whether a tap on a part that has parts goes into it.
  public var isDrillable = true
  public var labels = TreemapLabelSpec()

  public init() {}

  public init(slices: [SliceSpec]) { self.slices = slices }
}

/// What is written in the rectangles of a treemap.
public struct TreemapLabelSpec: Hashable, Sendable {
  /// Whether parts without parts of their own are labelled; the others always are.
  public var isVisible = true
  /// A line break begins another line, which is left out where there is no room for it.
  public var text = "{label}\n{value}"
  public var fontSize = TextSize.usual(12)
  /// Of the text; what can be read best if not given.
  public var color: Color?

  public init() {}
}
