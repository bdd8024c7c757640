import JSONModel

/// Which colour points and cells have, by value or by name.
public struct ColorChannelSpec: Hashable, Sendable {
  /// The colours that numbers get, from the least to the greatest. All can be told apart with any colour vision.
  public enum Scheme: String, CaseIterable, Hashable, Sendable {
    case viridis, cividis
    /// One hue, from pale to strong.
    case blues, greys
    /// Two hues, to both sides of a middle: brown and blue-green, red and blue, orange and purple.
    case brownTeal = "BrBG"
    case redBlue = "RdBu"
    case orangePurple = "PuOr"

    /// Whether what matters is on which side of a middle a number is, and how far from it.
    public var isDiverging: Bool {
      switch self {
      case .viridis, .cividis, .blues, .greys: false
      case .brownTeal, .redBlue, .orangePurple: true
      }
    }
  }

  public enum Scale: String, CaseIterable, Hashable, Sendable {
    case linear
    /// Equal ratios differ equally.
    case log
  }

  /// A number or a name for each value of the series.
  public var values = ColumnSpec.numbers([])
  /// The column of the data file that they are read from.
  public var column: String?
  /// What markers call it.
  public var title: String?
  public var scheme = Scheme.viridis
  public var scale = Scale.linear
  /// Which number has the colour in the middle; of a diverging scheme it is 0 between negative and positive ones, if not given.
  public var center: Double?
  /// The numbers that the first and the last colour stand for, which those beyond them have, too; the data's if not given.
  public var domain: [Double]?
  /// Whether the colours go from the greatest to the least.
  public var isReversed = false
  /// What the numbers stand for where the values were names, once they are made ready to be drawn.
  package var names: [String] = []
  /// From the least to the greatest number, once they are made ready to be drawn; `nil` without any.
  package var extent: ClosedRange<Double>?

  public init() {}

  static let schema: Schema<ColorChannelSpec> = .either(
    .either(
      objectSchema,
      or: ColumnSpec.listSchema.map(
        decode: { values throws(InvalidValue) in
          var channel = ColorChannelSpec()
          channel.values = values
          return channel
        }, encode: \.values)),
    or: Schema<String>.column().map(
      decode: { column throws(InvalidValue) in
        var channel = ColorChannelSpec()
        channel.column = column
        return channel
      }, encode: { $0.column ?? "" }))

  private static let objectSchema = Schema.object(
    "ColorChannel", "Which colour each has, by value or by name.", initial: ColorChannelSpec()
  ) {
    Property("values", \.values, ColumnSpec.schema, "A number or a name for each value, or a binary buffer.")
    Property("column", \.column, .optional(.column()), "The column of the data file.")
    Property("title", \.title, .optional(.name), "What markers call it; its column's name if not given.")
    Property(
      "scheme", \.scheme, .word(),
      "The colours of numbers; names have the palette's. `BrBG`, `RdBu` and `PuOr` go to both sides of a middle.")
    Property("scale", \.scale, .word(), "`log` for numbers over several powers of ten.")
    Property(
      "center", \.center, .optional(.number()),
      "The number in the middle of the colours: 0 if not given, where it lies between and the scheme has two sides.")
    Property(
      "domain", \.domain, .optional(.array(of: .number(), maxItems: 2)),
      "The least and the greatest number that are told apart: `[0, 100]`; the data's if not given.")
    Property("reverse", \.isReversed, .bool(), "Whether the colours go from the greatest to the least.")
  }.validated { channel, faults throws(InvalidValue) in
    if let domain = channel.domain {
      if domain.count != 2 || domain[0] >= domain[1] {
        try faults.add(InvalidValue("expected two numbers, the second one above the first", at: .key("domain")))
      } else if channel.scale == .log, domain[0] <= 0 {
        try faults.add(
          InvalidValue(
            "a log scale begins above 0, got \(JSON(domain[0]).text)", at: JSONPath([.key("domain"), .index(0)])))
      }
    }
    if channel.scale == .log, let center = channel.center, center <= 0 {
      try faults.add(InvalidValue("a log scale begins above 0, got \(JSON(center).text)", at: .key("center")))
    }
  }
}
