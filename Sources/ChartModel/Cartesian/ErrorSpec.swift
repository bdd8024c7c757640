import JSONModel

/// How sure values are: between which ends they lie, as columns, as distances from the values, or as one distance for all.
public struct ErrorSpec: Hashable, Sendable {
  public enum Style: String, CaseIterable, Hashable, Sendable {
    /// A line with caps through each value.
    case bars
    /// An area about all of them.
    case band
  }

  // Distances from moments are days.

  /// What is the same for all values: the distance to both ends.
  public var constant: Double?
  /// The distance of each value to both of its ends, or to the lower and the upper one.
  public var distance: NumberChannelSpec?
  public var minus: NumberChannelSpec?
  public var plus: NumberChannelSpec?
  /// The ends themselves.
  public var low: NumberChannelSpec?
  public var high: NumberChannelSpec?
  /// A band for lines, bars for all else if not given.
  public var style: Style?
  /// The series' if not given, or one that can be seen on bars.
  public var color: Color?
  /// Of the lines, in px.
  public var width = 1.5
  /// How wide the caps at the ends are, in px.
  public var cap = 8.0
  /// Of a band.
  public var opacity = 0.25

  public init() {}

  /// Whether it says both ends without the values between them, so that it may stand alone.
  package var hasBothEnds: Bool { low != nil && high != nil }

  static let schema: Schema<ErrorSpec> = .either(
    .either(
      .either(
        .object("Error", "How sure values are.", initial: ErrorSpec()) {
          Property(
            "constant", \.constant, .optional(.number(min: 0)),
            "The same distance to both ends for all; from moments, all distances are days.")
          Property(
            "distance", \.distance, .optional(NumberChannelSpec.schema),
            "Of each value to both of its ends: numbers, or the name of a column.")
          Property("minus", \.minus, .optional(NumberChannelSpec.schema), "Of each value to its lower end.")
          Property("plus", \.plus, .optional(NumberChannelSpec.schema), "Of each value to its upper end.")
          Property("low", \.low, .optional(NumberChannelSpec.placeSchema), "The lower ends themselves.")
          Property("high", \.high, .optional(NumberChannelSpec.placeSchema), "The upper ends themselves.")
          Property(
            "as", \.style, .optional(.word()), "`bars` at the values, or a `band` about them: of lines, if not given.")
          Property("color", \.color, .optional(Color.schema), "The series' if not given.")
          Property("width", \.width, .number(min: 0, max: 100), "Of the lines, in px.")
          Property("cap", \.cap, .number(min: 0, max: 400), "How wide the caps at the ends are, in px.")
          Property("opacity", \.opacity, .number(min: 0, max: 1), "How opaque a band is.")
        },
        or: Schema<Double>.number(min: 0).map(
          decode: { distance throws(InvalidValue) in
            var error = ErrorSpec()
            error.constant = distance
            return error
          }, encode: { $0.constant ?? 0 })),
      or: Schema<[Double?]>.array(of: .optional(.number()), maxItems: ColumnSpec.maximumCount).map(
        decode: { numbers throws(InvalidValue) in
          var error = ErrorSpec()
          error.distance = NumberChannelSpec(.numbers(numbers.map { $0 ?? .nan }))
          return error
        }, encode: { _ in [] })),
    or: Schema<String>.column().map(
      decode: { column throws(InvalidValue) in
        var error = ErrorSpec()
        error.distance = NumberChannelSpec(column: column)
        return error
      }, encode: { $0.distance?.column ?? "" }))

  /// What series call it.
  static func property<Root: Sendable>(
    in keyPath: any WritableKeyPath<Root, ErrorSpec?> & Sendable
  ) -> Property<Root> {
    Property(
      "error", keyPath, .optional(schema),
      "How sure values are: a distance for all; a list or a column of distances; or `{low: min, high: max}`, which a line without "
        + "values fills the room between."
    )
    .alsoCalled("errors", "yerr", "confidence", "range")
  }

  func validate() throws(InvalidValue) {
    let distances = [("constant", constant != nil), ("distance", distance != nil)].filter(\.1)
    let sides = [("minus", minus != nil), ("plus", plus != nil), ("low", low != nil), ("high", high != nil)].filter(\.1)
    if distances.count > 1 || (!distances.isEmpty && !sides.isEmpty) {
      throw InvalidValue(
        "give one distance for both ends, or each end, not both",
        at: JSONPath([.key("error"), .key((sides.first ?? distances[1]).0)]))
    }
    for (one, other, name) in [(minus, low, "low"), (plus, high, "high")] where one != nil && other != nil {
      throw InvalidValue(
        "give either the end or the distance to it, not both", at: JSONPath([.key("error"), .key(name)]))
    }
  }
}

// MARK: - As channels of series

extension ErrorSpec {
  private static let columns: [(name: String, path: any WritableKeyPath<ErrorSpec, NumberChannelSpec?> & Sendable)] = [
    ("error.distance", \.distance), ("error.minus", \.minus), ("error.plus", \.plus), ("error.low", \.low),
    ("error.high", \.high),
  ]

  static let channelNames = columns.map(\.name)

  var channels: [SeriesChannel] {
    ErrorSpec.columns.compactMap { name, path in
      self[keyPath: path]?.channel(name, mayHoldMoments: ["error.low", "error.high"].contains(name))
    }
  }

  mutating func fill(channel name: String, with values: ColumnSpec) {
    guard let path = ErrorSpec.columns.first(where: { $0.name == name })?.path else { return }
    self[keyPath: path]?.values = values
  }
}
