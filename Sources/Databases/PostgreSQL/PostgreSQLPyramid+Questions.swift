extension PostgreSQLPyramid {
  /// About, as the planner knows it; where there is an index of positions alone, the lowest and the highest are exact.
  package var estimate: String {
    "SELECT f.rows, \(lineCount) AS lines, \(end("min")) AS lowest, \(end("max")) AS highest, f.bytes FROM ("
      // Rows of a page when last counted, times the pages of now. A table that was never counted has about 60 bytes a
      // row.
      + filled(
        #"""
        SELECT sum(CASE WHEN c.reltuples > 0 AND c.relpages > 0 THEN c.reltuples::float8 / c.relpages * \#
        (pg_relation_size(c.oid) / current_setting('block_size')::float8) \#
        ELSE pg_relation_size(c.oid) / 60.0 END)::float8 AS rows, sum(pg_total_relation_size(c.oid))::bigint AS bytes \#
        FROM pg_class AS c WHERE c.relkind <> 'p' AND (c.oid = <BASE_TEXT>::regclass \#
        OR c.oid IN (SELECT p.relid FROM pg_partition_tree(<BASE_TEXT>::regclass) AS p WHERE p.isleaf))) AS f
        """#)
  }

  /// The lowest or the highest position.
  private func end(_ function: String) -> String {
    if index == .position {
      return "(SELECT \(types.x.position("\(function)(\(filled("<TX>")))"))"
        + filled(" FROM <BASE> AS t WHERE <TX_IS_FINITE>)")
    }
    // Both are anyarray, which becomes what it is of by way of its text.
    let (x, type) = (types.x, types.x.name)
    return "(SELECT \(x.position("\(function)(t.v)")) FROM pg_stats AS s, LATERAL (SELECT "
      + "unnest(s.histogram_bounds::text::\(type)[] || s.most_common_vals::text::\(type)[]) AS v) AS t"
      + "\(statistics(of: pyramid.line.x)) AND \(x.isFinite("t.v")))"
  }

  private var lineCount: String {
    guard let by = pyramid.line.by else { return "1::float8" }
    return "(SELECT CASE WHEN s.n_distinct >= 0 THEN s.n_distinct ELSE -s.n_distinct * f.rows END FROM pg_stats AS s"
      + "\(statistics(of: by)) ORDER BY s.inherited DESC LIMIT 1)"
  }

  private func statistics(of column: PyramidLine.Column) -> String {
    let text = PostgreSQLLiteral.text
    return " WHERE s.schemaname = \(text(pyramid.line.schema)) AND s.tablename = \(text(pyramid.line.table))"
      + " AND s.attname = \(text(column.name))"
  }

  /// `changed` or `grown`: something is missing. Without triggers `touched` besides: perhaps something is.
  package var staleness: String {
    let changed = filled("SELECT EXISTS (SELECT FROM <CHANGED>) AS changed")
    if hasTriggers { return changed }
    let grown =
      switch index {
      case .position:
        "coalesce((SELECT max(<TX>) FROM <BASE> AS t WHERE <TX_IS_FINITE>) > (SELECT max(s.x) FROM <SEEN> AS s), false)"
      case .lineAndPosition:
        """
        EXISTS (SELECT FROM <SEEN> AS s WHERE EXISTS (SELECT FROM <BASE> AS t WHERE \
        <BY_IS_SERIES><TX> > s.x AND <COUNTS>))
        """
      case nil: "NULL::boolean"
      }
    return changed + ", "
      + filled("\(grown) AS grown, <COUNTER> IS DISTINCT FROM (SELECT max(s.counter) FROM <SEEN> AS s) AS touched")
  }

  /// Asks between which positions rows changed that are not in the pyramid; those that lie near one another are put together.
  var notes: String {
    let (low, high) = (types.x.position("min(c.low)"), types.x.position("max(c.high)"))
    // A note of everything has no place, and is a group of its own.
    let place = "floor(\(types.x.roughPosition("c.low")) / \(filled("<MIDDLE>"))::float8)"
    return filled("SELECT \(low), \(high) FROM <CHANGED> AS c GROUP BY \(place)")
  }

  /// Asks whether it is kept up to date of the table that is called so now: it stays behind where that is dropped.
  var keeping: String {
    guard hasTriggers else {
      return filled("SELECT coalesce(max(s.base) = to_regclass(<BASE_TEXT>), false) FROM <SEEN> AS s")
    }
    let names = PostgreSQLPyramid.events.map { PostgreSQLLiteral.text("\(pyramid.name)_\($0.name.lowercased())") }
    return "SELECT count(*) = \(names.count) FROM pg_trigger AS t WHERE t.tgrelid = "
      + filled("to_regclass(<BASE_TEXT>)")
      + " AND t.tgenabled IN ('O', 'A') AND t.tgname IN (\(names.joined(separator: ", ")))"
  }

  /// What is said of one that is kept up to date no more.
  static let isLeft = "is of a table that is there no more, or without its triggers (--drop)"

  /// Without triggers: asks from where on, and to where, there are rows behind those which were seen, how many there are, and how many
  /// changes the table counted since.
  var growth: String {
    let counted = filled("(SELECT <COUNTER> - max(s.counter) FROM <SEEN> AS s)")
    let end = "\(Double.greatestFiniteMagnitude)"
    switch index {
    case .position:
      return filled(
        "SELECT \(types.x.position("n.x")), \(end), n.rows, \(counted) FROM (SELECT min(<TX>) AS x, count(*) AS rows ")
        + filled("FROM <BASE> AS t WHERE <TX> > (SELECT max(s.x) FROM <SEEN> AS s) AND <TX_IS_FINITE>) AS n")
    case .lineAndPosition:
      return filled(
        "SELECT \(types.x.position("min(n.x)")), \(end), sum(n.rows), \(counted) FROM <SEEN> AS s, LATERAL ")
        + filled(
          "(SELECT min(<TX>) AS x, count(*) AS rows FROM <BASE> AS t WHERE <BY_IS_SERIES><TX> > s.x AND <COUNTS>) AS n")
    case nil: return "SELECT NULL, NULL, 0, \(counted)"
    }
  }

  /// Gives of each the schema, the name, the exponents of the finest and of the top width, whether it is kept up to date by triggers, and
  /// whether the table has these.
  package static func find(_ line: PyramidLine) -> SQLStatement {
    SQLStatement(
      text: PostgreSQLPyramidTemplates.find,
      parameters: [.text(PyramidAbout.start(of: line)), .text(table(of: line))])
  }

  package static func estimatedSize(rowCount: Double, rowsPerBucket: Double, seriesLength: Int) -> Double {
    // As many rows as finest buckets, a third of that for three times the width, and of both the half, the half of that
    // …
    let rows = rowCount / rowsPerBucket * 8 / 3
    // A text has a byte for its length, and what follows begins at a multiple of eight.
    let series = Double((seriesLength + 1 + 7) / 8 * 8)
    return rows * ((28 + 8 * 13 + series) / 0.98 + (8 + 16 + series + 4) / 0.9)
  }
}
