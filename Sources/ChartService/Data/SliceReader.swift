import ChartModel
import JSONModel
import OrderedCollections

/// Slices out of a file.
struct SliceData: Sendable {
  /// As a spec has them.
  var json: JSON
  var warnings: [String]
}

/// Reads the slices that a ``DataSpec`` describes. Rows with the same label stay slices of their own.
struct SliceReader {
  private let spec: DataSpec

  init(_ spec: DataSpec) { self.spec = spec }

  /// - Throws: ``InvalidValue`` with the path inside `data`.
  func read(from source: DataSource) throws(InvalidValue) -> SliceData {
    let (table, file, key) = try source.table(of: spec)
    // Declared before the rows are looked at, so that a misspelt column is named rather than called empty.
    let given = try columns(in: table)
    let matching: [Row]
    do {
      matching = try rows(of: table, given)
    } catch {
      throw error.prefixed(by: .key(key))
    }
    return try slices(of: table, matching, try complete(given, of: table, matching), file: file)
  }

  // MARK: - Columns

  /// The places of the columns that are used.
  private struct Columns {
    var label: Int?
    var value: Int?
    var color: Int?
    var filter: [(column: Int, wanted: JSON)] = []
  }

  private func columns(in table: any DataTable) throws(InvalidValue) -> Columns {
    func place(of name: String?, at path: JSONPath) throws(InvalidValue) -> Int? {
      guard let name else { return nil }
      guard let place = table.columns.firstIndex(of: name) else {
        throw InvalidValue(
          "there is no column '\(name)', only \(table.columns.prefix(20).joined(separator: ", "))", at: path,
          suggestion: nearestWord(to: name, among: table.columns))
      }
      return place
    }
    var columns = Columns()
    columns.label = try place(of: spec.label, at: .key("label"))
    columns.value = try place(of: spec.value, at: .key("value"))
    columns.color = try place(of: spec.color, at: .key("color"))
    for (name, wanted) in spec.filter {
      if let column = try place(of: name, at: JSONPath([.key("where"), .key(name)])) {
        columns.filter.append((column, wanted))
      }
    }
    return columns
  }

  /// Takes the first column of texts for the labels and the first of numbers for the values, where none are named.
  private func complete(
    _ given: Columns, of table: any DataTable, _ rows: [Row]
  ) throws(InvalidValue) -> Columns {
    var columns = given
    guard !rows.isEmpty else { return columns }
    let taken = Set([given.label, given.value, given.color].compactMap { $0 } + given.filter.map(\.column))
    let free = table.columns.indices.filter { !taken.contains($0) }
    if columns.value == nil {
      columns.value = free.first { column in
        let cells = rows.lazy.map { $0[column] }.filter { $0 != .missing }
        return !cells.isEmpty && cells.allSatisfy { $0.number != nil }
      }
      guard columns.value != nil else {
        throw InvalidValue("is required: no column holds only numbers", at: .key("value"))
      }
    }
    if columns.label == nil {
      columns.label = free.first { column in
        column != columns.value && rows.contains { $0[column] != .missing && $0[column].number == nil }
      }
    }
    return columns
  }

  // MARK: - Rows

  private struct Row {
    var number: Int
    var cells: [DataCell]

    /// The cell of a column; rows may be shorter than the header.
    subscript(column: Int) -> DataCell { cells.indices.contains(column) ? cells[column] : .missing }
  }

  private func rows(of table: any DataTable, _ columns: Columns) throws(InvalidValue) -> [Row] {
    var rows: [Row] = []
    try table.forEachRow { number, cells throws(InvalidValue) in
      let row = Row(number: number, cells: cells)
      guard columns.filter.allSatisfy({ row[$0.column].matches($0.wanted) }) else { return }
      guard rows.count < SliceSpec.maximumCount else {
        throw InvalidValue("more than \(SliceSpec.maximumCount) rows are taken; choose some with `where`")
      }
      rows.append(row)
    }
    return rows
  }

  // MARK: - Slices

  private func slices(
    of table: any DataTable, _ rows: [Row], _ columns: Columns, file: String
  ) throws(InvalidValue) -> SliceData {
    var data = SliceData(json: [], warnings: [])
    guard let valueColumn = columns.value, !rows.isEmpty else {
      data.warnings.append(
        spec.filter.isEmpty ? "'\(file)' has no rows" : "no row of '\(file)' is as `where` asks")
      return data
    }
    var slices: [JSON] = []
    var missing: [String] = []
    for row in rows {
      let place = table.name(ofRow: row.number)
      guard let value = try number(in: row[valueColumn], place, table.columns[valueColumn]) else {
        missing.append(place)
        continue
      }
      var slice: OrderedDictionary<String, JSON> = [
        "label": .string(columns.label.flatMap { row[$0].text } ?? ""), "value": JSON(value),
      ]
      if let color = columns.color.flatMap({ row[$0].text }) {
        do {
          _ = try Color.schema.decode(.string(color))
        } catch {
          throw InvalidValue("\(place): \(error.reason)", at: .key("color"), suggestion: error.suggestion)
        }
        slice["color"] = .string(color)
      }
      slices.append(.object(slice))
    }
    data.json = .array(slices)
    if !missing.isEmpty {
      let places = missing.prefix(5).joined(separator: ", ") + (missing.count > 5 ? ", …" : "")
      data.warnings.append(
        "\(missing.count) without a number in column '\(table.columns[valueColumn])' left out: \(places)")
    }
    return data
  }

  /// - Returns: `nil` for an empty cell.
  private func number(in cell: DataCell, _ place: String, _ column: String) throws(InvalidValue) -> Double? {
    guard cell != .missing else { return nil }
    guard let value = cell.number else {
      throw InvalidValue(
        "\(place), column '\(column)': expected a number, got '\(String((cell.text ?? "").prefix(40)))'",
        at: .key("value"))
    }
    guard value >= 0 else {
      throw InvalidValue(
        "\(place), column '\(column)': expected a number of at least 0, got \(JSON(value).text)", at: .key("value"))
    }
    return value
  }
}
