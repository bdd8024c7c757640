public import ChartModel

/// What is shown beside a mark that is pointed at or selected.
public struct Marker: Hashable, Sendable {
  /// A piece of text in one style.
  public struct Run: Hashable, Sendable {
    public var text: String
    /// As in CSS: 400 is regular, 700 bold.
    public var weight: Int?
    public var color: Color
    /// In px.
    public var size: Double?

    public init(text: String, weight: Int? = nil, color: Color, size: Double? = nil) {
      self.text = text
      self.weight = weight
      self.color = color
      self.size = size
    }
  }

  public var text: String
  public var runs: [Run]
  /// What is behind it.
  public var background: Color
  /// The place on the mark that it points to.
  public var anchor: Point
  /// Where it is shown, inside the chart.
  public var frame: Rect
  /// A line through all that it tells of, to be drawn with it; its text is a list then. `nil` where it tells of one mark.
  public var rule: Rule?

  /// A straight line.
  public struct Rule: Hashable, Sendable {
    public var start: Point
    public var end: Point

    public init(from start: Point, to end: Point) { (self.start, self.end) = (start, end) }
  }

  public init(text: String, runs: [Run], background: Color, anchor: Point, frame: Rect) {
    self.text = text
    self.runs = runs
    self.background = background
    self.anchor = anchor
    self.frame = frame
  }
}
