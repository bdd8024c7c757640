/// Rows of words in columns, as commands print them.
enum TextTable {
  /// - Parameter rows: The first of them are the heads. All have as many columns.
  static func lines(_ rows: [[String]]) -> [String] {
    let rows = rows.map { $0.map(\.printable) }
    let columns = max((rows.map(\.count).min() ?? 0) - 1, 0)
    let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) + "  " }.joined() + (row.last ?? "")
    }
  }
}

extension String {
  /// The text as it can be printed on a terminal, whoever wrote it: controls and line breaks would do something there.
  var printable: String {
    let isControl: (Unicode.Scalar) -> Bool = {
      [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
    }
    guard unicodeScalars.contains(where: isControl) else { return self }
    var printable = ""
    printable.unicodeScalars.append(contentsOf: unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 })
    return printable
  }
}
