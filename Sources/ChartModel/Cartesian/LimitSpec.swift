import JSONModel

/// An axis of a plot that something is placed by.
public enum RuledAxis: String, CaseIterable, Hashable, Sendable {
  case x, left, right

  /// Which value axis; `nil` for that of positions.
  package var side: SeriesSpec.AxisSide? {
    switch self {
    case .x: nil
    case .left: .left
    case .right: .right
    }
  }
}

/// A constant line across the plot.
public struct LimitSpec: Hashable, Sendable {
  /// Where on its axis it lies: at a number or moment, or, on the x axis, at a name.
  public var place = PositionSpec.number(0)
  public var axis = RuledAxis.left
  public var rule = RuleSpec()
  public var label: String?
  /// Whether it lies above the series.
  public var isAbove = true

  public init() {}

  /// Where on an axis of numbers it lies; NaN for what is no number.
  public var value: Double {
    get { if case .number(let value) = place { value } else { .nan } }
    set { place = .number(newValue) }
  }

  // A limit that lies nowhere is not drawn.
  static let schema = Schema.object("Limit", "A constant line across the plot.", initial: LimitSpec()) {
    Property(
      "value", \.place, PositionSpec.schema,
      "Where it lies on its axis: at a number or a moment, or, with `axis: x`, at a name.", required: true)
    Property("axis", \.axis, .word(), "Which axis: `x` for a line from the bottom to the top.")
    RuleProperties.all(in: \LimitSpec.rule)
    Property("label", \.label, .optional(.string()), "What is written at it.")
    Property("above", \.isAbove, .bool(), "Whether it lies above the series.")
  }.validated { limit throws(InvalidValue) in
    guard limit.axis != .x, case .text(let text) = limit.place, !text.mayBeMoment else { return }
    throw InvalidValue(
      "expected a number, or a moment such as 2026-08-21, got '\(text.excerpt)'; with `axis: x` it can be a name",
      at: .key("value"), kind: .mismatch)
  }
}

/// A stretch of an axis, coloured behind everything else.
public struct BandSpec: Hashable, Sendable {
  public typealias Axis = RuledAxis

  public var axis = Axis.left
  public var from: PositionSpec?
  public var to: PositionSpec?
  public var color: Color?
  public var label: String?

  public init() {}

  static let schema = Schema.object("Band", "A coloured stretch of an axis.", initial: BandSpec()) {
    Property("axis", \.axis, .word(), "The axis of which it is a stretch.")
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
    Property("width", \.width, .number(min: 0, max: 100), "How wide the line is, in px."),
    Property("dash", \.dash, RuleSpec.dashSchema, "The lengths of strokes and gaps in turn, in px."),
  ]
}
