package import JSONModel

/// How changes look that lead from one total to the next: bars that float from the sum before each to the sum after it.
public struct WaterfallStyleSpec: SeriesStyle, Hashable, Sendable {
  /// Which entries are no changes but what they add up to.
  public var totals = WaterfallTotalsSpec()
  /// Of what rises, of what falls, and of totals; the palette's if not given.
  public var rising: Color?
  public var falling: Color?
  public var total: Color?
  /// The lines from the end of each bar to the next one; none if not given.
  public var connectors: RuleSpec? = RuleSpec()
  public var shape = BarShapeSpec()
  /// How the highlighted bar looks, where it looks otherwise.
  public var highlighted = HighlightedBarSpec()
  public var labels = BarLabelSpec(position: .above)
  public var opacity = 1.0
  /// What came of adding up, once it is made ready to be drawn: one for each entry, `nil` for a gap.
  package var steps: [WaterfallStep?] = []
  package var warnings: [String] = []

  public init() {}

  package static let name = "waterfall"
  package static let documentation = "Changes that lead from one total to the next: bars float between running sums."
  package static let chartDocumentation = "A start, changes that rise and fall, and what they add up to."

  package var kind: SeriesSpec.Kind { .waterfall(self) }
  package var standsInSlots: Bool { true }
  package var isStackable: Bool { false }
  package static var addsUp: Bool { true }
  package func entryCount(ofValues count: Int) -> Int { max(count, totals.leastCount, count + totals.names.count) }
  package func weight(ofEntries count: Int) -> Int { count * (2 + labels.weight) }

  package static let properties: [Property<WaterfallStyleSpec>] = [
    Property(
      "totals", \.totals, WaterfallTotalsSpec.schema,
      "Which entries are what the changes add up to: their names or indices, or a column of `data` that says `total` or "
        + "true. One without a value is the sum so far; one with a value is that, and changes go on from there."
    )
    .alsoCalled("total", "subtotals", "measure"),
    Property("rising", \.rising, .optional(Color.schema), "Of changes above 0; the palette's first if not given.")
      .alsoCalled("increase", "positive"),
    Property("falling", \.falling, .optional(Color.schema), "Of changes below 0; the palette's second if not given.")
      .alsoCalled("decrease", "negative"),
    Property("totalColor", \.total, .optional(Color.schema), "Of totals; grey if not given."),
    Property(
      "connectors", \.connectors, RuleSpec.optionalSchema,
      "The lines from the end of each bar to the next one: false for none, or how they look."),
    Property("shape", \.shape, BarShapeSpec.schema, "`rectangle`, `rounded` at its end, `capsule`, or a path."),
    Property("highlighted", \.highlighted, HighlightedBarSpec.schema, "How the highlighted bar looks."),
    Property(
      "labels", \.labels, BarLabelSpec.schema,
      "Where changes, with their signs, and totals are written: `none`, `above` the ends of bars, `inside`."),
    Property("opacity", \.opacity, .number(min: 0, max: 1), "0 for nothing to be seen."),
  ]

  package static let channelNames = ["totals"]

  package var channels: [SeriesChannel] { totals.channel.map { [$0] } ?? [] }

  package mutating func fill(channel name: String, with values: ColumnSpec) {
    if name == "totals" { totals.values = values }
  }
}

/// Which entries of a waterfall are totals: by their names or indices, or by a column that says so of each.
public struct WaterfallTotalsSpec: Hashable, Sendable {
  /// Names as the x axis has them, or indices.
  public var names: [PositionSpec] = []
  /// The column of the data file that says of each entry whether it is one; a name where there is no file.
  public var column: String?
  /// What that says.
  public var values = ColumnSpec.numbers([])

  public init() {}

  public init(_ names: [PositionSpec]) { self.names = names }

  /// A list of names and indices; a column, or the only name; or a column as an object.
  static let schema: Schema<WaterfallTotalsSpec> = .either(
    listSchema, or: columnSchema,
    encode: { $0.column == nil && $0.values.isEmpty ? listSchema.encode($0) : columnSchema.encode($0) }
  ).editingNumbers { _, _ in .kept }

  private static let listSchema: Schema<WaterfallTotalsSpec> = Schema<[PositionSpec]>.array(
    of: PositionSpec.schema, maxItems: ColumnSpec.maximumCount
  ).map(decode: { names throws(InvalidValue) in try WaterfallTotalsSpec(checked: names) }, encode: \.names)

  private static let columnSchema: Schema<WaterfallTotalsSpec> = .either(
    .object("WaterfallTotals", "What says of each entry whether it is a total.", initial: WaterfallTotalsSpec()) {
      Property("values", \.values, ColumnSpec.schema, "`total` or 1 for each entry that is one, else 0, or a buffer.")
      Property("column", \.column, .optional(.column()), "The column of the data file.")
    },
    or: Schema<String>.column().map(
      decode: { name throws(InvalidValue) in
        var totals = WaterfallTotalsSpec()
        totals.column = name
        return totals
      }, encode: { $0.column ?? "" }))

  private init(checked names: [PositionSpec]) throws(InvalidValue) {
    for (place, name) in names.enumerated() {
      if case .number(let number) = name, Int(exactly: number) == nil || number < 0 {
        throw InvalidValue(
          "expected a name as the x axis has it, or an index from 0, got \(JSON(number).text)",
          at: JSONPath([.index(place)]))
      }
    }
    self.names = names
  }

  /// So many entries there are at least if indices are to name them.
  fileprivate var leastCount: Int {
    names.reduce(0) { most, name in
      guard case .number(let number) = name, let index = Int(exactly: number), index < ColumnSpec.maximumCount else {
        return most
      }
      return max(most, index + 1)
    }
  }

  fileprivate var channel: SeriesChannel? {
    guard column != nil || !values.isEmpty else { return nil }
    return SeriesChannel(name: "totals", values: values, column: column, mayHoldNames: true)
  }
}

/// One entry of a waterfall: the sums before and after it.
package struct WaterfallStep: Hashable, Sendable {
  /// Where its bar begins, which is 0 of a total, and where it ends: the sum so far.
  package var base, sum: Double
  package var isTotal: Bool

  package init(base: Double, sum: Double, isTotal: Bool) {
    (self.base, self.sum, self.isTotal) = (base, sum, isTotal)
  }
}

extension CartesianSpec.Kind {
  public static let waterfall = CartesianSpec.Kind(WaterfallStyleSpec.self)
}
