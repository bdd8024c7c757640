package import JSONModel

/// How bars look.
public struct BarStyleSpec: SeriesStyle, Hashable, Sendable {
  /// The colour of each bar in turn, instead of the series'.
  public var colors: [Color] = []
  /// Colours from top to bottom.
  public var gradient: [GradientStopSpec] = []
  public var shape = BarShapeSpec()
  /// How the highlighted bar looks, where it looks otherwise.
  public var highlighted = HighlightedBarSpec()
  /// The full-height track behind each bar; none if not given.
  public var track: Color?
  /// Bars of series with the same stack stand on one another.
  public var stack: String?
  /// How bars of value 0 look; not at all if not given.
  public var zero: ZeroBarSpec?
  public var labels = BarLabelSpec()
  public var opacity = 1.0
  /// Where each bar begins, instead of 0.
  public var base: NumberChannelSpec?
  public var error: ErrorSpec?

  public init() {}

  package static let name = "bar"
  package static let documentation = "A bar for each value."
  package static let chartDocumentation = "A bar for each value."

  package var kind: SeriesSpec.Kind { .bar(self) }
  package var standsInSlots: Bool { true }
  package static let valuesMayBeMoments = true

  package func weight(ofEntries count: Int) -> Int {
    let outline = [shape, highlighted.shape].compactMap { $0?.outlineLength }.max() ?? 1
    return count * (outline + labels.weight)
  }

  package static let properties: [Property<BarStyleSpec>] = [
    Property("colors", \.colors, .array(of: Color.schema, maxItems: 100_000), "The colour of each bar in turn."),
    Property("gradient", \.gradient, GradientStopSpec.listSchema, "Colours from top to bottom."),
    Property("shape", \.shape, BarShapeSpec.schema, "`rectangle`, `rounded` at its end, `capsule`, or a path."),
    Property("highlighted", \.highlighted, HighlightedBarSpec.schema, "How the highlighted bar looks."),
    Property("track", \.track, .optional(Color.schema), "The colour of a track as high as the plot behind each bar."),
    Property("stack", \.stack, .optional(.string(minLength: 1)), "Series with the same one stand on one another.")
      .alsoCalled("stacked"),
    Property("zero", \.zero, ZeroBarSpec.schema, "How bars of value 0 look: true for grey ones."),
    Property("labels", \.labels, BarLabelSpec.schema, "Where values are written: `none`, `above`, `inside`."),
    Property("opacity", \.opacity, .number(min: 0, max: 1), "0 for nothing to be seen."),
    Property(
      "base", \.base, .optional(NumberChannelSpec.placeSchema),
      "Where each bar begins, instead of 0: numbers, moments, or the name of a column."
    )
    .alsoCalled("from", "start", "low"),
    ErrorSpec.property(in: \.error),
  ]

  package static let channelNames = ["base"] + ErrorSpec.channelNames
  package var channels: [SeriesChannel] {
    (base.map { [$0.channel("base", mayHoldMoments: true)] } ?? []) + (error?.channels ?? [])
  }

  package mutating func fill(channel name: String, with values: ColumnSpec) {
    if name == "base" { base?.values = values } else { error?.fill(channel: name, with: values) }
  }

  package func checkMoments() throws(InvalidValue) {
    try MomentCheck.refuse(stack: stack)
    guard base != nil else {
      throw InvalidValue("is required: where each bar begins, since moments have no 0 to stand on", at: .key("base"))
    }
  }

  package func validate() throws(InvalidValue) {
    try error?.validate()
    if base != nil, stack != nil {
      throw InvalidValue("bars begin at their own `base` or on those of their `stack`, not both", at: .key("base"))
    }
  }
}
