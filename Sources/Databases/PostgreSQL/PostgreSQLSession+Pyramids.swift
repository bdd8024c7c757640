extension PostgreSQLSession {
  func pyramids(of request: PyramidRequest, _ watch: QueryWatch) throws(DatabaseFault) -> [FoundPyramid] {
    guard let table = try PostgreSQLTable(request.table, in: self, watch) else { return [] }
    var found: [FoundPyramid] = []
    for value in request.values {
      let line = PyramidLine(
        schema: table.schema, table: table.name, x: PyramidLine.Column(request.x), y: PyramidLine.Column(value),
        by: request.by.map { PyramidLine.Column($0) })
      for row in try texts(PostgreSQLPyramid.find(line), watch) {
        guard row.count == 6, let home = row[0], let name = row[1], let finest = row[2].flatMap({ Int($0) }),
          let top = row[3].flatMap({ Int($0) }), finest <= top
        else { continue }
        let pyramid = PyramidTable(line, exponents: finest...top, name: name, home: home)
        do throws(DatabaseFault) {
          let hasTriggers = row[4] == "t"
          let index = hasTriggers ? nil : try table.index(x: line.x.name, by: line.by?.name, in: self, watch)
          let known = try PostgreSQLPyramid(pyramid, hasTriggers: hasTriggers, index: index)
          found.append(try self.found(known, isKept: hasTriggers ? row[5] == "t" : nil, watch))
          break
        } catch {
          // One that does not fit its table any more, or may not be read, is none.
          guard error.kind == .query || error.kind == .forbidden else { throw error }
        }
      }
    }
    return found
  }

  /// What a pyramid does not have of its table.
  /// - Parameter isKept: Whether it is kept up to date, if that is known.
  private func found(
    _ known: PostgreSQLPyramid, isKept: Bool?, _ watch: QueryWatch
  ) throws(DatabaseFault) -> FoundPyramid {
    func rows(_ text: String) throws(DatabaseFault) -> [[String?]] {
      try texts(SQLStatement(text: text, parameters: []), watch)
    }
    func range(_ row: [String?]) -> ClosedRange<Double>? {
      guard row.count > 1, let low = row[0].flatMap(Double.init), let high = row[1].flatMap(Double.init), low <= high
      else { return nil }
      return low...high
    }
    var isKept = isKept
    if isKept == nil { isKept = try rows(known.keeping).first?.first == "t" }
    guard isKept == true else { return FoundPyramid(known.pyramid, isWrong: true, lack: PostgreSQLPyramid.isLeft) }
    let notes = try rows(known.notes)
    // A note without a position tells that everything changed.
    var changes = notes.compactMap(range)
    guard changes.count == notes.count else {
      return FoundPyramid(known.pyramid, isWrong: true, lack: "was emptied, as its table was (--refresh)")
    }
    var lack: String?
    if !known.hasTriggers, let growth = try rows(known.growth).first, growth.count == 4 {
      if let grown = range(growth) { changes.append(grown) }
      // The table counts changes some seconds after they were made, and also those of rows that were not kept.
      let (found, counted) = (growth[2].flatMap { Int($0) } ?? 0, growth[3].flatMap { Int($0) })
      if counted.map({ $0 < 0 || $0 > found }) ?? true { lack = "may lack what changed since its last refresh" }
    }
    return FoundPyramid(known.pyramid, changes: changes, lack: lack)
  }
}
