/// A line of a table, which a pyramid is made for: where its rows are, and which columns it is made of.
package struct PyramidLine: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    package var name: String
    /// What the engine calls its type: `timestamptz`.
    package var type: String

    package init(_ name: String, _ type: String) { (self.name, self.type) = (name, type) }

    package init(_ description: ColumnDescription) { self.init(description.name, description.type) }
  }

  /// What the table lies in: a schema, or a database where there are no schemas.
  package var schema: String
  package var table: String
  package var x: Column
  package var y: Column
  /// The column whose values tell the lines of the table apart; `nil` where all rows are one line.
  package var by: Column?

  package init(schema: String, table: String, x: Column, y: Column, by: Column? = nil) {
    (self.schema, self.table, self.x, self.y, self.by) = (schema, table, x, y, by)
  }

  /// The line that somebody wishes a pyramid of.
  /// - Parameter name: What its table is called in messages.
  /// - Throws: ``DatabaseFault`` if a column is not there.
  init(
    _ wish: PyramidWish, schema: String, table: String, columns: [ColumnDescription], called name: String
  ) throws(DatabaseFault) {
    func column(_ wanted: String) throws(DatabaseFault) -> Column {
      guard let column = columns.first(where: { $0.name == wanted }) else {
        throw DatabaseFault(
          .query, "\(name) has no column '\(wanted)'; it has \(columns.prefix(20).map(\.name).joined(separator: ", "))")
      }
      return Column(column)
    }
    self.init(schema: schema, table: table, x: try column(wish.x), y: try column(wish.y))
    if let wanted = wish.by { by = try column(wanted) }
  }

  /// What its pyramid is called unless somebody says otherwise: `metrics_time_value_sensor_pyramid`.
  ///
  /// Names that are too long together are cut, and a hash tells them from others that begin alike.
  package var standardName: String {
    let ending = "_pyramid"
    let names = [table, x.name, y.name, by?.name].compactMap(\.self).joined(separator: "_")
    guard names.utf8.count + ending.utf8.count > PyramidTable.longestName else { return names + ending }
    let end = "_" + PyramidLine.hash(PyramidAbout.start(of: self)) + ending
    var start = ""
    for character in names {
      guard start.utf8.count + String(character).utf8.count + end.utf8.count <= PyramidTable.longestName else { break }
      start.append(character)
    }
    return start + end
  }

  /// FNV-1a of 32 bits, in hexadecimal digits.
  private static func hash(_ text: String) -> String {
    let hash = text.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
