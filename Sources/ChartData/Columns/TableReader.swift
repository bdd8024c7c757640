import ChartModel
import JSONModel
import OrderedCollections

/// The rows of a file that a ``DataSpec`` asks for.
package struct TableReader {
  /// A row of the file.
  package struct Row {
    var number: Int
    /// In the columns that were asked for, in the order of those.
    var cells: [DataCell]
  }

  let table: any DataTable
  /// The file as the spec calls it.
  let file: String
  /// The columns that choose rows.
  var filterColumns: [Int] { filter.columns }
  private let key: String
  /// Where the columns are, by their names: thousands of series may ask for one among very many.
  private let places: [String: Int]
  /// Which rows are taken.
  private(set) var filter = RowFilter()

  /// - Parameters:
  ///   - file: The file as the spec calls it.
  ///   - key: The member of `data` that names it.
  /// - Throws: ``InvalidValue`` with the path inside `data`.
  init(_ spec: DataSpec, _ table: any DataTable, file: String, key: String) throws(InvalidValue) {
    self.table = table
    self.file = file
    self.key = key
    places = Dictionary(table.columns.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var faults = FaultList()
    for (name, wanted) in spec.filter {
      let place = JSONPath([.key("where"), .key(name)])
      do throws(InvalidValue) {
        filter.conditions.append(RowFilter.Condition(column: try column(name, at: place), wanted: wanted))
      } catch {
        try faults.add(error)
      }
    }
    try faults.check()
  }

  /// The place of a column.
  /// - Throws: ``InvalidValue`` at `path` with the columns that there are.
  func column(_ name: String, at path: JSONPath) throws(InvalidValue) -> Int {
    guard let place = places[name] else {
      throw InvalidValue(
        "there is no column '\(name.excerpt)', only \(columnList)", at: path,
        suggestion: nearestWord(to: name, among: table.listed))
    }
    return place
  }

  /// The columns' names, for messages.
  var columnList: String {
    table.listed.prefix(20).joined(separator: ", ") + (table.listed.count > 20 ? ", …" : "")
  }

  /// Calls `body` for each row that is as `where` asks.
  /// - Parameters:
  ///   - columns: The columns whose cells it gets.
  ///   - limit: The most rows to take.
  ///   - hint: What to do about more.
  /// - Throws: ``InvalidValue`` with the path inside `data`.
  func forEachRow(
    in columns: [Int], limit: Int, hint: String, _ body: (Row) throws(InvalidValue) -> Void
  ) throws(InvalidValue) {
    var count = 0
    do {
      try table.forEachRow(where: filter, in: columns) { row throws(InvalidValue) in
        count += 1
        guard count <= limit else { throw InvalidValue("more than \(limit) rows are taken; \(hint)") }
        try body(row)
      }
    } catch {
      throw error.prefixed(by: .key(key))
    }
  }

  /// The columns of a plot, of the rows that are as `where` asks.
  /// - Throws: ``InvalidValue`` with the path inside `data`.
  func columns(_ request: PlotColumns.Request) throws(InvalidValue) -> PlotColumns {
    var columns = PlotColumns(request, of: table, filter: filter)
    do {
      try table.read(&columns)
    } catch {
      throw error.prefixed(by: .key(key))
    }
    return columns
  }

  /// What is to be told of a file that gave no rows.
  var emptyWarning: String {
    filter.conditions.isEmpty ? "'\(file)' has no rows" : "no row of '\(file)' is as `where` asks"
  }

  /// The names of some rows, for warnings: `row 3, row 5, …`.
  func names(of rows: [Int]) -> String {
    rows.prefix(5).map { table.name(ofRow: $0) }.joined(separator: ", ") + (rows.count > 5 ? ", …" : "")
  }
}
