/// Makes and keeps pyramids in PostgreSQL.
final class PostgreSQLPyramidKeeper: PyramidKeeper {
  private let session: PostgreSQLSession

  init(_ session: PostgreSQLSession) { self.session = session }

  func close() { session.close() }

  // MARK: - Looking

  private func table(_ names: [String], _ watch: QueryWatch) throws(DatabaseFault) -> PostgreSQLTable {
    guard let table = try PostgreSQLTable(names, in: session, watch) else {
      throw DatabaseFault(
        .query, "there is no table '\(names.joined(separator: "."))'; views and foreign tables have no pyramids")
    }
    return table
  }

  private func rows(_ text: String, _ watch: QueryWatch) throws(DatabaseFault) -> [[String?]] {
    try session.texts(SQLStatement(text: text, parameters: []), watch)
  }

  func plan(_ wish: PyramidWish, _ watch: QueryWatch) throws(DatabaseFault) -> PyramidPlan {
    let table = try table(wish.table, watch)
    let line = try PyramidLine(
      wish, schema: table.schema, table: table.name, columns: try table.columns(in: session, watch),
      called: "'\(table.schema).\(table.name)'")
    let index = try table.index(x: wish.x, by: wish.by, in: session, watch)
    let hasTriggers = wish.mayHaveTriggers && table.mayHaveTriggers && !table.isPartitioned
    // Of whatever widths: these are chosen by what it asks for.
    let some = PyramidTable(line, exponents: 20...20, name: wish.name)
    let question = try PostgreSQLPyramid(some, hasTriggers: hasTriggers, index: index).estimate
    let (estimate, size) = try self.estimate(question, of: line, watch)
    let perBucket = wish.rowsPerBucket ?? PyramidEstimate.rowsPerBucket
    guard let exponents = try PostgreSQLPyramid.exponents(for: estimate, of: line, rowsPerBucket: perBucket) else {
      throw DatabaseFault(.query, "the positions of '\(wish.x)' go farther than a pyramid can")
    }
    let script = try PostgreSQLPyramid(
      PyramidTable(line, exponents: exponents, name: wish.name), hasTriggers: hasTriggers, index: index)
    return PyramidPlan(
      script: script, estimate: estimate, tableSize: size,
      size: PostgreSQLPyramid.estimatedSize(
        rowCount: estimate.rowCount, rowsPerBucket: estimate.rowsPerBucket(exponent: exponents.lowerBound),
        seriesLength: wish.by == nil ? 0 : 12),
      notes: notes(table, index, hasTriggers: hasTriggers, wish))
  }

  private func notes(
    _ table: PostgreSQLTable, _ index: PostgreSQLPyramid.Index?, hasTriggers: Bool, _ wish: PyramidWish
  ) -> [String] {
    var notes: [String] = []
    if hasTriggers {
      notes.append(
        "The table gets four triggers, which note between which positions a statement changes rows: a statement of a thousand "
          + "rows takes about a tenth longer.")
    } else if wish.mayHaveTriggers {
      notes.append(
        table.isPartitioned
          ? "The table is partitioned, and triggers would not see what goes to a partition itself: a refresh looks for what "
            + "changed, and does not find values that were changed in place."
          : "The user of the connection may make no triggers on the table: a refresh looks for what changed, and does not find "
            + "values that were changed in place.")
    }
    notes.append(
      "It is brought up to date by this command with --refresh, or by its function in a job of the database.")
    if index == nil {
      let columns = [wish.by, wish.x].compactMap { $0.map(PostgreSQLDialect().quoted) }.joined(separator: ", ")
      notes.append(
        "There is no index on (\(columns)): without one each refresh, and each close look, reads the whole table.")
    }
    return notes
  }

  /// What the planner knows, and what is counted where it knows nothing.
  private func estimate(
    _ question: String, of line: PyramidLine, _ watch: QueryWatch
  ) throws(DatabaseFault) -> (PyramidEstimate, size: Double?) {
    let row = try rows(question, watch).first?.map { $0.flatMap(Double.init) } ?? []
    guard row.count == 5 else { throw DatabaseFault(.query, "the server does not say how large the table is") }
    var (lines, low, high) = (row[1], row[2], row[3])
    if low == nil || high == nil || lines == nil {
      // It was never analyzed, or has no rows.
      let x = "\(PostgreSQLDialect().quoted(line.x.name))"
      guard let type = PostgreSQLType(named: line.x.type) else { throw DatabaseFault(.query, "unknown type") }
      let by = line.by.map { "count(DISTINCT \(PostgreSQLDialect().quoted($0.name)))" } ?? "1"
      let counted = try rows(
        "SELECT \(by), \(type.position("min(\(x))")), \(type.position("max(\(x))")) FROM \(PostgreSQLPyramid.table(of: line))"
          + " WHERE \(type.isFinite(x))", watch)
      let values = counted.first?.map { $0.flatMap(Double.init) } ?? []
      guard values.count == 3 else { throw DatabaseFault(.query, "the server does not say how far the table goes") }
      (lines, low, high) = (values[0], values[1], values[2])
    }
    guard let low, let high, low <= high else {
      throw DatabaseFault(.query, "the table has no rows with a position yet; how wide its buckets should be they tell")
    }
    return (PyramidEstimate(rowCount: row[0] ?? 0, lineCount: max(lines ?? 1, 1), extent: low...high), row[4])
  }

