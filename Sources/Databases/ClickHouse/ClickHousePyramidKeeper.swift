/// Makes and keeps pyramids in ClickHouse, on one server or on those of a cluster.
final class ClickHousePyramidKeeper: PyramidKeeper {
  /// With the server that is asked.
  let session: ClickHouseSession
  /// With those that keep the rows of a Distributed table.
  var servers: [ClickHouseSession] = []

  init(_ session: ClickHouseSession) { self.session = session }

  func close() { for session in servers + [session] { session.close() } }

  // MARK: - Looking

  private func table(_ names: [String], _ watch: QueryWatch) throws(DatabaseFault) -> ClickHouseTable {
    guard let table = try ClickHouseTable(names, in: session, watch) else {
      throw DatabaseFault(.query, "there is no table '\(names.joined(separator: "."))'")
    }
    return table
  }

  private func columns(of table: ClickHouseTable, _ watch: QueryWatch) throws(DatabaseFault) -> [ColumnDescription] {
    try session.columns(of: .table([table.database, table.name]), watch)
  }

  /// The sessions with all servers that keep rows of a table.
  /// - Throws: ``DatabaseFault`` if there are others than were named.
  private func keepers(of table: ClickHouseTable, _ watch: QueryWatch) throws(DatabaseFault) -> [ClickHouseSession] {
    guard let cluster = table.cluster else {
      guard servers.isEmpty else {
        throw DatabaseFault(.query, "the table '\(table.name)' lies on one server; leave out --server")
      }
      return [session]
    }
    let name = ClickHousePyramid.text(cluster.name)
    let text = try session.texts("SELECT count() FROM system.clusters WHERE cluster = \(name)", watch).first?.first
    let count = text.flatMap { Int($0) } ?? 0
    guard count == servers.count else {
      throw DatabaseFault(
        .query,
        "the table '\(table.name)' lies over the \(count) servers of the cluster '\(cluster.name)': name a connection to each of them "
          + "by --server; \(servers.count) are named")
    }
    return servers
  }

  func plan(_ wish: PyramidWish, _ watch: QueryWatch) throws(DatabaseFault) -> PyramidPlan {
    let table = try table(wish.table, watch)
    let keepers = try keepers(of: table, watch)
    let columns = try columns(of: table, watch)
    let line = try PyramidLine(
      wish, schema: table.database, table: table.name, columns: columns, called: "'\(table.database).\(table.name)'")
    for keeper in keepers {
      let names = table.cluster.map { [$0.database, $0.table] } ?? [table.database, table.name]
      // Views are told only what is inserted, which others put together, replace, or take from one another.
      guard let engine = try ClickHouseTable(names, in: keeper, watch)?.engine, engine == "MergeTree" else {
        throw DatabaseFault(
          .query,
          "the table '\(names.joined(separator: "."))' is no MergeTree, and only such have pyramids in ClickHouse")
      }
    }
    // Of whatever widths: these are chosen by what it asks for.
    let some = try ClickHousePyramid(PyramidTable(line, exponents: 20...20, name: wish.name), cluster: table.cluster)
    let row = try session.texts(some.estimate, watch).first?.map { Double($0) } ?? []
    guard row.count == 5, let rowCount = row[0], let lineCount = row[1], let low = row[2], let high = row[3],
      low <= high
    else {
      throw DatabaseFault(.query, "the table has no rows with a position yet; how wide its buckets should be they tell")
    }
    let estimate = PyramidEstimate(rowCount: rowCount, lineCount: max(lineCount, 1), extent: low...high)
    let perBucket = wish.rowsPerBucket ?? PyramidEstimate.rowsPerBucket
    guard let exponents = try ClickHousePyramid.exponents(for: estimate, of: line, rowsPerBucket: perBucket) else {
      throw DatabaseFault(.query, "the positions of '\(wish.x)' go farther than a pyramid can")
    }
    let script = try ClickHousePyramid(
      PyramidTable(line, exponents: exponents, name: wish.name), cluster: table.cluster,
      memory: try memory(of: keepers, watch))
    return PyramidPlan(
      script: script, estimate: estimate, tableSize: row[4],
      size: ClickHousePyramid.estimatedSize(
        rowCount: rowCount, rowsPerBucket: estimate.rowsPerBucket(exponent: exponents.lowerBound),
        seriesLength: wish.by == nil ? 0 : 12),
      notes: [
        "Two views put what is inserted into the table into the pyramid as well: a million rows take about two seconds longer.",
        "Insert nothing while it is made. What is deleted or changed in the table later stays in it as it was, until it is made "
          + "anew by --rebuild.",
      ])
  }

  func pyramids(ofTable names: [String], _ watch: QueryWatch) throws(DatabaseFault) -> [KeptPyramid] {
    let table = try table(names, watch)
    let columns = try columns(of: table, watch)
    var kept: [KeptPyramid] = []
    let question = ClickHousePyramid.findAll(schema: table.database, table: table.name)
    for row in try session.texts(question, watch) {
      guard row.count == 3,
        let line = PyramidAbout.line(
          in: ClickHousePyramid.unquoted(row[2]), schema: table.database, table: table.name, columns: columns),
        let (pyramid, about) = ClickHousePyramid.found(row, of: line)
      else { continue }
      let script = try ClickHousePyramid(pyramid, cluster: table.cluster)
      kept.append(
        KeptPyramid(
          script: script, isUnfinished: false, lack: try session.lack(script, about, watch),
          size: try size(of: script, watch)))
    }
    return kept
  }

