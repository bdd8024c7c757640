package import JSONModel

/// How the cells of a heat map are made, and how they look: a colour for each pair of a position and a value.
public struct HeatmapStyleSpec: SeriesStyle, Hashable, Sendable {
  /// What is made of all that lies in one cell.
  public enum Measure: String, CaseIterable, Hashable, Sendable {
    case count, mean, sum, min, max, median
  }

  /// What cells have their colours by: a number or a name for each value.
  public var colorBy: ColorChannelSpec?
  /// Instead of values and colours: the numbers of all cells, row by row, the first row on top.
  public var rows: [[Double?]] = []
  /// How many cells a row has, where the numbers of `colorBy` follow one another row by row.
  public var columns: Int?
  /// Whether numbers along the axes are brought together in cells, and in how many; if not given, points that are counted and
  /// lie anywhere are.
  public var bins: CellBinsSpec?
  /// What is made of all that lies in one cell; the mean if not given, and how many there are where nothing else is told.
  public var measure: Measure?
  /// Whether each cell is a day, in a column for each week, and a block for each year.
  public var isCalendar = false
  /// Between cells, in px; a px where they are not small if not given.
  public var gap: Double?
  /// Of the corners of cells, in px.
  public var radius = 0.0
  public var labels = CellLabelSpec()
  /// How cells lie, once they are made ready to be drawn.
  package var grid: CellGrid?

  public init() {}

  package static let name = "heatmap"
  package static let documentation = "A coloured cell for each pair of a position and a value."
  package static let chartDocumentation = "Cells whose colours stand for numbers: a matrix, a calendar, or many points."

  package var kind: SeriesSpec.Kind { .heatmap(self) }
  package static let valuesMayBeNames = true
  package var error: ErrorSpec? { nil }
  package var needsValues: Bool { rows.isEmpty && columns == nil && !(isCalendar && colorBy != nil) }

  package var channelForValues: String? { needsValues || colorBy == nil ? nil : "colorBy" }

  package func entryCount(ofValues count: Int) -> Int {
    if !rows.isEmpty { return rows.count * columnCount }
    return Swift.max(count, needsValues ? 0 : colorBy?.values.count ?? 0)
  }

  /// How many cells the longest row has.
  package var columnCount: Int { rows.reduce(0) { Swift.max($0, $1.count) } }

  // Many cells are drawn as one picture.
  package func weight(ofEntries count: Int) -> Int { count <= CellGrid.namedCount ? count : count / 100 }

  package static let properties: [Property<HeatmapStyleSpec>] = [
    Property(
      "colorBy", \.colorBy, .optional(ColorChannelSpec.schema),
      "What colours stand for: a number or a name for each value; the name of a column; or an object."),
    Property(
      "rows", \.rows,
      .array(of: .array(of: .optional(.number()), maxItems: ColumnSpec.maximumCount), maxItems: 100_000),
      "Instead of `values` and `colorBy`: the numbers of all cells, row by row, the first row on top; `null` for none. "
        + "`x.labels` and `y.labels` name columns and rows."
    )
    .alsoCalled("matrix", "z"),
    Property(
      "columns", \.columns, .optional(.integer(min: 1, max: ColumnSpec.maximumCount)),
      "How many cells a row has, where the numbers of `colorBy` follow one another row by row."),
    Property(
      "bin", \.bins, .optional(CellBinsSpec.schema),
      "Brings points together in cells between round numbers: true, about how many each way, or `{x: 40, y: 30}`. If not given, "
        + "points that are counted are, unless few numbers occur again and again; false has a cell for each of these."
    )
    .alsoCalled("bins"),
    Property(
      "measure", \.measure, .optional(.word()),
      "What is made of all that lies in one cell: the mean of `colorBy` if not given, or how many there are without it."
    )
    .alsoCalled("aggregate"),
    Property(
      "calendar", \.isCalendar, .bool(),
      "Whether each cell is a day: a column for each week, a block for each year. The days are the positions."),
    Property("gap", \.gap, .optional(.number(min: 0, max: 100)), "How much is free between cells, in px."),
    Property("radius", \.radius, .number(min: 0, max: 100), "How round the corners of cells are: their radius in px."),
    Property("labels", \.labels, CellLabelSpec.schema, "Whether cells say their numbers where there is room."),
  ]

  package static let channelNames = ["colorBy"]

  package var channels: [SeriesChannel] {
    colorBy.map { [SeriesChannel(name: "colorBy", values: $0.values, column: $0.column, mayHoldNames: true)] } ?? []
  }

  package mutating func fill(channel name: String, with values: ColumnSpec) {
    if name == "colorBy" { colorBy?.values = values }
  }

  package func validate() throws(InvalidValue) {
    // No more than one says where cells are.
    let ways = [
      ("rows", !rows.isEmpty), ("columns", columns != nil), ("bin", bins?.isOn ?? false), ("calendar", isCalendar),
    ].filter(\.1).map(\.0)
    if ways.count > 1 {
      throw InvalidValue("give either `\(ways[0])` or `\(ways[1])`, not both", at: JSONPath([.key(ways[1])]))
    }
    if !rows.isEmpty, let colorBy, !colorBy.values.isEmpty || colorBy.column != nil {
      throw InvalidValue(
        "give either `rows` or the values of `colorBy`, not both", at: JSONPath([.key("colorBy")]))
    }
    if columns != nil, colorBy == nil {
      throw InvalidValue("is for the numbers of `colorBy`, which is not given", at: JSONPath([.key("columns")]))
    }
    if let measure, measure != .count, colorBy == nil, !isCalendar {
      throw InvalidValue(
        "'\(measure.rawValue)' is one of the numbers of `colorBy`, which is not given", at: JSONPath([.key("measure")]))
    }
    let count = rows.count.multipliedReportingOverflow(by: columnCount)
    if count.overflow || count.partialValue > ColumnSpec.maximumCount {
      throw InvalidValue("expected at most \(ColumnSpec.maximumCount) cells", at: JSONPath([.key("rows")]))
    }
  }
}

