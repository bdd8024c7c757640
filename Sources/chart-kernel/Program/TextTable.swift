/// Rows of words in columns, as commands print them.
enum TextTable {
  /// - Parameter rows: The first of them are the heads. All have as many columns.
  static func lines(_ rows: [[String]]) -> [String] {
    let columns = max((rows.map(\.count).min() ?? 0) - 1, 0)
    let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) + "  " }.joined() + (row.last ?? "")
    }
  }
}
