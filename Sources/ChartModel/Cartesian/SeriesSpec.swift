import JSONModel

/// Values that belong together: a line, or bars of one colour.
public struct SeriesSpec: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case line(LineStyleSpec)
    case bar(BarStyleSpec)
  }

  /// What lies above or below what.
  public enum Layer: String, CaseIterable, Hashable, Sendable {
    case bar, area, line
  }

  public enum AxisSide: String, CaseIterable, Hashable, Sendable {
    case left, right
  }

  public var kind: Kind
  public var name = ""
  public var color: Color?
  public var values = ColumnSpec.numbers([])
  /// Its own positions, instead of the axis's.
  public var positions: ColumnSpec?
  /// The column in the chart's data file that its values are read from; the one of its name if not given.
  public var column: String?
  /// The value axis it is measured by.
  public var axis = AxisSide.left
  /// Whether a tap can pick its entries.
  public var isHighlightable = true
  /// What its marker or pop-up says, instead of the chart's.
  public var marker: [MarkerRunSpec]?
  /// What the markers of its entries say, one for each; an empty one as the series'.
  public var markers: [[MarkerRunSpec]] = []

  public init(_ kind: Kind, name: String = "", values: ColumnSpec = .numbers([])) {
    self.kind = kind
    self.name = name
    self.values = values
  }

  private static let properties: [Property<SeriesSpec>] = [
    Property("name", \.name, .string(), "What the legend and markers call it."),
    Property("color", \.color, .optional(Color.schema), "The palette's next if not given."),
    Property(
      "values", \.values, ColumnSpec.schema,
      "Numbers, `null` for gaps; or `{buffer: 0, type: float64}` for one of the request's binary buffers."),
    Property("x", \.positions, .optional(ColumnSpec.schema), "Its own positions, instead of the axis's."),
    Property(
      "column", \.column, .optional(.string(minLength: 1)), "The column of the data file; its name if not given."),
    Property("axis", \.axis, .word(), "The value axis it is measured by."),
    Property("highlightable", \.isHighlightable, .bool(), "Whether a tap can pick its entries."),
    Property(
      "marker", \.marker, .optional(MarkerRunSpec.listSchema),
      "What its marker says: `{x}`, `{value}` and `{series}` stand for what they say."),
    Property(
      "markers", \.markers, .array(of: MarkerRunSpec.listSchema, maxItems: 100_000),
      "What the markers of its entries say, one for each."),
  ]

  /// A series in charts of one kind of series, where `type` may be left out.
  static let lineSchema = schema(line: typeProperty("line"))
  static let barSchema = schema(bar: typeProperty("bar"))

  /// Either, told by `type`.
  static let schema: Schema<SeriesSpec> = .choice(
    by: "type",
    [
      Choice("line", schema(line: Property(constant: "type", "line", typeText)), matches: { $0.typeName == "line" }),
      Choice("bar", schema(bar: Property(constant: "type", "bar", typeText)), matches: { $0.typeName == "bar" }),
    ])

  private static func schema(line type: Property<SeriesSpec>) -> Schema<SeriesSpec> {
    Schema.object("LineSeries", "A line through its values.", initial: SeriesSpec(.line(LineStyleSpec()))) {
      type
      properties
      LineStyleSpec.properties.map { $0.lifted(to: \SeriesSpec.line) }
    }
  }

  private static func schema(bar type: Property<SeriesSpec>) -> Schema<SeriesSpec> {
    Schema.object("BarSeries", "A bar for each value.", initial: SeriesSpec(.bar(BarStyleSpec()))) {
      type
      properties
      BarStyleSpec.properties.map { $0.lifted(to: \SeriesSpec.bar) }
    }
  }

  private static let typeText = "What kind of series it is."

  private static func typeProperty(_ name: String) -> Property<SeriesSpec> {
    Property("type", \.typeName, .optional(typeSchema(name)), typeText)
  }

  private static func typeSchema(_ name: String) -> Schema<String> {
    Schema<String>.string().map(
      expectation: "'\(name)'",
      decode: { text throws(InvalidValue) in
        guard text == name else { throw InvalidValue(expected: "'\(name)'", got: .string(text)) }
        return text
      }, encode: { $0 }
    ).annotated(["const": .string(name)])
  }

  public static let maximumCount = 1_000
}

// MARK: - The parts that only one kind has

extension SeriesSpec {
  /// `line` or `bar`.
  public private(set) var typeName: String? {
    get {
      switch kind {
      case .line: "line"
      case .bar: "bar"
      }
    }
    // The kind is given by which schema decodes it.
    set {}
  }

  /// The style of a line; the standard one for other kinds.
  public var line: LineStyleSpec {
    get { if case .line(let style) = kind { style } else { LineStyleSpec() } }
    set { if case .line = kind { kind = .line(newValue) } }
  }

  /// The style of bars; the standard one for other kinds.
  public var bar: BarStyleSpec {
    get { if case .bar(let style) = kind { style } else { BarStyleSpec() } }
    set { if case .bar = kind { kind = .bar(newValue) } }
  }
}
