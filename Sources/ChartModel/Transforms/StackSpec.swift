import JSONModel

/// Values on one another, in the order of the rows: where each begins and ends.
public struct StackSpec: Hashable, Sendable {
  public var column = ""
  /// Rows that are alike in these columns stand on one another.
  public var by: [String] = []
  /// The columns of where values begin and end.
  public var names: [String]?

  public init() {}

  static let schema = Schema.object("Stack", "Values on one another, in the order of the rows.", initial: StackSpec()) {
    Property("column", \.column, .column(), "The column of the values.", required: true)
    Property("by", \.by, ColumnNames.schema, "Rows that are alike in these stand on one another; all if not given.")
    Property(
      "as", \.names, .optional(.array(of: .string(minLength: 1), maxItems: 2)),
      "The two columns of where values begin and end; the column's name with `Start` and `End` if not given.")
  }.validated { spec throws(InvalidValue) in
    guard let names = spec.names else { return }
    guard names.count == 2, names[0] != names[1] else {
      throw InvalidValue("expected two names, of where values begin and where they end", at: .key("as"))
    }
  }
}

/// Shares of a sum.
public struct NormalizeSpec: Hashable, Sendable {
  public var column = ""
  public var by: [String] = []
  public var name: String?

  public init() {}

  static let schema: Schema<NormalizeSpec> = .either(
    Schema.object("Normalize", "Shares of the sum of a column, from 0 to 1.", initial: NormalizeSpec()) {
      Property(
        "column", \.column, .column(), "The column of the numbers of which shares are taken.",
        required: true)
      Property("by", \.by, ColumnNames.schema, "Sums are of rows that are alike in these; of all if not given.")
      Property(
        "as", \.name, .optional(.string(minLength: 1)), "The column that gets the shares; `column` if not given.")
    }, or: .only(\.column, .column(), of: NormalizeSpec()))
}
