/// What makes a pyramid in PostgreSQL, of version 14 or later.
///
/// Triggers note which part of the table a statement changed, and a refresh computes that part anew. Without triggers a
/// refresh looks for what changed, and does not find values that were changed in place.
package struct PostgreSQLPyramid: PyramidScript {
  /// By which index positions are found.
  package enum Index: String, Hashable, Sendable, CaseIterable {
    case position
    /// One of the column that tells lines apart, and then of the positions.
    case lineAndPosition
  }

  package let pyramid: PyramidTable
  package let hasTriggers: Bool
  /// `nil` if there is none.
  package let index: Index?
  let types: (x: PostgreSQLType, y: PostgreSQLType, by: PostgreSQLType?)
  private let parts: [String: String]

  /// - Throws: ``DatabaseFault`` if there can be no such pyramid.
  package init(_ pyramid: PyramidTable, hasTriggers: Bool = true, index: Index? = .position) throws(DatabaseFault) {
    (self.pyramid, self.hasTriggers, self.index) = (pyramid, hasTriggers, index)
    types = try PostgreSQLPyramid.types(of: pyramid.line)
    guard pyramid.name.utf8.count <= PyramidTable.longestName else {
      throw DatabaseFault(
        .query, "'\(pyramid.name)' is too long for a pyramid: it can have \(PyramidTable.longestName) bytes")
    }
    let possible = PostgreSQLPyramid.possibleFinest(types.x)
    guard possible.contains(pyramid.finest), PyramidTable.possibleExponents.contains(pyramid.top),
      pyramid.top - pyramid.finest <= 61
    else {
      throw DatabaseFault(
        .query,
        "there is no pyramid from 2^\(pyramid.finest) to 2^\(pyramid.top): of \(types.x.name) the finest is "
          + "2^\(possible.lowerBound) to 2^\(possible.upperBound), and the top at most 2^61 times that")
    }
    parts = PostgreSQLPyramid.parts(of: pyramid, types)
  }

  /// Which exponents the finest width can have.
  static func possibleFinest(_ x: PostgreSQLType) -> ClosedRange<Int> {
    // Of moments a bucket has whole microseconds, and their origin lies 2^47 ms before 1970.
    x.isMoment ? -3...47 : PyramidTable.possibleExponents
  }

  /// The exponents of a pyramid of a line.
  /// - Returns: `nil` if there are none.
  /// - Throws: ``DatabaseFault`` if a column has a type of which there are no pyramids.
  package static func exponents(
    for estimate: PyramidEstimate, of line: PyramidLine, rowsPerBucket: Double = PyramidEstimate.rowsPerBucket
  ) throws(DatabaseFault) -> ClosedRange<Int>? {
    estimate.exponents(rowsPerBucket: rowsPerBucket, finestIn: possibleFinest(try types(of: line).x))
  }

  private static func types(
    of line: PyramidLine
  ) throws(DatabaseFault) -> (x: PostgreSQLType, y: PostgreSQLType, by: PostgreSQLType?) {
    func type(
      _ column: PyramidLine.Column, where isPossible: (PostgreSQLType) -> Bool, _ what: String
    ) throws(DatabaseFault) -> PostgreSQLType {
      guard let type = PostgreSQLType(named: column.type), isPossible(type) else {
        throw DatabaseFault(
          .query, "the column '\(column.name)' is of \(column.type): there are no pyramids of such \(what)")
      }
      return type
    }
    let x = try type(line.x, where: \.canBePosition, "positions")
    let y = try type(line.y, where: \.canBeValue, "values")
    guard let by = line.by else { return (x, y, nil) }
    return (x, y, try type(by, where: \.canTellLines, "lines"))
  }

  func filled(_ template: String) -> String { PyramidTemplate.filled(template, parts) }

  // MARK: - Making

  /// Makes the objects, which locks writers out for moments; fills the pyramid, which locks out nobody and may take
  /// long; and lets it be read by its index. Where the second fails, ``drop`` removes what the first made; until then
  /// nobody finds it.
  package var create: [[String]] {
    typealias Templates = PostgreSQLPyramidTemplates
    var objects = ["SET LOCAL lock_timeout = '10s'", filled(Templates.pyramid)]
    if pyramid.line.by != nil { objects.append(filled(Templates.top)) }
    objects.append(filled(Templates.changed))
    objects += refreshFunction
    if !hasTriggers { objects += [filled(Templates.seen)] + lookFunction }
    objects.append(grants)
    var about = pyramid.about
    about.isUnfinished = true
    objects.append(comment(about))
    objects.append(noteEverything)
    if hasTriggers { objects += triggers }
    return [objects, [refreshStatement, comment(pyramid.about)], [filled("VACUUM (ANALYZE) <PYRAMID>")]]
  }

  private func comment(_ about: PyramidAbout) -> String {
    filled("COMMENT ON TABLE <PYRAMID> IS ") + PostgreSQLLiteral.text(about.text(of: pyramid.line))
  }

  private var noteEverything: String { filled("INSERT INTO <CHANGED> (series, low, high) VALUES (NULL, NULL, NULL)") }

  private func function(_ head: String, _ body: String) -> String {
    filled(head) + " " + PostgreSQLLiteral.body(filled(body))
  }

  private var refreshFunction: [String] {
    [
      function(PostgreSQLPyramidTemplates.refreshHead, PostgreSQLPyramidTemplates.refreshBody),
      filled("REVOKE ALL ON FUNCTION <REFRESHING>() FROM PUBLIC"),
      filled(
        """
        COMMENT ON FUNCTION <REFRESHING>() IS 'Brings a pyramid table up to date; gives how many ranges were computed, \
        -1 if another session is at it.'
        """),
    ]
  }

  private var lookFunction: [String] {
    [
      function(PostgreSQLPyramidTemplates.lookHead, PostgreSQLPyramidTemplates.lookBody),
      filled("REVOKE ALL ON FUNCTION <LOOKING>(boolean) FROM PUBLIC"),
    ]
  }

  /// What triggers are called for, and what they are told.
  static let events = [
    (name: "INSERT", tables: " REFERENCING NEW TABLE AS new_rows"),
    (name: "UPDATE", tables: " REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows"),
    (name: "DELETE", tables: " REFERENCING OLD TABLE AS old_rows"), (name: "TRUNCATE", tables: ""),
  ]

  private func trigger(_ event: String) -> String {
    PostgreSQLDialect().quoted("\(pyramid.name)_\(event.lowercased())")
  }

  private var triggers: [String] {
    [
      function(PostgreSQLPyramidTemplates.noteHead, PostgreSQLPyramidTemplates.noteBody),
      filled("REVOKE ALL ON FUNCTION <NOTE>() FROM PUBLIC"),
    ]
      + PostgreSQLPyramid.events.map { event, tables in
        "CREATE TRIGGER \(trigger(event)) AFTER \(event)"
          + filled(" ON <BASE>\(tables) FOR EACH STATEMENT EXECUTE FUNCTION <NOTE>()")
      }
  }

  /// Who may read the table may read its pyramid. Rights on single columns and of single rows are not copied.
  private var grants: String {
    let tables = hasTriggers ? "<PYRAMID>, <CHANGED>" : "<PYRAMID>, <CHANGED>, <SEEN>"
    let parts = ["<BASE_TEXT>": filled("<BASE_TEXT>"), "<TABLES>": PostgreSQLLiteral.text(filled(tables))]
    return "DO " + PostgreSQLLiteral.body(PyramidTemplate.filled(PostgreSQLPyramidTemplates.grants, parts))
  }

  // MARK: - Keeping

  private var refreshStatement: String { filled(hasTriggers ? "SELECT <REFRESHING>()" : "SELECT <LOOKING>()") }

  package var refresh: [[String]] { [[refreshStatement]] }

  /// In one transaction: until its end the pyramid is read as it was.
  package var rebuild: [[String]] { [[noteEverything, refreshStatement]] }

  package var drop: [[String]] {
    var statements = ["SET LOCAL lock_timeout = '10s'"]
    if hasTriggers {
      statements += PostgreSQLPyramid.events.map { event, _ in
        "DROP TRIGGER IF EXISTS \(trigger(event))" + filled(" ON <BASE>")
      }
      statements.append(filled("DROP FUNCTION IF EXISTS <NOTE>()"))
    } else {
      statements += [filled("DROP FUNCTION IF EXISTS <LOOKING>(boolean)"), filled("DROP TABLE IF EXISTS <SEEN>")]
    }
    statements += [
      filled("DROP FUNCTION IF EXISTS <REFRESHING>()"), filled("DROP TABLE IF EXISTS <PYRAMID>, <CHANGED>"),
    ]
    return [statements]
  }
}
