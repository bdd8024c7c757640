import JSONModel
import OrderedCollections

/// A JSON file with a list of objects; each object is a row, and all keys together are the columns.
struct JSONTable: DataTable {
  let columns: [String]
  private let rows: [OrderedDictionary<String, JSON>]
  private let file: String
  private let watch: ReadingWatch

  /// - Throws: ``InvalidValue`` without a path.
  init(_ bytes: [UInt8], named file: String, watch: ReadingWatch) throws(InvalidValue) {
    self.file = file
    self.watch = watch
    try watch.check(file)
    let json: JSON
    do {
      // RFC 8259, 8.1: a byte order mark may be passed over.
      json = try JSON(
        parsing: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes,
        shouldStop: { watch.isOver })
    } catch {
      if error.code == .stopped { throw watch.fault(file) }
      throw InvalidValue("'\(file)' is not JSON, at byte \(error.offset): \(error.reason)")
    }
    guard case .array(let elements) = json else {
      throw InvalidValue("'\(file)' does not hold a list of objects")
    }
    var columns: OrderedSet<String> = []
    var rows: [OrderedDictionary<String, JSON>] = []
    rows.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      if index.isMultiple(of: JSONTable.watchedRows) { try watch.check(file) }
      guard case .object(let row) = element else {
        throw InvalidValue("'\(file)' does not hold an object at [\(index)]")
      }
      columns.append(contentsOf: row.keys)
      guard columns.count <= JSONTable.columnLimit else {
        throw InvalidValue("'\(file)' has more than \(JSONTable.columnLimit) columns")
      }
      rows.append(row)
    }
    self.columns = columns.elements
    self.rows = rows
  }

  /// A recording has each row as long as there are columns, so their number must not be as large as the file.
  private static let columnLimit = 10_000

  /// After how many rows it is asked whether to go on.
  private static let watchedRows = 1_024

  /// After how many cells it is.
  private static let watchedCells = 1 << 16

  func name(ofRow row: Int) -> String { "element [\(row)]" }

  func forEachRow(_ body: (Int, [DataCell]) throws(InvalidValue) -> Void) throws(InvalidValue) {
    try forEachObject(columns.count) { index, row throws(InvalidValue) in
      try body(index, columns.map { DataCell(row[$0]) })
    }
  }

  // No more than is asked for is looked up: a row may be of three bytes, and the columns ten thousand.
  func forEachRow(
    where filter: RowFilter, in wanted: [Int], _ body: (TableReader.Row) throws(InvalidValue) -> Void
  ) throws(InvalidValue) {
    let names = wanted.map { columns[$0] }
    try forEachObject(filter.conditions.count + names.count) { index, row throws(InvalidValue) in
      guard filter.matches(style, { DataCell(row[columns[$0]]) }) else { return }
      try body(TableReader.Row(number: index, cells: names.map { DataCell(row[$0]) }))
    }
  }

  /// - Parameter cellCount: How many cells are looked up in each row.
  private func forEachObject(
    _ cellCount: Int, _ body: (Int, OrderedDictionary<String, JSON>) throws(InvalidValue) -> Void
  ) throws(InvalidValue) {
    let watchedRows = max(1, min(JSONTable.watchedRows, JSONTable.watchedCells / max(1, cellCount)))
    for (index, row) in rows.enumerated() {
      if index.isMultiple(of: watchedRows) { try watch.check(file) }
      try body(index, row)
    }
  }
}

extension DataCell {
  fileprivate init(_ json: JSON?) {
    switch json {
    case .none, .null: self = .missing
    case .string(let text): self = text.isEmpty ? .missing : .text(text)
    case .bool(let value): self = .text(value ? "true" : "false")
    case .array, .object: self = .text(json?.text ?? "")
    case .integer, .number, .literal: self = json?.doubleValue.map(DataCell.number) ?? .text(json?.text ?? "")
    }
  }
}