  /// How large a pyramid is, on all of its servers.
  private func size(of script: ClickHousePyramid, _ watch: QueryWatch) throws(DatabaseFault) -> Double? {
    let text = ClickHousePyramid.text
    let parts = script.cluster.map { "cluster(\(text($0.name)), system.parts)" } ?? "system.parts"
    let place = "database = \(text(script.pyramid.home)) AND table = \(text(script.storeName))"
    return try session.texts("SELECT sum(bytes_on_disk) FROM \(parts) WHERE active AND \(place)", watch).first?.first
      .flatMap { Double($0) }
  }

  func unfinished(_ wish: PyramidWish, _ watch: QueryWatch) throws(DatabaseFault) -> KeptPyramid? {
    let table = try table(wish.table, watch)
    let line = try PyramidLine(
      wish, schema: table.database, table: table.name, columns: try columns(of: table, watch), called: "'\(table.name)'"
    )
    // Which widths it was to have, nothing tells that is done with it.
    let script = try ClickHousePyramid(PyramidTable(line, exponents: 20...20, name: wish.name), cluster: table.cluster)
    for keeper in try keepers(of: table, watch)
    where try ClickHouseTable([script.pyramid.home, script.storeName], in: keeper, watch) != nil {
      return KeptPyramid(script: script, isUnfinished: true)
    }
    return nil
  }

  /// What some servers may hold of buckets that they fill, in bytes: a quarter of what a query may have, for the states that are
  /// written to the disk are in memory twice meanwhile; or what somebody has set for it, if that is less.
  private func memory(of servers: [ClickHouseSession], _ watch: QueryWatch) throws(DatabaseFault) -> Int {
    var least = 2_000_000_000
    for server in servers {
      let rows = try server.texts(
        "SELECT name, value FROM system.settings WHERE name IN ('max_memory_usage', 'max_bytes_before_external_group_by')",
        watch)
      for row in rows where row.count == 2 {
        // 0 is no limit.
        guard let value = Int(row[1]), value > 0 else { continue }
        least = min(least, row[0] == "max_memory_usage" ? max(value / 4, 1) : value)
      }
    }
    return least
  }

  // MARK: - Changing

  private func run(_ transactions: [[String]], in sessions: [ClickHouseSession], _ watch: QueryWatch)
    throws(DatabaseFault)
  {
    for session in sessions {
      for statement in transactions.joined() { try session.execute(statement, watch) }
    }
  }

  func make(_ plan: PyramidPlan, _ watch: QueryWatch) throws(DatabaseFault) {
    guard let script = plan.script as? ClickHousePyramid else { return }
    let line = script.pyramid.line
    let keepers = try keepers(of: try table([line.schema, line.table], watch), watch)
    for keeper in keepers where try ClickHouseTable([script.pyramid.home, script.storeName], in: keeper, watch) != nil {
      throw DatabaseFault(
        .query, "there is a table '\(script.storeName)' already; what was begun and not finished --drop removes")
    }
    do throws(DatabaseFault) {
      try run(script.create, in: keepers, watch)
      try run(script.createOver, in: [session], watch)
      func count(_ question: String) throws(DatabaseFault) -> Int? {
        try session.texts(question, watch).first?.first.flatMap { Int($0) }
      }
      let uncounted = try count(script.uncountedRows) ?? 0
      guard try count(script.staleness) == uncounted else {
        throw DatabaseFault(
          .query, "rows were inserted while the pyramid was made, and may be in it twice; it is removed, try again")
      }
      try run(script.finish(uncountedRows: uncounted), in: [session], watch)
    } catch {
      let rest = QueryWatch(limit: .seconds(60))
      for session in keepers + [session] { try? run(script.drop, in: [session], rest) }
      throw error
    }
  }

  func refresh(_ kept: KeptPyramid, all: Bool, _ watch: QueryWatch) throws(DatabaseFault) {
    guard all, let known = kept.script as? ClickHousePyramid else { return }
    let line = known.pyramid.line
    let keepers = try keepers(of: try table([line.schema, line.table], watch), watch)
    let script = try ClickHousePyramid(
      known.pyramid, cluster: known.cluster, memory: try memory(of: keepers, watch))
    try drop(kept, watch)
    try make(
      PyramidPlan(
        script: script, estimate: PyramidEstimate(rowCount: 0, extent: 0...0), tableSize: nil, size: 0, notes: []),
      watch)
  }

  func drop(_ kept: KeptPyramid, _ watch: QueryWatch) throws(DatabaseFault) {
    let line = kept.script.pyramid.line
    let keepers = try keepers(of: try table([line.schema, line.table], watch), watch)
    // First where it is found.
    try run(kept.script.drop, in: [session] + keepers.filter { $0 !== session }, watch)
  }
}
