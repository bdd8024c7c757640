import JSONModel

/// Small multiples: the same chart for the rows of each value of a column of its data.
public struct FacetSpec: Hashable, Sendable {
  /// Which axes all of them have in common.
  public enum Scales: String, CaseIterable, Hashable, Sendable {
    case shared, free
    case freeX = "free-x"
    case freeY = "free-y"

    public var sharesX: Bool { self == .shared || self == .freeY }
    public var sharesY: Bool { self == .shared || self == .freeX }
  }

  /// The column whose values have a chart each, one after the other.
  public var by: String?
  /// Instead: the columns whose values have a row, and a column, of charts each.
  public var row: String?
  public var column: String?
  /// How many stand side by side at most; as many as suits the picture if not given.
  public var columns: Int?
  public var scales = Scales.shared
  /// Whether names come in their order rather than as they first occur; numbers and moments always rise.
  public var isSorted = false
  /// Between two, in px.
  public var gap = 14.0

  public init() {}

  public init(by column: String) { by = column }

  /// So many charts there are at most.
  public static let maximumCount = 100

  /// An object, or the column alone: `facet: city`.
  static let schema: Schema<FacetSpec> = .either(
    objectSchema,
    or: Schema<String>.column().map(
      decode: { column throws(InvalidValue) in FacetSpec(by: column) }, encode: { $0.by ?? "" }))

  private static let objectSchema = Schema.object(
    "Facet", "Small multiples: the same chart for the rows of each value of a column.", initial: FacetSpec()
  ) {
    Property(
      "by", \.by, .optional(.column()), "The column of `data` whose values have a chart each.")
    Property(
      "row", \.row, .optional(.column()),
      "Instead of `by`: the column whose values have a row each.")
    Property(
      "column", \.column, .optional(.column()),
      "Instead of `by`, or with `row`: the column whose values have a column of charts each.")
    Property(
      "columns", \.columns, .optional(.integer(min: 1, max: maximumCount)),
      "With `by`: how many stand side by side at most; as many as suits the picture if not given.")
    Property(
      "scales", \.scales, .word(),
      "Which axes all have in common: both are `shared`, or `free`, or only one of them is: `free-x`, `free-y`.")
    Property(
      "sort", \.isSorted, .bool(),
      "Whether names come in their order rather than as they first occur; numbers, dates, and the names of months and "
        + "weekdays always come in theirs.")
    Property("gap", \.gap, .number(min: 0, max: 200), "Between two charts, in px.")
  }.validated { spec, faults throws(InvalidValue) in try spec.validate(&faults) }

  private func validate(_ faults: inout FaultList) throws(InvalidValue) {
    if by != nil {
      for (other, value) in [("row", row), ("column", column)] where value != nil {
        try faults.add(InvalidValue("give either `by` or `\(other)`, not both", at: .key(other)))
      }
    }
    guard by != nil || row != nil || column != nil else {
      // How many stand side by side can only be said of these.
      return try faults.add(
        InvalidValue("is required: the column whose values have a chart each", at: .key("by"), kind: .missing))
    }
    if columns != nil, by == nil {
      try faults.add(
        InvalidValue("is for `by`: with `row` and `column` the data say how many there are", at: .key("columns")))
    }
  }
}

extension CommonSpec {
  /// The property of charts whose data may be split into small multiples.
  static func facet<Root: Sendable>(in keyPath: any WritableKeyPath<Root, CommonSpec> & Sendable) -> Property<Root> {
    Property<CommonSpec>(
      "facet", \.facet, .optional(FacetSpec.schema),
      "Small multiples: the same chart for the rows of each value of a column of `data`, such as `city`."
    ).lifted(to: keyPath)
  }
}
