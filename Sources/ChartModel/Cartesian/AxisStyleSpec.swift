import JSONModel

/// What all axes have in common: where they stand and how they look.
public struct AxisStyleSpec: Hashable, Sendable {
  public var isVisible = true
  public var title: String?
  /// The axis itself; none if not given.
  public var line: RuleSpec?
  /// Short strokes at the ticks, in px; 0 for none.
  public var tickLength = 0.0
  /// Lines across the plot at the ticks; none if not given.
  public var grid: RuleSpec?
  public var labels = AxisLabelSpec()
  /// How many labels there are at most; as many as there is room for if not given.
  public var maxLabels: Int?
  /// The room for the labels in px, measured if not given.
  public var band: Double?

  public init() {}

  static let properties: [Property<AxisStyleSpec>] = [
    Property("visible", \.isVisible, .bool(), "Whether the axis is shown at all."),
    Property("title", \.title, .optional(.name), "What it measures, written along it.")
      .alsoCalled("label", "name", "unit"),
    Property("line", \.line, RuleSpec.optionalSchema, "The axis itself: true, or how it looks."),
    Property("tickLength", \.tickLength, .number(min: 0, max: 100), "The length of the strokes at the ticks, in px."),
    Property("grid", \.grid, RuleSpec.optionalSchema, "Lines across the plot at the ticks: true, or how they look."),
    Property("tickLabels", \.labels, AxisLabelSpec.schema, "What is written at the ticks; false for nothing."),
    Property(
      "maxLabels", \.maxLabels, .optional(.integer(min: 0, max: 1_000)),
      "The most labels; as many as there is room for if not given."),
    Property(
      "band", \.band, .optional(.number(min: 0, max: 2_000)), "The room for the labels in px, if not as measured."),
  ]
}
