extension ClickHousePyramid {
  /// What comes in the places of the marks of ``ClickHousePyramidTemplates``. Names are quoted here.
  static func parts(of pyramid: PyramidTable, _ cluster: Cluster?) -> [String: String] {
    columns(of: pyramid).merging(names(of: pyramid, cluster)) { $1 }
  }

  private static let columnNames = [
    "ck_series", "ck_width", "ck_bucket", "ck_rows", "ck_missing", "ck_start", "ck_first", "ck_last", "ck_low",
    "ck_high",
  ]

  private static func names(of pyramid: PyramidTable, _ cluster: Cluster?) -> [String: String] {
    let (line, quoted) = (pyramid.line, ClickHouseDialect().quoted)
    let store = storeName(of: pyramid, cluster)
    func place(_ name: String) -> String { "\(quoted(pyramid.home)).\(quoted(name))" }
    let (database, table) = (cluster?.database ?? line.schema, cluster?.table ?? line.table)
    return [
      "<PYRAMID>": place(pyramid.name), "<STORE>": place(store), "<FILLING>": place("\(store)_fill"),
      "<FINEST_VIEW>": place("\(store)_finest"), "<COARSER_VIEW>": place("\(store)_coarser"),
      "<ABOUT>": place("\(pyramid.name)_about"),
      "<TABLE>": "\(quoted(line.schema)).\(quoted(line.table))", "<BASE>": "\(quoted(database)).\(quoted(table))",
      "<CLUSTER>": text(cluster?.name ?? ""), "<HOME>": text(pyramid.home), "<STORE_NAME>": text(store),
      "<PARTS>": (cluster.map { "cluster(\(text($0.name)), system.parts)" } ?? "system.parts")
        + " WHERE active AND database = \(text(database)) AND table = \(text(table))",
    ]
  }

  private static func columns(of pyramid: PyramidTable) -> [String: String] {
    let (line, quoted) = (pyramid.line, ClickHouseDialect().quoted)
    let column = quoted(line.x.name)
    // A column may become one that lacks values after the views were made: what they make of it stays of the same type, since an insertion
    // into the table would fail otherwise.
    let x =
      switch ClickHouseType(line.x.type).base {
      case .dateTime: "toFloat64(toUInt32(\(column))) * 1000"
      case .date: "toFloat64(toUInt16(\(column))) * 86400000"
      default: "toFloat64(\(column))"
      }
    let position = "ifNull(\(x), nan)"
    let by = line.by.map { quoted($0.name) }
    // Beyond that a bucket has no number; the rows there count for nothing.
    let end = PyramidTable.width(62) * PyramidTable.width(pyramid.finest)
    return [
      "<COLUMNS>": columnNames.joined(separator: ", "),
      "<X>": position, "<Y>": "ifNull(toFloat64(\(quoted(line.y.name))), nan)",
      "<COUNTED>": "isFinite(\(position)) AND abs(\(position)) < \(end)"
        + (by.map { " AND isNotNull(\($0))" } ?? ""),
      // What is made of texts that are kept as numbers is kept so as well, which a view does not put into a column of texts by itself.
      "<SERIES>": by.map { "CAST(ifNull(toString(\($0)), '') AS String)" } ?? "''",
      "<LINE_COUNT>": by.map { "uniq(\($0))" } ?? "1",
      "<FINEST>": "\(PyramidTable.width(pyramid.finest))", "<TOP>": "\(PyramidTable.width(pyramid.top))",
      "<COARSER_WIDTHS>": pyramid.widths.dropFirst().map { "\($0)" }.joined(separator: ", "),
    ]
  }
}
