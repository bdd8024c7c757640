public import JSONModel
public import OrderedCollections

/// Where a chart's data comes from, if it is not in the spec itself.
///
/// The model only says so: the service reads the file, if it lies below a directory that it may read.
public struct DataSpec: Hashable, Sendable {
  /// A CSV or TSV file with a header line.
  public var csv: String?
  /// A JSON file: a list of objects.
  public var json: String?
  /// A SQLite file, with a ``query`` or a ``table``.
  public var sqlite: String?
  /// The SELECT whose rows are taken from the SQLite file.
  public var query: String?
  /// The table or view whose rows are taken from the SQLite file, or from the database.
  public var table: String?
  /// The database, by the name that its user gave the connection.
  public var connection: String?
  /// The SELECT whose rows are taken from the database.
  public var sql: String?
  /// A table that comes with the request: its columns, by their names.
  public var columns: OrderedDictionary<String, ColumnSpec>?
  /// The column of the names.
  public var label: String?
  /// The columns of the levels of a hierarchy, the outermost first.
  public var levels: [String] = []
  /// The column of the numbers.
  public var value: String?
  /// The column of the positions.
  public var x: String?
  /// The column of the values, where there is one series.
  public var y: String?
  /// The column of the colours.
  public var color: String?
  /// How dates in the column of the positions are written, in the letters of Unicode TR35: `d/M/yyyy`.
  public var dateFormat: String?
  /// Columns and what they must hold for a row to be taken: one text or number, or any of a list.
  public var filter: OrderedDictionary<String, JSON> = [:]
  /// What is done to the rows, one step after the other, before they are drawn.
  public var transform: [TransformStep] = []

  public init() {}

  /// An object, or the path of a file alone, whose name says what it is; or a table itself, which nothing that describes one can
  /// be taken for: all its members are numbers, or lists, by names that no key has.
  static let schema: Schema<DataSpec> = .either(
    .either(
      .either(objectSchema, or: numbersSchema, where: { isTable($0, of: isNumber) }), or: columnsSchema,
      where: { isTable($0, of: isList) }),
    or: Schema<String>.string(minLength: 1).map(
      decode: { path throws(InvalidValue) in
        var data = DataSpec()
        let name = path.lowercased()
        if name.hasSuffix(".json") {
          data.json = path
        } else if [".csv", ".tsv", ".txt", ".csv.gz", ".tsv.gz"].contains(where: name.hasSuffix) {
          data.csv = path
        } else {
          throw InvalidValue(
            "expected a file that ends with .csv, .tsv or .json, or an object such as {sqlite: steps.db, table: days}")
        }
        return data
      }, encode: { $0.csv ?? $0.json ?? "" })
  ).hinting { json in
    json.arrayValue == nil ? nil : "a table is given by its columns, such as `{month: [Jan, Feb], sales: [3, 4]}`"
  }

  /// What a table alone stands for, numbers by their names or columns by theirs: `{columns: …}`. Anything else is as it is.
  public static func spelledOut(_ json: JSON) -> JSON {
    guard case .object(let members) = json else { return json }
    if isTable(json, of: isNumber) {
      return ["columns": ["name": .array(members.keys.map { .string($0) }), "value": .array(Array(members.values))]]
    }
    return isTable(json, of: isList) ? ["columns": json] : json
  }

  private static let keys = Set(objectSchema.propertyNames)
  /// Those whose values are lists.
  private static let listKeys: Set = ["levels", "transform"]

  /// Whether an object is no description of a table but one itself: numbers by names that no key has, since `{x: 3}` is more
  /// likely a mistake, or lists by any names but those of keys that have lists.
  private static func isTable(_ json: JSON, of isMember: (JSON) -> Bool) -> Bool {
    guard case .object(let members) = json, let first = members.values.first else { return false }
    let taken = isList(first) ? listKeys : keys
    return members.allSatisfy { isMember($0.value) && !taken.contains($0.key) }
  }

  private static func isNumber(_ json: JSON) -> Bool { json.doubleValue != nil }
  private static func isList(_ json: JSON) -> Bool { if case .array = json { true } else { false } }

  private static let numbersSchema = Schema<OrderedDictionary<String, Double>>.dictionary(
    of: .number(), except: keys.sorted()
  )
  .map(
    decode: { numbers throws(InvalidValue) in
      var data = DataSpec()
      data.columns = ["name": .values(numbers.keys.map { .text($0) }), "value": .numbers(Array(numbers.values))]
      return data
    }, encode: { _ in [:] })

  private static let columnsSchema = Schema<OrderedDictionary<String, ColumnSpec>>.dictionary(
    of: ColumnSpec.schema, except: listKeys.sorted()
  )
  .map(
    decode: { columns throws(InvalidValue) in
      var data = DataSpec()
      data.columns = columns
      return data
    }, encode: { $0.columns ?? [:] })

