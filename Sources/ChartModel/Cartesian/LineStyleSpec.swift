package import JSONModel

/// How a line looks.
public struct LineStyleSpec: SeriesStyle, Hashable, Sendable {
  /// How it goes from one value to the next.
  public enum Curve: String, CaseIterable, Hashable, Sendable {
    case linear
    /// Straight across, then up or down: before, in the middle of, or after the next position.
    case stepBefore, step, stepAfter
    /// Through half-way points pulled by the distances to the neighbours.
    case smooth
    /// Smooth without going beyond the values.
    case monotone
  }

  public enum Cap: String, CaseIterable, Hashable, Sendable { case round, butt, square }
  public enum Join: String, CaseIterable, Hashable, Sendable { case round, miter, bevel }

  /// In px.
  public var width = 2.0
  public var opacity = 1.0
  public var dash: [Double] = []
  public var cap = Cap.round
  public var join = Join.round
  public var curve = Curve.linear
  /// How much `smooth` curves bend, from 0 to 1.
  public var smooth = 0.6
  /// Colours along the plot's width.
  public var gradient: [GradientStopSpec] = []
  /// Colours by value; above the last threshold its colour stays.
  public var thresholds: [ThresholdSpec] = []
  public var dots = DotSpec()
  public var area: AreaSpec?
  /// Lines with the same one stand on one another.
  public var stack: String?
  public var error: ErrorSpec?
  /// Shown at the last value once the line is drawn in.
  public var endBubble: EndBubbleSpec?
  /// Whether there is nothing but the band between the ends of ``error``, once it is made ready to be drawn: its values are the
  /// middles of these.
  package var isBandAlone = false

  public init() {}

  package static let name = "line"
  package static let documentation = "A line through its values."
  package static let chartDocumentation = "Lines through values."

  package var kind: SeriesSpec.Kind { .line(self) }
  package var isStackable: Bool { true }
  /// Those of a band are where both of its ends are.
  package func entryCount(ofValues count: Int) -> Int {
    guard count == 0, let low = error?.low?.values, let high = error?.high?.values else { return count }
    return min(low.count, high.count)
  }
  package static let valuesMayBeMoments = true

  package static let properties: [Property<LineStyleSpec>] = [
    Property("width", \.width, .number(min: 0, max: 100), "How wide the line is, in px."),
    Property("opacity", \.opacity, .number(min: 0, max: 1), "0 for nothing to be seen."),
    Property("dash", \.dash, RuleSpec.dashSchema, "The lengths of strokes and gaps in turn, in px: `[5, 10, 15]`.")
      .alsoCalled("dashed", "lineStyle", "style"),
    Property("cap", \.cap, .word(), "How its ends look."),
    Property("join", \.join, .word(), "How its corners look."),
    Property("curve", \.curve, .word(), "How it goes from one value to the next."),
    Property("smooth", \.smooth, .number(min: 0, max: 1), "How much `smooth` curves bend."),
    Property(
      "gradient", \.gradient, GradientStopSpec.alongLineSchema,
      "Colours along the plot's width: two or more, or with offsets; `true` for orange to red."),
    Property(
      "thresholds", \.thresholds, .array(of: ThresholdSpec.schema, maxItems: 100),
      "Colours by value, in rising order: below each `below` its colour; above the last one the last colour stays."),
    Property("dots", \.dots, DotSpec.schema, "What is drawn at the values: `none`, `ends`, `all`, or an object."),
    Property("area", \.area, AreaSpec.schema, "What fills the room below it: true, or how it looks."),
    Property(
      "stack", \.stack, .optional(.string(minLength: 1)),
      "Lines with the same one stand on one another, with areas between them unless `area` is given."
    )
    .alsoCalled("stacked"),
    ErrorSpec.property(in: \.error),
    Property("endBubble", \.endBubble, EndBubbleSpec.schema, "A bubble with the last value: true, or what it says."),
  ]

  package static let channelNames = ErrorSpec.channelNames
  package var channels: [SeriesChannel] { error?.channels ?? [] }
  package mutating func fill(channel name: String, with values: ColumnSpec) { error?.fill(channel: name, with: values) }

  package func checkMoments() throws(InvalidValue) {
    try MomentCheck.refuse(stack: stack)
    guard thresholds.isEmpty else {
      throw InvalidValue("are numbers, and the values are moments: leave them out", at: .key("thresholds"))
    }
    guard area == nil else {
      throw InvalidValue(
        "an area ends at 0, which moments don't have: leave it out, or give `error` a band", at: .key("area"))
    }
  }

  package func validate() throws(InvalidValue) {
    try error?.validate()
    for (stop, threshold) in thresholds.enumerated().dropFirst() where threshold.below <= thresholds[stop - 1].below {
      throw InvalidValue(
        "expected more than the threshold before it",
        at: JSONPath([.key("thresholds"), .index(stop), .key("below")]))
    }
  }
}
