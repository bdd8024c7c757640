import JSONModel

/// What a pyramid says of itself, by which it is found: a text of JSON that stands with it.
package struct PyramidAbout: Hashable, Sendable {
  /// From the finest to the top.
  package var exponents: ClosedRange<Int>
  /// Whether it was made, but not filled yet.
  package var isUnfinished: Bool
  /// How many of the table's rows were in no bucket when it had been filled, if that was counted.
  package var uncountedRows: Int?

  package init(exponents: ClosedRange<Int>, isUnfinished: Bool = false, uncountedRows: Int? = nil) {
    (self.exponents, self.isUnfinished, self.uncountedRows) = (exponents, isUnfinished, uncountedRows)
  }

  package func text(of line: PyramidLine) -> String {
    var text = PyramidAbout.start(of: line) + #"\#(exponents.lowerBound), "top": \#(exponents.upperBound)"#
    if isUnfinished { text += #", "unfinished": true"# }
    if let uncountedRows { text += #", "uncounted": \#(uncountedRows)"# }
    return text + "}"
  }

  /// Reads a text.
  /// - Returns: `nil` if it is not about a pyramid of the line.
  package init?(_ text: String, of line: PyramidLine) {
    guard text.utf8.starts(with: PyramidAbout.start(of: line).utf8), let json = try? JSON(parsing: text),
      let finest = json["finest"]?.integerValue, let top = json["top"]?.integerValue, finest <= top,
      PyramidTable.possibleExponents.contains(finest), PyramidTable.possibleExponents.contains(top)
    else { return nil }
    self.init(
      exponents: finest...top, isUnfinished: json["unfinished"]?.boolValue ?? false,
      uncountedRows: json["uncounted"]?.integerValue)
  }

  /// How the texts of a line's pyramids begin. Servers look for it as it is, so it has to be the same for ever.
  static func start(of line: PyramidLine) -> String {
    let by = line.by.map { json($0.name) } ?? "null"
    return start(schema: line.schema, table: line.table)
      + #""x": \#(json(line.x.name)), "y": \#(json(line.y.name)), "by": \#(by), "finest": "#
  }

  /// How the texts of all pyramids of a table begin.
  static func start(schema: String, table: String) -> String {
    #"{"chart-kernel": 1, "table": \#(json("\(part(schema)).\(part(table))")), "#
  }

  /// The line that a text tells of.
  /// - Parameter columns: Those of its table.
  /// - Returns: `nil` if it tells of none of that table, or a column is not there any more.
  static func line(
    in text: String, schema: String, table: String, columns: [ColumnDescription]
  ) -> PyramidLine? {
    func column(_ name: String) -> PyramidLine.Column? {
      columns.first { $0.name == name }.map { PyramidLine.Column($0) }
    }
    guard text.utf8.starts(with: start(schema: schema, table: table).utf8), let json = try? JSON(parsing: text),
      let x = json["x"]?.stringValue.flatMap(column), let y = json["y"]?.stringValue.flatMap(column)
    else { return nil }
    let by = json["by"]?.stringValue
    let byColumn = by.flatMap(column)
    guard (by == nil) == (byColumn == nil) else { return nil }
    return PyramidLine(schema: schema, table: table, x: x, y: y, by: byColumn)
  }

  /// A part of a name, in quotes where it has a dot or a quote in it, so that no two are told alike.
  private static func part(_ name: String) -> String {
    let needsQuotes = name.unicodeScalars.contains { $0 == "." || $0 == "\"" }
    return needsQuotes ? "\"" + SQLQuote.doubled(name, "\"") + "\"" : name
  }

  /// A text as JSON has it, with as few escapes as may be.
  private static func json(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": json += "\\\(scalar)"
      case _ where scalar.value < 32 || scalar.value == 127:
        json += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}
