/// What is written at the slices.
public struct PieLabelSpec: Hashable, Sendable {
  public enum Position: String, CaseIterable, Hashable, Sendable {
    case none
    /// Inside the slices, where there is room.
    case inside
    /// At the chart's sides, with a line from the rim.
    case leader
  }

  public var position = Position.leader
  /// What is written: `{label}`, `{value}` and `{percent}` stand for what they say.
  public var text = "{label} {percent}"
  /// How far the labels' outer ends are from the chart's sides, in px. If not given, 25 at least, and no farther from the
  /// rim than is easily followed.
  public var margin: Double?
  public var fontSize = TextSize.usual(12)
  /// Of the text; what can be read best if not given.
  public var color: Color?
  /// The line from the rim to a label at the side.
  public var line = RuleSpec()

  public init() {}

  var isVisible: Bool {
    get { position != .none }
    set { position = newValue ? .leader : .none }
  }
}
