/// A table as the server knows it.
struct PostgreSQLTable {
  let schema: String
  let name: String
  /// Of many tables.
  let isPartitioned: Bool
  /// Whether the user may make triggers.
  let mayHaveTriggers: Bool
  /// Its name as SQL has it.
  private let quoted: SQLValue

  /// - Returns: `nil` if there is no such table, or it is something else, such as a view.
  /// - Throws: ``DatabaseFault``
  init?(_ names: [String], in session: PostgreSQLSession, _ watch: QueryWatch) throws(DatabaseFault) {
    let name = PostgreSQLDialect().qualified(names)
    let found = try session.texts(SQLStatement(text: PostgreSQLTable.table, parameters: [.text(name)]), watch)
    guard let row = found.first, row.count == 4, let schema = row[0], let table = row[1] else { return nil }
    (self.schema, self.name) = (schema, table)
    (isPartitioned, mayHaveTriggers) = (row[2] == "p", row[3] == "t")
    quoted = .text(PostgreSQLDialect().qualified([schema, table]))
  }

  /// Its columns, in their order.
  func columns(in session: PostgreSQLSession, _ watch: QueryWatch) throws(DatabaseFault) -> [ColumnDescription] {
    let question = SQLStatement(text: PostgreSQLTable.columns, parameters: [quoted])
    return try session.texts(question, watch).compactMap { row in
      guard row.count == 2, let name = row[0], let type = row[1].flatMap({ UInt32($0) }).map({ PostgreSQLType($0) })
      else { return nil }
      return ColumnDescription(name: name, kind: type.kind, type: type.name)
    }
  }

  /// The index by which the positions of a line are found.
  func index(
    x: String, by: String?, in session: PostgreSQLSession, _ watch: QueryWatch
  ) throws(DatabaseFault) -> PostgreSQLPyramid.Index? {
    let question = SQLStatement(text: PostgreSQLTable.indices, parameters: [quoted])
    let indices = try session.texts(question, watch).map { $0.compactMap(\.self) }
    if indices.contains(where: { $0.first == x }) { return .position }
    if let by, indices.contains(where: { $0.starts(with: [by, x]) }) { return .lineAndPosition }
    return nil
  }

  private static let table = """
    SELECT n.nspname, c.relname, c.relkind, has_table_privilege(c.oid, 'TRIGGER') \
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace \
    WHERE c.oid = to_regclass($1) AND c.relkind IN ('r', 'p')
    """

  private static let columns = """
    SELECT a.attname, CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END \
    FROM pg_attribute AS a JOIN pg_type AS t ON t.oid = a.atttypid \
    WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
    """

  /// The first two columns of each index of all its rows.
  private static let indices = """
    SELECT a.attname, b.attname FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid \
    JOIN pg_am AS m ON m.oid = c.relam AND m.amname = 'btree' \
    JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0] \
    LEFT JOIN pg_attribute AS b ON b.attrelid = i.indrelid AND b.attnum = i.indkey[1] \
    WHERE i.indrelid = to_regclass($1) AND i.indisvalid AND i.indpred IS NULL
    """
}
