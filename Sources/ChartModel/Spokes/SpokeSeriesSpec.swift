import JSONModel

/// Values that belong together, one on each spoke.
public struct SpokeSeriesSpec: Hashable, Sendable {
  public var name = ""
  /// One for each spoke, in their order; what is missing has no mark.
  public var values = ColumnSpec.numbers([])
  public var color: Color?
  /// The column of the data that its values are read from; the one of its name if not given.
  public var column: String?

  public init(name: String = "", values: [Double] = [], color: Color? = nil) {
    self.name = name
    self.values = .numbers(values)
    self.color = color
  }

  /// More could neither be seen nor told apart.
  public static let maximumCount = 100

  /// A list, or the only series.
  static let listSchema: Schema<[SpokeSeriesSpec]> = .either(
    .array(of: schema, maxItems: maximumCount),
    or: schema.map(
      decode: { series throws(InvalidValue) in [series] }, encode: { $0.first ?? SpokeSeriesSpec() }))

  private static let schema = Schema.object("SpokeSeries", "Values on the spokes.", initial: SpokeSeriesSpec()) {
    Property("name", \.name, .name, "What the legend and markers call it.").alsoCalled("label", "title")
    Property(
      "values", \.values, ColumnSpec.schema,
      "A number for each spoke, `null` for none; or `{buffer: 0, type: float64}` for one of the request's binary buffers."
    ).alsoCalled("data", "y")
    Property("color", \.color, .optional(Color.schema), "The palette's next if not given.")
    Property(
      "column", \.column, .optional(.column()), "The column of the data; its name if not given.")
  }
}
