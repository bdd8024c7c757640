import JSONModel
import OrderedCollections

/// Values that belong together: a line, bars of one colour, or points.
public struct SeriesSpec: Hashable, Sendable {
  /// What lies above or below what.
  public enum Layer: String, CaseIterable, Hashable, Sendable {
    case bar, area, line, scatter
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
  /// The number of the slot that each value stands in, where positions are names that come again and again, once it is made
  /// ready to be drawn; NaN for none.
  package var slots: GrowingArray<Double>?
  /// Which of its rows are held, where those are not all.
  package var held: HeldRows?
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

  static let properties: [Property<SeriesSpec>] = [
    Property("name", \.name, .name, "What the legend and markers call it.").alsoCalled("label", "title"),
    colorProperty,
    Property(
      "values", \.values, ColumnSpec.schema.hinting(namesHint),
      "Numbers, `null` for gaps; or `{buffer: 0, type: float64}` for one of the request's binary buffers."
    )
    .alsoCalled("data", "y"),
    Property("x", \.positions, .optional(ColumnSpec.schema), "Its own positions, instead of the axis's."),
    Property(
      "column", \.column, .optional(.column()), "The column of the data file; its name if not given."),
    axisProperty, highlightableProperty, markerProperty,
    Property(
      "markers", \.markers, .array(of: MarkerRunSpec.listSchema, maxItems: 100_000),
      "What the markers of its entries say, one for each."),
  ]

  /// What to write who gives numbers by their names where numbers alone are expected.
  private static func namesHint(_ json: JSON) -> String? {
    guard let members = json.objectValue, let (name, value) = members.elements.first,
      members.values.allSatisfy({ $0.doubleValue != nil || $0.isNull }), members["buffer"] == nil
    else { return nil }
    return "names stand apart: `x: {labels: [\(name.excerpt)]}` and `series: {values: [\(value.text)]}`"
  }

  private static let colorProperty = Property<SeriesSpec>(
    "color", \.color, .optional(Color.schema.hinting(columnHint)), "The palette's next if not given.")

  /// What to write who gives a column where the colour of all is expected.
  private static func columnHint(_ json: JSON) -> String? {
    guard let name = json.stringValue, let first = name.first, first.isLetter, !name.contains("(") else { return nil }
    let column = name.excerpt
    return
      "points are coloured by a column with `colorBy: \(column)`, and `series: {by: \(column)}` makes a series of each "
      + "of its names"
  }

  private static let axisProperty = Property<SeriesSpec>(
    "axis", \.axis, .word(), "The value axis it is measured by.")
  private static let highlightableProperty = Property<SeriesSpec>(
    "highlightable", \.isHighlightable, .bool(), "Whether a tap can pick its entries.")
  private static let markerProperty = Property<SeriesSpec>(
    "marker", \.marker, .optional(MarkerRunSpec.listSchema),
    "What its marker says: `{x}`, `{value}` and `{series}` stand for what they say.")

  /// What series that a column makes can have in common.
  static let commonProperties: [Property<SeriesSpec>] = [
    colorProperty,
    Property("column", \.column, .optional(.column()), "The column of the values; `data.y` if not given."),
    axisProperty, highlightableProperty, markerProperty,
  ]

  public static let maximumCount = 1_000
}

// MARK: - What only one type has

extension SeriesSpec {
  /// What `type` calls it: `line`.
  public var typeName: String { type(of: kind.style).name }

  /// The style of a line; `nil` for other types.
  public var line: LineStyleSpec? {
    get { if case .line(let style) = kind { style } else { nil } }
    set { if case .line = kind, let newValue { kind = .line(newValue) } }
  }

  /// The style of bars; `nil` for other types.
  public var bar: BarStyleSpec? {
    get { if case .bar(let style) = kind { style } else { nil } }
    set { if case .bar = kind, let newValue { kind = .bar(newValue) } }
  }

  /// Puts entries into one of the channels that its style has.
  package mutating func fill(channel name: String, with values: ColumnSpec) {
    var style = kind.style
    style.fill(channel: name, with: values)
    kind = style.kind
  }
}
