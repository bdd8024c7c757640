import JSONModel

/// A straight line: an axis, a grid line, a limit.
public struct RuleSpec: Hashable, Sendable {
  /// The theme's if not given.
  public var color: Color?
  /// In px.
  public var width = 1.0
  /// The lengths of strokes and gaps in turn, in px; solid if empty.
  public var dash: [Double] = []

  public init() {}

  static let schema = Schema.object("Rule", "A straight line.", initial: RuleSpec()) {
    Property("color", \.color, .optional(Color.schema), "The theme's if not given.")
    Property("width", \.width, .number(min: 0, max: 100), "How wide the line is, in px.")
    Property("dash", \.dash, dashSchema, "The lengths of strokes and gaps in turn, in px: `[5, 10, 15]`.")
  }

  static let dashSchema = Schema<[Double]>.array(of: .number(min: 0, max: 10_000), maxItems: 32)

  /// A line as an object, or whether there is one.
  static let optionalSchema: Schema<RuleSpec?> = .either(
    .optional(schema),
    or: Schema<Bool>.bool().map(
      decode: { isVisible throws(InvalidValue) in isVisible ? RuleSpec() : nil }, encode: { $0 != nil }))
}
