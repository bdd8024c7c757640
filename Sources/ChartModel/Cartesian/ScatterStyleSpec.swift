package import JSONModel

/// How the points of a scatter plot look.
public struct ScatterStyleSpec: SeriesStyle, Hashable, Sendable {
  /// What is drawn at each value. All cover the same area as the circle.
  public enum Shape: String, CaseIterable, Hashable, Sendable {
    case circle, square, triangle, diamond, cross, plus, star
  }

  public var shape = Shape.circle
  /// The radius in px of a circle without a size of its own; other shapes cover as much.
  public var radius = 4.0
  /// Of what is inside the line around each.
  public var opacity = 0.6
  /// The colour of a line around each; as inside, but opaque and dark enough to be seen, if not given.
  public var border: Color?
  /// In px.
  public var borderWidth = 1.0
  /// How large each is, by value.
  public var size: SizeChannelSpec?
  /// Which colour each has, by value or name.
  public var colorBy: ColorChannelSpec?
  /// Whether points in a slot stand beside one another so that each can be seen; on an axis of names if not given.
  public var isSpread: Bool?
  public var error: ErrorSpec?

  public init() {}

  package static let name = "scatter"
  package static let documentation = "A point for each pair of a position and a value."
  package static let chartDocumentation = "Points at positions and values, by size and colour if wanted."

  package var kind: SeriesSpec.Kind { .scatter(self) }
  package func weight(ofEntries count: Int) -> Int { count }

  package static let properties: [Property<ScatterStyleSpec>] = [
    Property("shape", \.shape, .word(), "What is drawn at each value."),
    Property(
      "radius", \.radius, .number(min: 0, max: 100),
      "The radius of a circle without a size, in px; other shapes cover as much."),
    Property("opacity", \.opacity, .number(min: 0, max: 1), "Of what is inside the line around each."),
    Property(
      "border", \.border, .optional(Color.schema),
      "The colour of a line around each; as inside, but opaque, if not given."),
    Property("borderWidth", \.borderWidth, .number(min: 0, max: 100), "px; 0 for no line."),
    Property(
      "size", \.size, .optional(SizeChannelSpec.schema),
      "How large each is: a number for each value, which its area is in proportion to; the name of a column; or an object."
    ),
    Property(
      "colorBy", \.colorBy, .optional(ColorChannelSpec.schema),
      "Which colour each has: a number or a name for each value; the name of a column; or an object."),
    Property(
      "spread", \.isSpread, .optional(.bool()),
      "Whether points in a slot stand beside one another so that each is seen; so they do on an axis of names if not given."
    )
    .alsoCalled("jitter", "swarm"),
    ErrorSpec.property(in: \.error),
  ]

  package static let valuesMayBeNames = true
  package static let valuesMayBeMoments = true
  package static let channelNames = ["size", "colorBy"] + ErrorSpec.channelNames

  package var channels: [SeriesChannel] {
    [
      size.map { SeriesChannel(name: "size", values: $0.values, column: $0.column, mayHoldNames: false) },
      colorBy.map { SeriesChannel(name: "colorBy", values: $0.values, column: $0.column, mayHoldNames: true) },
    ].compactMap(\.self) + (error?.channels ?? [])
  }

  package mutating func fill(channel name: String, with values: ColumnSpec) {
    switch name {
    case "size": size?.values = values
    case "colorBy": colorBy?.values = values
    default: error?.fill(channel: name, with: values)
    }
  }

  package func validate() throws(InvalidValue) {
    try error?.validate()
    if let size, size.least > size.greatest {
      throw InvalidValue(
        "expected at most `greatest`, \(size.greatest), got \(size.least)", at: JSONPath([.key("size"), .key("least")]))
    }
  }
}

extension CartesianSpec.Kind {
  public static let scatter = CartesianSpec.Kind(ScatterStyleSpec.self)
}

/// How large points are, by value: areas are in proportion to values.
public struct SizeChannelSpec: Hashable, Sendable {
  /// A number for each value of the series.
  public var values = ColumnSpec.numbers([])
  /// The column of the data file that they are read from.
  public var column: String?
  /// What markers call it.
  public var title: String?
  /// The radius in px of the greatest value's circle.
  public var greatest = 24.0
  /// The least radius in px, which tiny values don't fall below, so that they can be seen.
  public var least = 1.5
  /// From the least to the greatest number, once they are made ready to be drawn; `nil` without any.
  package var extent: ClosedRange<Double>?

  public init() {}

  static let schema: Schema<SizeChannelSpec> = .either(
    .either(
      .object("SizeChannel", "How large points are, by value.", initial: SizeChannelSpec()) {
        Property("values", \.values, ColumnSpec.schema, "A number for each value, or a binary buffer.")
        Property("column", \.column, .optional(.column()), "The column of the data file.")
        Property("title", \.title, .optional(.name), "What markers call it; its column's name if not given.")
        Property("greatest", \.greatest, .number(min: 0, max: 400), "The radius of the greatest value's circle in px.")
        Property("least", \.least, .number(min: 0, max: 400), "The least radius in px.")
      },
      or: Schema<[Double?]>.array(of: .optional(.number()), maxItems: ColumnSpec.maximumCount).map(
        decode: { numbers throws(InvalidValue) in
          var channel = SizeChannelSpec()
          channel.values = .numbers(numbers.map { $0 ?? .nan })
          return channel
        }, encode: { _ in [] })),
    or: Schema<String>.column().map(
      decode: { column throws(InvalidValue) in
        var channel = SizeChannelSpec()
        channel.column = column
        return channel
      }, encode: { $0.column ?? "" }))
}