extension CartesianSpec.Kind {
  public static let heatmap = CartesianSpec.Kind(HeatmapStyleSpec.self)
}

/// About how many cells there are along each axis; as many as look well if not given.
public struct CellBinsSpec: Hashable, Sendable {
  /// Whether anything is brought together at all.
  public var isOn = true
  public var x: Int?
  public var y: Int?
  /// What the cells of all those charts cover that have the same ones; `nil` where each has its own.
  package var shared: CellDomain?

  public init(x: Int? = nil, y: Int? = nil) { (self.x, self.y) = (x, y) }

  /// The most along an axis.
  public static let maximumCount = 1_000

  private static let objectSchema = Schema.object(
    "CellBins", "About how many cells there are along each axis.", initial: CellBinsSpec()
  ) {
    Property("x", \.x, .optional(.integer(min: 1, max: maximumCount)), "About how many along the positions.")
    Property("y", \.y, .optional(.integer(min: 1, max: maximumCount)), "About how many along the values.")
  }

  /// An object, a number for both, or whether there are any.
  static let schema: Schema<CellBinsSpec> = .either(
    .either(
      objectSchema,
      or: Schema<Int>.integer(min: 1, max: maximumCount).map(
        decode: { count throws(InvalidValue) in CellBinsSpec(x: count, y: count) }, encode: { $0.x ?? 1 })),
    or: .only(\.isOn, .bool(), of: CellBinsSpec()),
    encode: { bins in bins.isOn ? objectSchema.encode(bins) : .bool(false) }
  ).editingNumbers { bins, edit in
    bins = objectSchema.editNumbers(of: bins, edit)
    return .changed
  }
}

/// What is written in cells.
public struct CellLabelSpec: Hashable, Sendable {
  public var isVisible = false
  public var text = "{color}"
  public var fontSize = TextSize.usual(11)

  public init() {}

  /// An object, or whether there are any.
  static let schema: Schema<CellLabelSpec> = .either(
    .object("CellLabels", "What is written in cells.", initial: shown) {
      Property("visible", \.isVisible, .bool(), "Whether there are any.")
      Property("text", \.text, cellTemplate, "What is written: `{value}` or `{color}`, its number; `{x}`, `{y}`.")
      Property("fontSize", \.fontSize, TextSize.schema, "How large letters are, in px.")
    },
    or: .only(\.isVisible, .bool(), of: CellLabelSpec()))

  /// In a cell `{value}` is its number, of which markers speak as `{color}`; `{y}` is its row.
  private static let cellTemplate: Schema<String> = {
    let template = Schema<String>.template(Placeholders.marker)
    return Schema<String>.string().map(
      decode: { text throws(InvalidValue) in
        try template.decode(
          .string(text.replacing("{value}", with: "{color}").replacing("{value:", with: "{color:")))
      }, encode: { $0.replacing("{value}", with: "{y}").replacing("{value:", with: "{y:") })
  }()

  private static let shown: CellLabelSpec = {
    var labels = CellLabelSpec()
    labels.isVisible = true
    return labels
  }()
}

/// How the cells of a heat map lie once its data are read: all are equally wide and high, in coordinates of the axes.
package struct CellGrid: Hashable, Sendable {
  package var width = 1.0
  package var height = 1.0
  /// Whether a cell stands for all between its edges.
  package var isBinned = false
  /// Of a calendar: the number of each cell's day since 1970, and the year of the first block.
  package var days: [Int] = []
  package var firstYear = 0
  /// How many cells have a colour.
  package var cellCount = 0
  /// Where numbers are brought together, what the cells cover.
  package var domain: CellDomain?
  /// Where numbers are brought together along both axes, the edges of the cells.
  package var edges: CellEdgeLists?
  /// Of those the column and the row of each.
  package var places: [CellPlace] = []
  /// Whether colours stand for how many rows there are.
  package var countsRows = false
  /// Whether the chart's number format is not that of its colours, which say how many there are of what lies along the axes.
  package var hasPlainCounts = false
  /// What cells' colours stand for, where no column says.
  package var title: String?

  package init() {}

  /// More cells than these are drawn as one picture, and none of them says what it is.
  package static let namedCount = 2_000
  /// The rows that a year takes in a calendar: its names, and the days of the week.
  package static let blockHeight = 8
}

/// From where to where numbers are brought together in cells: those of a chart, or of several that have the same cells.
package struct CellDomain: Hashable, Sendable {
  /// As coordinates; `nil` along names.
  package var x: CellRange?
  package var y: CellRange?
  /// How many entries there are, which says how many cells suit them.
  package var entryCount = 0

  package init() {}
}

/// From where to where numbers along one axis are brought together, and whether all of them are whole.
package struct CellRange: Hashable, Sendable {
  package let ends: ClosedRange<Double>
  package let areWhole: Bool

  package init(_ ends: ClosedRange<Double>, areWhole: Bool) { (self.ends, self.areWhole) = (ends, areWhole) }
}

/// Where the cells along both axes end and the next ones begin, as coordinates: one more than there are cells.
package struct CellEdgeLists: Hashable, Sendable {
  package var x: [Double]
  package var y: [Double]

  package init(x: [Double], y: [Double]) { (self.x, self.y) = (x, y) }
}

/// The column and the row of a cell; -1 for one that has no place.
package struct CellPlace: Hashable, Sendable {
  package var column: Int32
  package var row: Int32

  package init(column: Int32, row: Int32) { (self.column, self.row) = (column, row) }
}
