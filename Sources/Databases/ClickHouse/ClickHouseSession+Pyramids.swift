extension ClickHouseSession {
  func pyramids(of request: PyramidRequest, _ watch: QueryWatch) throws(DatabaseFault) -> [FoundPyramid] {
    guard let table = try ClickHouseTable(request.table, in: self, watch) else { return [] }
    var found: [FoundPyramid] = []
    for value in request.values {
      let line = PyramidLine(
        schema: table.database, table: table.name, x: PyramidLine.Column(request.x), y: PyramidLine.Column(value),
        by: request.by.map { PyramidLine.Column($0) })
      for row in try texts(ClickHousePyramid.find(line).text, watch) {
        guard let (pyramid, about) = ClickHousePyramid.found(row, of: line) else { continue }
        do throws(DatabaseFault) {
          let known = try ClickHousePyramid(pyramid, cluster: table.cluster)
          let lack = try lack(known, about, watch)
          found.append(FoundPyramid(pyramid, isWrong: lack != nil, lack: lack))
          break
        } catch {
          // One that does not fit its table any more, or may not be read, is none.
          guard error.kind == .query || error.kind == .forbidden else { throw error }
        }
      }
    }
    return found
  }

  /// What a pyramid lacks of its table, for people.
  func lack(
    _ known: ClickHousePyramid, _ about: PyramidAbout, _ watch: QueryWatch
  ) throws(DatabaseFault) -> String? {
    guard let text = try texts(known.staleness, watch).first?.first, let count = Int(text) else { return nil }
    return switch count - (about.uncountedRows ?? 0) {
    case 0: nil
    case let missing where missing > 0: "lacks \(missing) rows of its table (--rebuild)"
    case let more: "has \(-more) rows that its table has no more (--rebuild)"
    }
  }
}

extension ClickHousePyramid {
  /// The pyramid that ``find(_:)`` gave.
  static func found(_ row: [String], of line: PyramidLine) -> (PyramidTable, PyramidAbout)? {
    let ending = "_about"
    guard row.count == 3, row[1].hasSuffix(ending), let about = about(ofDefault: row[2], of: line) else { return nil }
    return (
      PyramidTable(line, exponents: about.exponents, name: String(row[1].dropLast(ending.count)), home: row[0]), about
    )
  }
}