  private static let objectSchema = Schema.object(
    "Data",
    "A file or table that the data is read from. A table may stand alone: `{Cats: 12, Dogs: 9}`, or "
      + "`{month: [Jan, Feb], sales: [3, 4]}`.",
    initial: DataSpec()
  ) {
    Property(
      "csv", \.csv, .optional(.string(minLength: 1)),
      "The path of a file of comma-separated values with a header line, possibly packed by gzip; tabs, semicolons and "
        + "bars separate, too.")
    Property("json", \.json, .optional(.string(minLength: 1)), "The path of a JSON file: a list of objects.")
    Property(
      "sqlite", \.sqlite, .optional(.string(minLength: 1)),
      "The path of a SQLite file, read with `query` or `table`; nothing is written to it.")
    Property(
      "query", \.query, .optional(.string(minLength: 1)),
      "What to read from the SQLite file: `SELECT date, steps FROM days ORDER BY date`.")
    Property(
      "table", \.table, .optional(.string(minLength: 1)),
      "The table or view to read from the SQLite file or the database, instead of `query` or `sql`: `metrics`, `public.metrics`."
    )
    Property(
      "connection", \.connection, .optional(.string(minLength: 1)),
      "The database, by the name of its connection in `connections.toml`, read with `sql` or `table`; nothing is written to it."
    )
    Property(
      "sql", \.sql, .optional(.string(minLength: 1)),
      "What to read from the database: `SELECT day, sum(price) AS sales FROM orders GROUP BY day`.")
    Property(
      "columns", \.columns, .optional(.dictionary(of: ColumnSpec.schema)),
      "Instead of a file: the columns of a table that comes with the request, as many entries in each. "
        + "`{day: [Mo, Tu], steps: {buffer: 0}}`")
    Property("label", \.label, .optional(.column(minLength: 0)), "The column of the names.")
    Property(
      "levels", \.levels, .array(of: .column(), maxItems: 20),
      "Instead of `label`: the columns of the levels of a hierarchy, the outermost first: `[continent, country]`.")
    Property("value", \.value, .optional(.column(minLength: 0)), "The column of the numbers.")
    Property("x", \.x, .optional(.column(minLength: 0)), "The column of the positions: names, numbers or moments.")
    Property(
      "y", \.y, .optional(.column(minLength: 0)),
      "The column of the values of the only series; others name theirs by `column`.")
    Property("color", \.color, .optional(.column(minLength: 0)), "The column of the colours.")
    Property(
      "dateFormat", \.dateFormat, .optional(.string(minLength: 1)),
      "How dates in the column `x` are written, where that is not clear: `d/M/yyyy`, `M/d/yyyy`, `d MMM yyyy HH:mm`.")
    Property(
      "where", \.filter,
      .dictionary(of: .json("A text or number, or a list of them.")).annotated([
        "propertyNames": ["format": .string(ColumnFormat.column.rawValue)]
      ]),
      "Columns and what they must hold for a row to be taken: `{year: 2017}`.")
    Property(
      "transform", \.transform, .array(of: TransformStep.schema, maxItems: TransformStep.maximumCount),
      "What is done to the rows, one step after the other: `[{filter: year > 2000}, {group: {by: year, n: count()}}]`.")
  }.validated { spec, faults throws(InvalidValue) in try spec.validate(&faults) }
}

// MARK: - What the types alone don't say

extension DataSpec {
  private func validate(_ faults: inout FaultList) throws(InvalidValue) {
    let given = [
      ("csv", csv != nil), ("json", json != nil), ("sqlite", sqlite != nil), ("connection", connection != nil),
      ("columns", columns != nil),
    ]
    let files = given.filter(\.1).map(\.0)
    if let file = files.first {
      for other in files.dropFirst() {
        try faults.add(InvalidValue("give either `\(file)` or `\(other)`, not both", at: .key(other)))
      }
    } else {
      try faults.add(
        InvalidValue("name a file with `csv`, `json` or `sqlite`, or a database with `connection`, or give `columns`"))
    }
    if label != nil, !levels.isEmpty {
      try faults.add(InvalidValue("give either `label` or `levels`, not both", at: .key("levels")))
    }
    try checkSelection(&faults)
  }

  /// What to read of what has more than one table.
  private func checkSelection(_ faults: inout FaultList) throws(InvalidValue) {
    if query != nil, sqlite == nil {
      let hint =
        connection == nil
        ? "is for SQLite files, which `sqlite` names" : "is for SQLite files; a database is asked by `sql`"
      try faults.add(InvalidValue(hint, at: .key("query")))
    }
    if sql != nil, connection == nil {
      let hint =
        sqlite == nil
        ? "is for databases, which `connection` names" : "is for databases; a SQLite file is asked by `query`"
      try faults.add(InvalidValue(hint, at: .key("sql")))
    }
    if table != nil, sqlite == nil, connection == nil {
      try faults.add(
        InvalidValue(
          "is for SQLite files, which `sqlite` names, and databases, which `connection` does", at: .key("table")))
    }
    let (key, written) = sqlite != nil ? ("query", query) : ("sql", sql)
    guard sqlite != nil || connection != nil else { return }
    if written != nil, table != nil {
      try faults.add(InvalidValue("give either `\(key)` or `table`, not both", at: .key("table")))
    } else if written == nil, table == nil {
      try faults.add(
        InvalidValue("say what to read from the \(sqlite != nil ? "file" : "database") with `\(key)` or `table`"))
    }
  }
}
