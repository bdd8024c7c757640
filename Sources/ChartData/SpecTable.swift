import ChartEngine
package import ChartModel
import ChartTransforms
package import JSONModel
package import OrderedCollections

/// A table that came with its spec: whole columns, which plots take as they are.
package struct SpecTable: DataTable {
  package let columns: [String]
  private let held: [HeldColumn]
  private let areTimes: [Bool]
  private let watch: ReadingWatch
  let count: Int
  package let listed: [String]
  /// How many of a chart's steps were done where it is from.
  let stepCount: Int
  /// Whether texts stay texts where steps see them, also if all could be read as moments: what comes from a database has types.
  private let keepsTexts: Bool
  /// Of which rows its own are, where it is a part of another table.
  let origin: RowOrigin

  /// - Parameters:
  ///   - named: As the spec has them.
  ///   - held: What those hold.
  /// - Throws: ``InvalidValue`` with the path inside `data` if they are not equally long.
  package init(
    _ named: OrderedDictionary<String, ColumnSpec>, _ held: [HeldColumn], in source: DataSource
  ) throws(InvalidValue) {
    columns = Array(named.keys)
    self.held = held
    areTimes = named.values.map(\.isTime)
    (watch, origin, listed) = (source.watch, .same, columns)
    (stepCount, keepsTexts) = (0, false)
    count = held.first?.entries.count ?? 0
    for (name, column) in zip(columns, held) where column.entries.count != count {
      throw InvalidValue(
        "expected \(count) entries, as many as '\(columns[0].excerpt)' has, got \(column.entries.count)",
        at: JSONPath([.key("columns"), .key(name)]))
    }
  }

  /// - Parameters:
  ///   - held: Equally long columns.
  ///   - listed: All columns of the table, if there are more than these.
  init(
    columns: [String], held: [HeldColumn], areTimes: [Bool], count: Int, listed: [String]? = nil,
    stepCount: Int = 0, keepsTexts: Bool = false, origin: RowOrigin = .unknown, watch: ReadingWatch
  ) {
    (self.columns, self.held, self.areTimes) = (columns, held, areTimes)
    (self.count, self.origin, self.watch, self.listed) = (count, origin, watch, listed ?? columns)
    (self.stepCount, self.keepsTexts) = (stepCount, keepsTexts)
  }

  package func name(ofRow row: Int) -> String { "row \((origin.row(row) ?? row) + 1)" }

  /// A column as it is, or some of its rows. Texts stay texts, also where they could be read as numbers: what has types of its
  /// own needs no reading.
  /// - Parameter rows: In rising order; all if not given.
  func part(_ column: Int, of rows: [Int]?) -> HeldColumn {
    guard let rows else { return held[column] }
    switch held[column].entries {
    case .numbers(let numbers): return HeldColumn(.numbers(rows.map { numbers[$0] }))
    case .values(let entries): return HeldColumn(.values(rows.map { entries[$0] }))
    case .buffer: return held[column]
    }
  }

  /// Where texts of steps may be read as moments; `nil` for nowhere.
  func zone(ofTexts zone: TimeZoneRules) -> TimeZoneRules? { keepsTexts ? nil : zone }

  /// Whether a column's numbers are moments, which become names only when they are written out.
  func isTime(_ column: Int) -> Bool { areTimes[column] }

  /// Whether it has a column of moments of a name.
  package func hasMoments(named name: String) -> Bool { columns.firstIndex(of: name).map(isTime) ?? false }

  /// Whether a column holds numbers alone.
  func isNumeric(_ column: Int) -> Bool { if case .numbers = held[column].entries { true } else { false } }

  /// The rows that a filter takes.
  func rows(where filter: RowFilter) throws(InvalidValue) -> [Int] {
    var rows: [Int] = []
    try forEachRow(in: []) { row, cell throws(InvalidValue) in
      if filter.matches(style, cell) { rows.append(row) }
    }
    return rows
  }

  package func forEachRow(_ body: (Int, [DataCell]) throws(InvalidValue) -> Void) throws(InvalidValue) {
    try forEachRow(in: Array(columns.indices)) { row, cell throws(InvalidValue) in
      try body(row, columns.indices.map(cell))
    }
  }

  package func forEachRow(
    where filter: RowFilter, in wanted: [Int], _ body: (TableReader.Row) throws(InvalidValue) -> Void
  ) throws(InvalidValue) {
    try forEachRow(in: wanted) { row, cell throws(InvalidValue) in
      guard filter.matches(style, cell) else { return }
      try body(TableReader.Row(number: row, cells: wanted.map(cell)))
    }
  }

  private func forEachRow(
    in columns: [Int], _ body: (Int, (Int) -> DataCell) throws(InvalidValue) -> Void
  ) throws(InvalidValue) {
    for row in 0..<count {
      if row.isMultiple(of: 4_096) { try watch.check("columns") }
      try body(row) { cell(row, $0) }
    }
  }

  private func cell(_ row: Int, _ column: Int) -> DataCell {
    switch held[column].entries {
    case .numbers(let numbers):
      let number = numbers[row]
      if number.isNaN { return .missing }
      return areTimes[column] ? moment(number) : .number(number)
    case .values(let entries):
      switch entries[row] {
      case .number(let number): return .number(number)
      case .text(let text): return text.isEmpty ? .missing : .text(text)
      case .missing: return .missing
      }
    case .buffer: return .missing
    }
  }

  /// A moment as people write it, for names; charts read it again.
  private func moment(_ milliseconds: Double) -> DataCell {
    var date = DateColumn(seconds: [milliseconds / 1000])
    date.hasTimes = milliseconds.truncatingRemainder(dividingBy: 86_400_000) != 0
    return date.text(at: 0).map(DataCell.text) ?? .missing
  }
}

extension ColumnSpec {
  /// Whether its numbers are moments: milliseconds since 1970.
  package var isTime: Bool { if case .buffer(_, let type) = self { type.isTime } else { false } }
}
