import JSONModel

/// From long to wide: a column for each name.
public struct PivotSpec: Hashable, Sendable {
  /// What values of one row and one column have together.
  public enum Function: String, CaseIterable, Hashable, Sendable { case sum, mean, min, max, count, first, last }

  public var name = ""
  public var value = ""
  /// Rows that are alike in these become one; in all other columns if not given.
  public var by: [String]?
  public var function = Function.sum

  public init() {}

  /// The most columns that come of it.
  public static let maximumCount = 1_000

  static let schema = Schema.object("Pivot", "From long to wide: a column for each name.", initial: PivotSpec()) {
    Property("name", \.name, .column(), "The column of the names.", required: true)
    Property("value", \.value, .column(), "The column of the values.", required: true)
    Property(
      "by", \.by, .optional(ColumnNames.schema),
      "Rows that are alike in these become one; in all other columns if not given.")
    Property("of", \.function, .word(), "What several values for one place have together.")
  }
}

/// From wide to long: a row for each of several columns.
public struct UnpivotSpec: Hashable, Sendable {
  public var columns: [String] = []
  public var name = "name"
  public var value = "value"

  public init() {}

  static let schema = Schema.object(
    "Unpivot", "From wide to long: a row for each of several columns.", initial: UnpivotSpec()
  ) {
    Property("columns", \.columns, ColumnNames.schema, "The columns that become rows.", required: true)
    Property("name", \.name, .string(minLength: 1), "The column that gets their names.")
    Property("value", \.value, .string(minLength: 1), "The column that gets their values.")
  }.validated { spec, faults throws(InvalidValue) in
    if spec.columns.isEmpty { try faults.add(InvalidValue("expected a column or more", at: .key("columns"))) }
    if spec.name == spec.value {
      try faults.add(
        InvalidValue(
          "expected another name than that of the column of names, '\(spec.name.excerpt)'", at: .key("value")))
    }
  }
}
