import ChartModel
import Databases

/// What to read from a SQLite file.
enum SQLiteSelection: Hashable, Sendable {
  case query(String)
  case table(String)

  /// - Returns: `nil` if the spec says neither.
  init?(_ spec: DataSpec) {
    if let query = spec.query {
      self = .query(query)
    } else if let table = spec.table {
      self = .table(table)
    } else {
      return nil
    }
  }

  /// What the spec calls it.
  var key: String {
    switch self {
    case .query: "query"
    case .table: "table"
    }
  }

  var sql: String {
    switch self {
    case .query(let query): query
    case .table(let name): "SELECT * FROM \(SQLiteSelection.quoted(name))"
    }
  }

  /// A name as SQL has it, whatever it holds.
  static func quoted(_ name: String) -> String {
    "\"" + SQLQuote.doubled(name, "\"") + "\""
  }
}
