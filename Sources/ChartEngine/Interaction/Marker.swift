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
  }

  public var text: String
  public var runs: [Run]
  /// What is behind it.
  public var background: Color
  /// The place on the mark that it points to.
  public var anchor: Point
  /// Where it is shown, inside the chart.
  public var frame: Rect
}
