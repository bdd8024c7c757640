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

  public init(text: String, runs: [Run], background: Color, anchor: Point, frame: Rect) {
    self.text = text
    self.runs = runs
    self.background = background
    self.anchor = anchor
    self.frame = frame
  }
}
