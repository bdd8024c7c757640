extension PostgreSQLPyramid {
  /// What comes in the places of the marks of ``PostgreSQLPyramidTemplates``. Names are quoted here, and in triggers'
  /// names.
  static func parts(
    of pyramid: PyramidTable, _ types: (x: PostgreSQLType, y: PostgreSQLType, by: PostgreSQLType?)
  ) -> [String: String] {
    widths(of: pyramid, types.x).merging(buckets(of: pyramid, types.x)) { $1 }
      .merging(names(of: pyramid)) { $1 }.merging(columns(of: pyramid.line, types)) { $1 }
  }

  static let values = [
    "rows", "missing", "start_x", "first_x", "first_y", "low_x", "low_y", "high_x", "high_y", "last_x", "last_y",
  ]

  private static func widths(of pyramid: PyramidTable, _ x: PostgreSQLType) -> [String: String] {
    let width = { number(PyramidTable.width($0)) }
    return [
      "<COLUMNS>": (["series", "width", "bucket"] + values).joined(separator: ", "),
      "<X_TYPE>": x.name, "<K0>": "\(pyramid.finest)", "<TOP>": "\(pyramid.top)",
      "<FINEST>": width(pyramid.finest), "<TOP_WIDTH>": width(pyramid.top),
      // Rows of a statement that lie farther apart are noted apart.
      "<COARSE>": width(pyramid.finest + 6),
      // In buckets of this width rows are counted.
      "<MIDDLE>": width(middle(of: pyramid)), "<MIDDLE_BUCKETS>": middleBuckets(of: pyramid),
      "<MOMENT_CONSTANTS>": !x.isMoment
        ? ""
        : PyramidTemplate.filled(
          PostgreSQLPyramidTemplates.momentConstants,
          ["<FINEST>": width(pyramid.finest), "<X_TYPE>": x.name, "<EPOCH>": x.epoch]),
    ]
  }

  private static func middle(of pyramid: PyramidTable) -> Int { min(pyramid.finest + 8, pyramid.top) }

  private static func middleBuckets(of pyramid: PyramidTable) -> String {
    "\(1 << (middle(of: pyramid) - pyramid.finest))"
  }

  private static func buckets(of pyramid: PyramidTable, _ x: PostgreSQLType) -> [String: String] {
    // Moments stay such until they are written, so that those that are the same double stay apart.
    func written(_ value: String) -> String { x.isMoment ? x.position(value) : value }
    let perMiddle = middleBuckets(of: pyramid)
    return [
      "<LOW_BUCKET>": x.nearestBucket("low"), "<HIGH_BUCKET>": x.nearestBucket("high"),
      "<MIN_BUCKET>": x.nearestBucket("min(g.low)"), "<MAX_BUCKET>": x.nearestBucket("max(g.high)"),
      // Between moments edges are exact. Of others rounding may put a row beyond one: a bucket more to both sides is
      // read.
      "<LOWER>": x.start(ofBucket: x.isMoment ? "lower(part)" : "lower(part) - 1", rounded: .down),
      "<UPPER>": x.start(ofBucket: x.isMoment ? "upper(part)" : "upper(part) + 1", rounded: .up),
      "<ONLY>": x.isMoment ? "" : "\n      WHERE a.bin >= lower(part) AND a.bin < upper(part)",
      "<BIN_BUCKET>": x.isMoment ? "round(date_part('epoch', a.bin) * 1000 / finest)::bigint" : "a.bin",
      "<START_X>": written("a.start_x"), "<FIRST_X>": written("a.first_x"), "<LAST_X>": written("a.last_x"),
      "<LOW_X>": written("min(r.x) FILTER (WHERE r.y = a.low_y)"),
      "<HIGH_X>": written("min(r.x) FILTER (WHERE r.y = a.high_y)"),
      "<FROM_BUCKET>": x.start(ofBucket: "d.bucket * \(perMiddle)", rounded: .down),
      "<TO_BUCKET>": x.start(ofBucket: "(d.bucket + 1) * \(perMiddle)", rounded: .up),
    ]
  }

  private static func names(of pyramid: PyramidTable) -> [String: String] {
    let quoted = PostgreSQLDialect().quoted
    func name(_ ending: String = "") -> String { "\(quoted(pyramid.home)).\(quoted(pyramid.name + ending))" }
    let base = table(of: pyramid.line)
    let baseText = ["<BASE_TEXT>": PostgreSQLLiteral.text(base)]
    return [
      "<PYRAMID>": name(), "<CHANGED>": name("_changed"), "<SEEN>": name("_seen"), "<NOTE>": name("_note"),
      "<REFRESHING>": name("_refresh"), "<LOOKING>": name("_look"), "<BASE>": base,
      "<TOP_INDEX>": quoted(pyramid.name + "_top"),
      "<KEY>": PostgreSQLLiteral.text("chart-kernel \(name())"),
      "<COUNTER>": PyramidTemplate.filled(PostgreSQLPyramidTemplates.counter, baseText),
    ].merging(baseText) { $1 }
  }

  /// The columns of the table, whose rows are called t.
  private static func columns(
    of line: PyramidLine, _ types: (x: PostgreSQLType, y: PostgreSQLType, by: PostgreSQLType?)
  ) -> [String: String] {
    func column(_ column: PyramidLine.Column) -> String { "t.\(PostgreSQLDialect().quoted(column.name))" }
    let (x, y) = (column(line.x), column(line.y))
    let isFinite = types.x.isFinite(x)
    var parts = [
      "<TX>": x, "<TX_IS_FINITE>": isFinite, "<TBY>": "''::text", "<COUNTS>": isFinite, "<SERIES_ONLY>": "",
      "<BY_IS_SERIES>": "",
      "<ROUGH>": types.x.roughPosition(x), "<BUCKET_OF_ROW>": types.x.bucket(x),
      "<BIN>": types.x.isMoment ? "date_bin(step, \(x), origin)" : types.x.bucket(x),
      "<R_X>": types.x.isMoment ? x : types.x.position(x),
      "<Y>": "CASE WHEN \(types.y.isFinite(y)) THEN \(types.y.double(y)) END",
    ]
    if let by = line.by.map(column), let type = types.by?.name {
      parts["<TBY>"] = "\(by)::text"
      parts["<COUNTS>"] = "\(isFinite) AND \(by) IS NOT NULL"
      parts["<SERIES_ONLY>"] = " AND \(by) = ANY(names::\(type)[])"
      parts["<BY_IS_SERIES>"] = "\(by) = s.series::\(type) AND "
    }
    return parts
  }

  static func table(of line: PyramidLine) -> String {
    "\(PostgreSQLDialect().quoted(line.schema)).\(PostgreSQLDialect().quoted(line.table))"
  }

  /// A width as a literal that is read as the same double.
  private static func number(_ width: Double) -> String { Int64(exactly: width).map { "\($0)" } ?? "\(width)" }
}
