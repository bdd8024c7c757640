import JSONModel
public import OrderedCollections

/// One row for each group of rows, with what they have together.
public struct GroupSpec: Hashable, Sendable {
  /// Rows that are alike in these columns are a group; all rows are one if there are none.
  public var by: [String] = []
  /// The columns that come of it, with formulas such as `sum(gross)`.
  public var columns: OrderedDictionary<String, FormulaSpec> = [:]

  public init(by: [String] = [], columns: OrderedDictionary<String, FormulaSpec> = [:]) {
    self.by = by
    self.columns = columns
  }

  /// Every key but `by` is a column.
  static let schema: Schema<GroupSpec> = Schema<OrderedDictionary<String, JSON>>.dictionary(of: .json()).map(
    decode: { members throws(InvalidValue) in
      var spec = GroupSpec()
      var faults = FaultList()
      for (key, member) in members {
        try faults.check(at: .key(key)) { () throws(InvalidValue) in
          if key == "by" {
            spec.by = member.isNull ? [] : try ColumnNames.schema.decode(member)
          } else {
            spec.columns[key] = try FormulaSpec.schema.decode(member)
          }
        }
      }
      try faults.check()
      guard !spec.by.isEmpty || !spec.columns.isEmpty else {
        throw InvalidValue("say what groups are made of, such as {by: genre, total: sum(gross)}")
      }
      return spec
    },
    encode: { spec in
      var members: OrderedDictionary<String, JSON> = [:]
      if !spec.by.isEmpty { members["by"] = ColumnNames.schema.encode(spec.by) }
      for (name, formula) in spec.columns { members[name] = .string(formula.text) }
      return members
    }
  ).annotated(documentation)

  private static let documentation: JSON = {
    var definitions = SchemaDefinitions(prefix: "")
    return [
      "description":
        "`by`, a column or a list of them, and columns with formulas that sum up: `{by: genre, n: count()}`.",
      "properties": [
        "by": JSON.object(["description": "Rows that are alike in these are a group; all are one if not given."])
          .merging(patch: Schema<[String]?>.optional(ColumnNames.schema).document(in: &definitions))
      ],
      "additionalProperties": FormulaSpec.schema.document(in: &definitions),
    ]
  }()
}

/// The rows with the greatest values, and perhaps one for all others.
public struct TopSpec: Hashable, Sendable {
  public var count = 10
  public var by = ""
  /// The column that calls the rest; without one the rest is left out.
  public var name: String?
  public var other = "Other"

  public init() {}

  static let schema = Schema.object("Top", "The rows with the greatest values, the greatest first.", initial: TopSpec())
  {
    Property("count", \.count, .integer(min: 0, max: 1_000_000), "How many rows are taken.", required: true)
    Property("by", \.by, .column(), "The column of the values.", required: true)
    Property(
      "name", \.name, .optional(.column()),
      "The column of names in which the last row is called `other`: it holds the sum of all that are left. They are left out if not given."
    )
    Property("other", \.other, .string(minLength: 1), "What the rest is called.")
  }
}

/// So many rows, drawn at random.
public struct SampleSpec: Hashable, Sendable {
  public var count = 1_000
  /// Another one draws other rows.
  public var seed = 1

  public init() {}

  static let schema: Schema<SampleSpec> = .either(
    Schema.object("Sample", "So many rows, drawn at random, in the order in which they were.", initial: SampleSpec()) {
      Property("count", \.count, .integer(min: 0), "How many rows are drawn.", required: true)
      Property("seed", \.seed, .integer(min: 0), "Another one draws other rows.")
    }, or: .only(\.count, .integer(min: 0), of: SampleSpec()))
}
