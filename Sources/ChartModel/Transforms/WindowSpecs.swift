import JSONModel

/// What rows near one another have together: a mean over the last seven.
public struct RollingSpec: Hashable, Sendable {
  public enum Function: String, CaseIterable, Hashable, Sendable { case mean, median, sum, min, max }
  /// Where in its window a row lies.
  public enum Alignment: String, CaseIterable, Hashable, Sendable { case end, center }

  public var column = ""
  public var window = 1
  public var function = Function.mean
  public var by: [String] = []
  public var name: String?
  /// How many values a window must hold; as many as it has rows if not given.
  public var least: Int?
  public var alignment = Alignment.end

  public init() {}

  static let schema = Schema.object(
    "Rolling", "What the rows of a window have together, which moves from row to row.", initial: RollingSpec()
  ) {
    Property(
      "column", \.column, .column(), "The column of which the rows around each one are looked at.",
      required: true)
    Property(
      "window", \.window, .integer(min: 1, max: 1_000_000), "How many rows, this one among them.", required: true)
    Property("of", \.function, .word(), "What they have together.")
    Property("by", \.by, ColumnNames.schema, "Only rows that are alike in these are neighbours.")
    Property("as", \.name, .optional(.string(minLength: 1)), "The column that gets it; `column` if not given.")
    Property(
      "least", \.least, .optional(.integer(min: 1, max: 1_000_000)),
      "How many numbers a window must hold to have a result; as many as its rows if not given.")
    Property("align", \.alignment, .word(), "Whether a row is the `end` of its window, or its `center`.")
  }
}

/// What all rows up to each one have together.
public struct CumulativeSpec: Hashable, Sendable {
  public enum Function: String, CaseIterable, Hashable, Sendable { case sum, mean, min, max, count }

  public var column = ""
  public var function = Function.sum
  public var by: [String] = []
  public var name: String?

  public init() {}

  static let schema: Schema<CumulativeSpec> = .either(
    Schema.object("Cumulative", "What all rows up to each one have together.", initial: CumulativeSpec()) {
      Property("column", \.column, .column(), "The column that is added up row by row.", required: true)
      Property("of", \.function, .word(), "What they have together.")
      Property("by", \.by, ColumnNames.schema, "Only rows that are alike in these count.")
      Property("as", \.name, .optional(.string(minLength: 1)), "The column that gets it; `column` if not given.")
    }, or: .only(\.column, .column(), of: CumulativeSpec()))
}

/// How a row differs from one before it.
public struct DifferenceSpec: Hashable, Sendable {
  public var column = ""
  /// How many rows lie between them, and one.
  public var lag = 1
  public var by: [String] = []
  public var name: String?

  public init() {}

  static let schema: Schema<DifferenceSpec> = .either(
    Schema.object("Difference", "How a row differs from one before it.", initial: DifferenceSpec()) {
      Property("column", \.column, .column(), "The column of which rows are compared.", required: true)
      Property(
        "lag", \.lag, .integer(min: 1, max: 1_000_000), "How many rows before: 12 for the same month a year ago.")
      Property("by", \.by, ColumnNames.schema, "Only rows that are alike in these are compared.")
      Property("as", \.name, .optional(.string(minLength: 1)), "The column that gets it; `column` if not given.")
    }, or: .only(\.column, .column(), of: DifferenceSpec()))
}