  func pyramids(ofTable names: [String], _ watch: QueryWatch) throws(DatabaseFault) -> [KeptPyramid] {
    let table = try table(names, watch)
    let question = SQLStatement(
      text: PostgreSQLPyramidTemplates.described,
      parameters: [
        .text(PyramidAbout.start(schema: table.schema, table: table.name)),
        .text(PostgreSQLDialect().qualified([table.schema, table.name])),
      ])
    let columns = try table.columns(in: session, watch)
    var kept: [KeptPyramid] = []
    for row in try session.texts(question, watch) {
      guard row.count == 5, let home = row[0], let name = row[1], let text = row[2],
        let line = PyramidAbout.line(in: text, schema: table.schema, table: table.name, columns: columns),
        let about = PyramidAbout(text, of: line)
      else { continue }
      let hasTriggers = row[3] == "f"
      let script = try PostgreSQLPyramid(
        PyramidTable(line, exponents: about.exponents, name: name, home: home), hasTriggers: hasTriggers,
        index: try table.index(x: line.x.name, by: line.by?.name, in: session, watch))
      kept.append(
        KeptPyramid(
          script: script, isUnfinished: about.isUnfinished,
          lack: about.isUnfinished ? nil : try lack(script, watch), size: row[4].flatMap(Double.init)))
    }
    return kept
  }

  private func lack(_ script: PostgreSQLPyramid, _ watch: QueryWatch) throws(DatabaseFault) -> String? {
    guard try rows(script.keeping, watch).first?.first == "t" else { return PostgreSQLPyramid.isLeft }
    let row = try rows(script.staleness, watch).first ?? []
    if row.first == "t" || (row.count > 1 && row[1] == "t") { return "lacks what changed since its last refresh" }
    return row.count > 2 && row[2] == "t" ? "may lack what changed since its last refresh" : nil
  }

  // MARK: - Changing

  private func run(_ transactions: [[String]], _ watch: QueryWatch) throws(DatabaseFault) {
    for statements in transactions {
      guard statements.count > 1 else {
        for statement in statements { try session.execute(statement, watch) }
        continue
      }
      try session.execute("BEGIN", watch)
      do throws(DatabaseFault) {
        for statement in statements { try session.execute(statement, watch) }
        try session.execute("COMMIT", watch)
      } catch {
        if session.isUsable { _ = try? session.execute("ROLLBACK", QueryWatch(limit: .seconds(10))) }
        throw error
      }
    }
  }

  func make(_ plan: PyramidPlan, _ watch: QueryWatch) throws(DatabaseFault) {
    let transactions = plan.script.create
    guard let objects = transactions.first else { return }
    // What is there already stays: it is somebody else's.
    try run([objects], watch)
    do throws(DatabaseFault) {
      try run(Array(transactions.dropFirst()), watch)
    } catch {
      if session.isUsable { try? run(plan.script.drop, QueryWatch(limit: .seconds(60))) }
      throw error
    }
  }

  func refresh(_ kept: KeptPyramid, all: Bool, _ watch: QueryWatch) throws(DatabaseFault) {
    // What was begun is filled, and said to be whole; the note that all is to be computed is still there.
    if kept.isUnfinished { return try run(Array(kept.script.create.dropFirst()), watch) }
    try run(all ? kept.script.rebuild : kept.script.refresh, watch)
  }

  func drop(_ kept: KeptPyramid, _ watch: QueryWatch) throws(DatabaseFault) { try run(kept.script.drop, watch) }
}

extension PostgreSQLPyramidTemplates {
  /// The pyramids of a table, also unfinished ones, as far as charts would read them; whether each lacks triggers, and how large it is.
  fileprivate static let described = """
    SELECT n.nspname, c.relname, d.description, \
    to_regclass(quote_ident(n.nspname) || '.' || quote_ident(c.relname || '_seen')) IS NOT NULL, pg_total_relation_size(c.oid) \
    FROM pg_description AS d JOIN pg_class AS c ON c.oid = d.objoid JOIN pg_namespace AS n ON n.oid = c.relnamespace \
    JOIN pg_class AS b ON b.oid = to_regclass($2) JOIN pg_roles AS r ON r.oid = c.relowner \
    WHERE d.classoid = 'pg_class'::regclass AND d.objsubid = 0 AND c.relkind = 'r' AND starts_with(d.description, $1) \
    AND (c.relowner = b.relowner OR r.rolname = current_user OR r.rolsuper) \
    ORDER BY c.relname
    """
}
