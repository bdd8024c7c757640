import JSONModel

/// A colour on the way from one to another.
public struct GradientStopSpec: Hashable, Sendable {
  /// From 0 to 1; evenly apart if not given.
  public var offset: Double?
  public var color = Color.black

  public init() {}

  public init(_ color: Color, offset: Double? = nil) {
    self.color = color
    self.offset = offset
  }

  /// A colour alone, or with its place.
  static let schema: Schema<GradientStopSpec> = .either(
    .object("GradientStop", "A colour on the way from one to another.", initial: GradientStopSpec()) {
      Property("offset", \.offset, .optional(.number(min: 0, max: 1)), "From 0 to 1; evenly apart if not given.")
      Property("color", \.color, Color.schema, "A CSS colour.", required: true)
    },
    or: Color.schema.map(
      decode: { color throws(InvalidValue) in GradientStopSpec(color) }, encode: \.color))

  static let listSchema = Schema<[GradientStopSpec]>.array(of: schema, maxItems: 100)

  /// The same of a line, for which `true` stands for colours, too.
  static let alongLineSchema: Schema<[GradientStopSpec]> = .either(
    listSchema, or: Schema<Bool>.bool().map(decode: { $0 ? standard : [] }, encode: { !$0.isEmpty }))

  /// From orange to red.
  static let standard = [GradientStopSpec(Color(rgb: 0xfda408)), GradientStopSpec(Color(rgb: 0xfb252d))]
}

/// "Below this value, this colour."
public struct ThresholdSpec: Hashable, Sendable {
  public var below = 0.0
  public var color = Color.black

  public init() {}

  public init(below: Double, color: Color) {
    self.below = below
    self.color = color
  }

  static let schema = Schema.object("Threshold", "A colour for the values below one.", initial: ThresholdSpec()) {
    // Programs may say that all values are below.
    Property(
      "below", \.below, Schema<Double>.number().unrestricted, "Values below this one have the colour.", required: true)
    Property("color", \.color, Color.schema, "A CSS colour.", required: true)
  }
}
