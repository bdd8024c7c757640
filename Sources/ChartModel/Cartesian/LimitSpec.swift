import JSONModel

/// A constant line across the plot.
public struct LimitSpec: Hashable, Sendable {
  public var value = 0.0
  public var axis = SeriesSpec.AxisSide.left
  public var rule = RuleSpec()
  public var label: String?
  /// Whether it lies above the series.
  public var isAbove = true

  public init() {}

  static let schema = Schema.object("Limit", "A constant line across the plot.", initial: LimitSpec()) {
    // A limit that lies nowhere is not drawn.
    Property(
      "value", \.value, Schema<Double>.number().unrestricted, "Where it lies on the value axis.", required: true)
    Property("axis", \.axis, .word(), "Which value axis.")
    RuleProperties.all(in: \LimitSpec.rule)
    Property("label", \.label, .optional(.string()), "What is written at it.")
    Property("above", \.isAbove, .bool(), "Whether it lies above the series.")
  }
}

/// A stretch of an axis, coloured behind everything else.
public struct BandSpec: Hashable, Sendable {
  public enum Axis: String, CaseIterable, Hashable, Sendable { case x, left, right }

  public var axis = Axis.left
  public var from: PositionSpec?
  public var to: PositionSpec?
  public var color: Color?
  public var label: String?

  public init() {}

  static let schema = Schema.object("Band", "A coloured stretch of an axis.", initial: BandSpec()) {
    Property("axis", \.axis, .word(), "Which axis.")
    Property("from", \.from, .optional(PositionSpec.schema), "Where it begins; the axis's end if not given.")
    Property("to", \.to, .optional(PositionSpec.schema), "Where it ends; the axis's end if not given.")
    Property("color", \.color, .optional(Color.schema), "The theme's if not given.")
    Property("label", \.label, .optional(.string()), "What is written in it.")
  }
}

/// The properties of a rule, without a level of their own.
enum RuleProperties {
  static func all<Root: Sendable>(in keyPath: any WritableKeyPath<Root, RuleSpec> & Sendable) -> [Property<Root>] {
    properties.map { $0.lifted(to: keyPath) }
  }

  private static let properties: [Property<RuleSpec>] = [
    Property("color", \.color, .optional(Color.schema), "The theme's if not given."),
    Property("width", \.width, .number(min: 0, max: 100), "px"),
    Property("dash", \.dash, RuleSpec.dashSchema, "The lengths of strokes and gaps in turn, in px."),
  ]
}
