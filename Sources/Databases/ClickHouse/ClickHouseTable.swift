/// A table as the server knows it.
struct ClickHouseTable {
  let database: String
  let name: String
  let engine: String
  /// What a Distributed table lies over.
  let cluster: ClickHousePyramid.Cluster?

  /// - Returns: `nil` if there is no such table.
  /// - Throws: ``DatabaseFault``
  init?(_ names: [String], in session: ClickHouseSession, _ watch: QueryWatch) throws(DatabaseFault) {
    let text = ClickHousePyramid.text
    guard let name = names.last, names.count <= 2 else { return nil }
    let database = names.count == 2 ? text(names[0]) : "currentDatabase()"
    let found = try session.texts(
      "SELECT database, name, engine, engine_full FROM system.tables WHERE database = \(database) AND name = \(text(name))",
      watch)
    guard let row = found.first, row.count == 4 else { return nil }
    (self.database, self.name, engine) = (row[0], row[1], row[2])
    cluster = ClickHouseTable.cluster(ofEngine: row[3])
  }

  /// Of `Distributed(shards, 'default', 'metrics_local', rand())` the cluster, the database and the table.
  private static func cluster(ofEngine text: String) -> ClickHousePyramid.Cluster? {
    guard text.hasPrefix("Distributed(") else { return nil }
    var fields: [String] = []
    var rest = text.dropFirst("Distributed(".count)
    while fields.count < 3 {
      while rest.first == " " || rest.first == "," { rest.removeFirst() }
      guard let first = rest.first, first != ")" else { return nil }
      var field = ""
      if first == "'" || first == "`" || first == "\"" {
        rest.removeFirst()
        while let next = rest.popFirst(), next != first {
          field.append(next == "\\" ? rest.popFirst() ?? next : next)
        }
      } else {
        while let next = rest.first, next != ",", next != ")", next != " " { field.append(rest.removeFirst()) }
      }
      fields.append(field)
    }
    return ClickHousePyramid.Cluster(name: fields[0], database: fields[1], table: fields[2])
  }
}
