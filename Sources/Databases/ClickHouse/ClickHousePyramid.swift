/// What makes a pyramid in ClickHouse, of version 18.16 or later.
///
/// Two views see to it that what is inserted into the table comes into the pyramid as well, in all widths. What is
/// deleted or changed in the table stays in the pyramid as it was.
package struct ClickHousePyramid: PyramidScript {
  /// What a Distributed table lies over.
  package struct Cluster: Hashable, Sendable {
    package var name: String
    /// The table that each server has: its database, and what it is called.
    package var database: String
    package var table: String

    package init(name: String, database: String, table: String) {
      (self.name, self.database, self.table) = (name, database, table)
    }
  }

  package let pyramid: PyramidTable
  /// `nil` of a table on one server.
  package let cluster: Cluster?
  /// What a server holds of buckets that it fills, in bytes, before it writes them to its disk: those of 10⁸ rows take 2 GB.
  package let memory: Int
  private let parts: [String: String]

  /// - Throws: ``DatabaseFault`` if there can be no such pyramid.
  package init(_ pyramid: PyramidTable, cluster: Cluster? = nil, memory: Int = 500_000_000) throws(DatabaseFault) {
    (self.pyramid, self.cluster, self.memory) = (pyramid, cluster, memory)
    try ClickHousePyramid.check(pyramid.line)
    let possible = PyramidTable.possibleExponents
    guard possible.contains(pyramid.finest), possible.contains(pyramid.top), pyramid.top - pyramid.finest <= 61 else {
      throw DatabaseFault(.query, "there is no pyramid from 2^\(pyramid.finest) to 2^\(pyramid.top)")
    }
    parts = ClickHousePyramid.parts(of: pyramid, cluster)
  }

  /// The exponents of a pyramid of a line.
  /// - Returns: `nil` if there are none.
  /// - Throws: ``DatabaseFault`` if a column has a type of which there are no pyramids.
  package static func exponents(
    for estimate: PyramidEstimate, of line: PyramidLine, rowsPerBucket: Double = PyramidEstimate.rowsPerBucket
  ) throws(DatabaseFault) -> ClosedRange<Int>? {
    try check(line)
    return estimate.exponents(rowsPerBucket: rowsPerBucket)
  }

  /// A view whose columns are of other types than the pyramid's would fail with each insertion into the table, so none
  /// is made of types of which that is not known.
  private static func check(_ line: PyramidLine) throws(DatabaseFault) {
    for column in [line.x, line.y, line.by].compactMap(\.self) where column.name.utf8.starts(with: "ck_".utf8) {
      throw DatabaseFault(.query, "the column '\(column.name)' is called as those of pyramids are: ck_…")
    }
    let (x, y) = (ClickHouseType(line.x.type), ClickHouseType(line.y.type))
    let isPosition =
      switch x.base {
      case .text, .dateTime64: false
      default: !x.isLowCardinality
      }
    guard isPosition else {
      throw DatabaseFault(
        .query, "the column '\(line.x.name)' is of \(x.name): there are no pyramids of such positions")
    }
    guard y.kind == .numbers else {
      throw DatabaseFault(.query, "the column '\(line.y.name)' is of \(y.name): there are no pyramids of such values")
    }
    guard let by = line.by.map({ ClickHouseType($0.type) }) else { return }
    guard !(by.isNullable && by.isLowCardinality) else {
      throw DatabaseFault(
        .query, "the column '\(line.by?.name ?? "")' is of \(by.name): there are no pyramids of such lines")
    }
  }

  private var onDisk: String { "SETTINGS max_bytes_before_external_group_by = \(memory)" }

  func filled(_ template: String) -> String { PyramidTemplate.filled(template, parts) }

  // MARK: - Making

  /// On each server that keeps rows. Then ``createOver``, and ``finish(uncountedRows:)``, without which nobody finds
  /// it.
  ///
  /// Rows that are inserted between the making of the views and the start of the first filling statement are counted
  /// twice. Whether there were any tells ``staleness``, whose answer must be that of ``uncountedRows``; if it is not,
  /// ``drop`` and create again.
  package var create: [[String]] {
    typealias Templates = ClickHousePyramidTemplates
    let (store, filling) = (["<TABLE>": filled("<STORE>")], ["<TABLE>": filled("<FILLING>")])
    var statements = [
      PyramidTemplate.filled(Templates.states, store), PyramidTemplate.filled(Templates.states, filling),
      filled("CREATE MATERIALIZED VIEW <FINEST_VIEW> TO <STORE> AS \(Templates.finest)"),
      filled("CREATE MATERIALIZED VIEW <COARSER_VIEW> TO <STORE> AS \(Templates.coarser)"),
      filled("INSERT INTO <FILLING> (<COLUMNS>) \(Templates.finest) \(onDisk)"),
    ]
    for (index, width) in pyramid.widths.enumerated().dropFirst() {
      // The second one, three times the finest, is made of three of those, all others of two of their half.
      let children = index == 1 ? 3 : 2
      let widths = [
        "<WIDTH>": "\(width)", "<BELOW>": "\(width / Double(children))", "<CHILDREN>": "\(children)",
        "<FILLING>": filled("<FILLING>"), "<COLUMNS>": filled("<COLUMNS>"),
      ]
      statements.append(PyramidTemplate.filled(Templates.width, widths) + " \(onDisk)")
    }
    statements += [
      filled("INSERT INTO <STORE> (<COLUMNS>) SELECT <COLUMNS> FROM <FILLING>"), filled("DROP TABLE <FILLING>"),
    ]
    return statements.map { [$0] }
  }

  /// On each server that is asked, after ``create`` on all: what stands for the pyramids of all servers, if there are
  /// several.
  package var createOver: [[String]] {
    cluster == nil
      ? [] : [[filled("CREATE TABLE <PYRAMID> AS <STORE> ENGINE = Distributed(<CLUSTER>, <HOME>, <STORE_NAME>)")]]
  }

  /// Asks how many rows count for nothing, having no finite position; reads all positions.
  package var uncountedRows: String { filled("SELECT count() FROM <TABLE> WHERE NOT (<COUNTED>)") }

  /// On each server that is asked, at last: from here on the pyramid is found. A table without rows; it is the default
  /// of its column that tells, since who may read the pyramid may see it, and can find all pyramids by one question.
  /// - Parameter rows: What ``uncountedRows`` gave.
  package func finish(uncountedRows rows: Int) -> [[String]] {
    var about = pyramid.about
    about.uncountedRows = rows
    let text = ClickHousePyramid.text(about.text(of: pyramid.line))
    return [[filled("CREATE TABLE <ABOUT>") + " (chart_kernel String DEFAULT \(text)) ENGINE = Log"]]
  }

  // MARK: - Keeping

  /// Nothing: the views do it.
  package var refresh: [[String]] { [] }

  /// As ``drop`` and ``create``, and what follows that.
  package var rebuild: [[String]] { drop + create }

  /// On each server: first that by which it is found, then the views, which write into the tables, then those.
  package var drop: [[String]] {
    let asked = cluster == nil ? ["<ABOUT>"] : ["<ABOUT>", "<PYRAMID>"]
    return (asked + ["<COARSER_VIEW>", "<FINEST_VIEW>", "<FILLING>", "<STORE>"]).map {
      [filled("DROP TABLE IF EXISTS \($0)")]
    }
  }

  // MARK: - Asking

  /// Reads all positions: nothing in version 18.16 knows how far those of a column go.
  package var estimate: String { filled(ClickHousePyramidTemplates.estimate) }

  /// How many rows of the table are not in the pyramid. More than were uncounted when it was made: some came past the
  /// views, or have no position; fewer: some were deleted, or counted twice.
  package var staleness: String { filled(ClickHousePyramidTemplates.staleness) }

  /// Gives the database, the name of the pyramid with `_about` behind it, and the ``PyramidAbout`` as
  /// ``about(ofDefault:of:)`` reads it.
  package static func find(_ line: PyramidLine) -> SQLStatement {
    SQLStatement(text: find(PyramidAbout.start(of: line)), parameters: [])
  }

  /// Asks for the pyramids of all lines of a table.
  static func findAll(schema: String, table: String) -> String {
    find(PyramidAbout.start(schema: schema, table: table))
  }

  private static func find(_ start: String) -> String {
    // As the literal of the default begins.
    let start = text(text(start).dropLast(1).description)
    return PyramidTemplate.filled(ClickHousePyramidTemplates.find, ["<START>": start])
  }

  /// What keeps the pyramid: the one table, or on each server one.
  var storeName: String { ClickHousePyramid.storeName(of: pyramid, cluster) }

  static func storeName(of pyramid: PyramidTable, _ cluster: Cluster?) -> String {
    pyramid.name + (cluster == nil ? "" : "_local")
  }

  /// What a pyramid says of itself, of the default of its column: a literal.
  package static func about(ofDefault literal: String, of line: PyramidLine) -> PyramidAbout? {
    PyramidAbout(unquoted(literal), of: line)
  }

  /// What a literal stands for.
  static func unquoted(_ literal: String) -> String {
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in literal.unicodeScalars.dropFirst().dropLast() {
      isEscaped = scalar == "\\" && !isEscaped
      if !isEscaped { text.append(scalar) }
    }
    return String(text)
  }

  package static func estimatedSize(rowCount: Double, rowsPerBucket: Double, seriesLength: Int) -> Double {
    // As many rows as finest buckets, a third of that for three times the width, and of both the half, the half of that
    // …; so many bytes a row had 1,546,156 rows of a random walk (18.16). Equal texts below one another take next to
    // nothing.
    rowCount / rowsPerBucket * 8 / 3 * 46
  }

  static func text(_ text: String) -> String { "'" + ClickHouseDialect.escaped(text, quote: "'") + "'" }
}
