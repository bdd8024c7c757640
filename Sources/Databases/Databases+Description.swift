import OrderedCollections

extension Databases {
  /// What is known of a query before any of its rows are read: its columns, and how the engine's SQL is written. It is a table itself, so
  /// that it can be recorded as any other.
  /// - Throws: ``DatabaseFault``
  package func description(
    of query: Query, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(DatabaseFault) -> ResultTable {
    let settings = try settings(of: query.connection)
    let pool = try pool(for: settings)
    let watch = QueryWatch(limit: settings.limits.time, isCancelled: isCancelled)
    let columns = try Databases.inSession(of: pool, watch) { session throws(DatabaseFault) in
      try session.columns(of: query.source, watch)
    }
    try Databases.check(columns)
    let all = [[ColumnDescription.dialectName, pool.dialect.name, "", ""]] + columns.map(\.fields)
    var table = ResultTable(columns: [:], rowCount: all.count)
    for (place, name) in ["name", "kind", "type", "form"].enumerated() {
      table.columns[name] = .texts(
        ResultColumn.TextCodes(codes: all.indices.map(Int32.init), texts: all.map { $0[place] }))
    }
    return table
  }
}

extension Databases {
  /// How many rows a query of a connection may give at most.
  package func rowLimit(of connection: String) -> Int {
    (try? settings(of: connection))?.limits.rows ?? QueryLimits().rows
  }

  /// How long a picture waits for rows of a connection before one of those that are there is shown.
  package func patience(of connection: String) -> Duration {
    (try? settings(of: connection))?.limits.patience ?? QueryLimits().patience
  }
}

extension Databases.Planning {
  /// - Parameters:
  ///   - described: What ``Databases/description(of:isCancelled:)`` gave.
  ///   - query: What it is of.
  /// - Returns: `nil` if its filter is another question for a database than for a chart, or it is no description.
  package init?(
    _ described: ResultTable, of query: Databases.Query,
    ask: @escaping (SQLSelect) throws(DatabaseFault) -> ResultTable
  ) {
    let columns = described.columns.values.map { column -> [String] in
      guard case .texts(let texts) = column else { return [] }
      return texts.codes.map { $0 < 0 ? "" : texts.texts[Int($0)] }
    }
    guard columns.count == 4, columns.allSatisfy({ $0.count == described.rowCount }), described.rowCount > 1,
      let dialect = DatabaseEngines.dialect(named: columns[1][0])
    else { return nil }
    let found = (1..<described.rowCount).compactMap { row in ColumnDescription(fields: columns.map { $0[row] }) }
    var conditions: [SQLExpression] = []
    for (name, values) in query.filter {
      guard let values, let condition = found.first(where: { $0.name == name })?.isAny(of: values) else { return nil }
      conditions.append(condition)
    }
    self.init(source: query.source, columns: found, condition: .all(conditions), dialect: dialect, ask: ask)
  }
}

extension ColumnDescription {
  fileprivate static let dialectName = "dialect"

  fileprivate var fields: [String] { [name, kind.rawValue, type, form.rawValue] }

  fileprivate init?(fields: [String]) {
    guard fields.count == 4, let kind = ResultKind(rawValue: fields[1]), let form = Form(rawValue: fields[3]) else {
      return nil
    }
    self.init(name: fields[0], kind: kind, type: fields[2], form: form)
  }

  /// A value as it is compared with the column's: whole numbers with whole ones, so that an index serves, and the server knows about how
  /// many rows there are.
  package func compared(_ value: SQLValue) -> SQLValue {
    guard case .number(let number) = value, holdsWholeNumbers, let whole = Int(exactly: number) else { return value }
    return .whole(whole)
  }

  /// Whether it holds whole numbers alone, which a condition on whole numbers finds in an index.
  package var holdsWholeNumbers: Bool {
    let type = type.lowercased()
    return form == .itself && kind == .numbers
      && [
        "smallint", "integer", "bigint", "int2", "int4", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32",
        "uint64", "tinyint", "hugeint",
      ]
      .contains(type)
  }
}
