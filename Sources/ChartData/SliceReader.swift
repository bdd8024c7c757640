package import ChartModel
package import JSONModel
import ChartEngine
import ChartTransforms
import OrderedCollections

/// Slices out of a file.
package struct SliceData: Sendable {
  /// As a spec has them.
  package var json: JSON
  package var warnings: [String]
}

/// Reads the slices that a ``DataSpec`` describes. Rows with the same label stay slices of their own.
package struct SliceReader {
  private let spec: DataSpec
  private let chartName: String

  /// - Parameter chartName: What the chart is called in errors: `a pie`.
  package init(_ spec: DataSpec, of chartName: String = "a pie") { (self.spec, self.chartName) = (spec, chartName) }

  /// - Parameter table: The table that came with the spec, if it names no file.
  /// - Throws: ``InvalidValue`` with the path inside `data`.
  package func read(from source: DataSource, or table: SpecTable? = nil) throws(InvalidValue) -> SliceData {
    try check()
    guard spec.transform.isEmpty else { return try readSteps(from: source, or: table) }
    return try read(try TableReader(spec, in: source, or: table))
  }

  /// What came of the steps that `data` names.
  private func readSteps(from source: DataSource, or table: SpecTable?) throws(InvalidValue) -> SliceData {
    let steps = FrameReader(spec, zone: .utc, namesOf: spec.label)
    let (frame, run, file) = try steps.read(
      from: source, or: table, wanted: columns)
    var plain = spec
    (plain.filter, plain.transform) = ([:], [])
    var read = try SliceReader(plain, of: chartName).read(
      try TableReader(plain, SpecTable(frame, in: source), file: file, key: "transform"))
    read.warnings = run.warnings + read.warnings
    return read
  }

  private func read(_ reader: TableReader) throws(InvalidValue) -> SliceData {
    // Declared before the rows are looked at, so that a misspelt column is named rather than called empty.
    let given = try columns(in: reader)
    let rows = try rows(of: reader, given)
    return try slices(of: reader, rows, try complete(given, of: reader, rows))
  }

  /// The columns that are used.
  package var used: UsedColumns {
    let read = Transformation(spec.transform).columns(wanted: columns).map { $0.union(spec.filter.keys) }
    return UsedColumns(drawn: columns, read: read)
  }

  /// The columns of which slices are made; `nil` where they are looked for among all.
  var columns: [String]? {
    guard spec.label != nil || !spec.levels.isEmpty, spec.value != nil else { return nil }
    return spec.levels + [spec.label, spec.value, spec.color].compactMap(\.self)
  }

  private func check() throws(InvalidValue) {
    for (name, value) in [("x", spec.x), ("y", spec.y), ("dateFormat", spec.dateFormat)] where value != nil {
      throw InvalidValue("is for charts with axes; \(chartName) has `label` and `value`", at: .key(name))
    }
  }

  // MARK: - Rows

  /// The rows that are taken, with what they have in the columns that may be used.
  private struct Rows {
    /// The columns among which labels and values are looked for, in the order of the table.
    let free: [Int]
    private(set) var rows: [TableReader.Row] = []
    /// Where in the rows the columns are.
    private let slots: [Int: Int]

    /// - Parameters:
    ///   - named: The columns that the spec names.
    init(_ named: [Int], free: [Int]) {
      self.free = free
      slots = Dictionary(uniqueKeysWithValues: Set(named + free).sorted().enumerated().map { ($1, $0) })
    }

    var columns: [Int] { slots.keys.sorted() }

    mutating func append(_ row: TableReader.Row) { rows.append(row) }

    func cell(_ row: TableReader.Row, _ column: Int) -> DataCell { slots[column].map { row.cells[$0] } ?? .missing }

    /// What all rows have in a column.
    func cells(in column: Int) -> some Sequence<DataCell> {
      let slot = slots[column]
      return rows.lazy.map { row in slot.map { row.cells[$0] } ?? .missing }
    }
  }

  /// The most cells that are kept to look for labels and values among them, since only the last row may tell what a column
  /// holds.
  private static let cellLimit = 1_000_000

  private func rows(of reader: TableReader, _ given: Columns) throws(InvalidValue) -> Rows {
    let named = given.levels + [given.label, given.value, given.color].compactMap { $0 }
    let isComplete = (given.label != nil || !given.levels.isEmpty) && given.value != nil
    let taken = Set(named + reader.filterColumns)
    var rows = Rows(named, free: isComplete ? [] : reader.table.columns.indices.filter { !taken.contains($0) })
    let limit = SliceReader.cellLimit / max(1, rows.columns.count)
    let isWide = !isComplete && limit < SliceSpec.maximumCount
    let hint =
      isWide
      ? "name `label` and `value`, which are looked for among \(rows.free.count) columns, or choose some with `where`"
      : "choose some with `where`"
    try reader.forEachRow(in: rows.columns, limit: isWide ? limit : SliceSpec.maximumCount, hint: hint) {
      rows.append($0)
    }
    return rows
  }

  // MARK: - Columns

  /// The places of the columns that are used.
  private struct Columns {
    var label: Int?
    var levels: [Int] = []
    var value: Int?
    var color: Int?
  }

  private func columns(in reader: TableReader) throws(InvalidValue) -> Columns {
    func place(of name: String?, _ key: String) throws(InvalidValue) -> Int? {
      guard let name else { return nil }
      return try reader.column(name, at: .key(key))
    }
    var levels: [Int] = []
    for (index, name) in spec.levels.enumerated() {
      do throws(InvalidValue) {
        levels.append(try reader.column(name, at: .key("levels")))
      } catch {
        throw InvalidValue(
          error.reason, at: JSONPath([.key("levels"), .index(index)]), suggestion: error.suggestion, kind: error.kind)
      }
    }
    return Columns(
      label: try place(of: spec.label, "label"), levels: levels, value: try place(of: spec.value, "value"),
      color: try place(of: spec.color, "color"))
  }

  /// Takes the first column of texts for the labels and the first of numbers for the values, where none are named.
  private func complete(
    _ given: Columns, of reader: TableReader, _ rows: Rows
  ) throws(InvalidValue) -> Columns {
    var columns = given
    let style = reader.table.style
    guard !rows.rows.isEmpty else { return columns }
    if columns.value == nil {
      columns.value = rows.free.first { column in
        var holdsNumbers = false
        for cell in rows.cells(in: column) where !cell.isMissing(style) {
          guard cell.number(style) != nil else { return false }
          holdsNumbers = true
        }
        return holdsNumbers
      }
      guard columns.value != nil else {
        throw InvalidValue("is required: no column holds only numbers", at: .key("value"))
      }
    }
    if columns.label == nil, columns.levels.isEmpty {
      columns.label = rows.free.first { column in
        column != columns.value
          && rows.cells(in: column).contains { !$0.isMissing(style) && $0.number(style) == nil }
      }
    }
    return columns
  }

  // MARK: - Slices

  private func slices(
    of reader: TableReader, _ rows: Rows, _ columns: Columns
  ) throws(InvalidValue) -> SliceData {
    var data = SliceData(json: [], warnings: [])
    guard let valueColumn = columns.value, !rows.rows.isEmpty else {
      data.warnings.append(reader.emptyWarning)
      return data
    }
    var slices: [JSON] = []
    var levels = SliceLevels()
    let table = reader.table
    var missing: [Int] = []
    for row in rows.rows {
      let place = table.name(ofRow: row.number)
      guard let value = try number(in: rows.cell(row, valueColumn), table.style, place, table.columns[valueColumn])
      else {
        missing.append(row.number)
        continue
      }
      let color = columns.color.flatMap { rows.cell(row, $0).text }
      var slice: OrderedDictionary<String, JSON> = [
        "label": .string(columns.label.flatMap { rows.cell(row, $0).text } ?? ""), "value": JSON(value),
      ]
      if let color {
        do {
          _ = try Color.schema.decode(.string(color))
        } catch {
          throw InvalidValue("\(place): \(error.reason)", at: .key("color"), suggestion: error.suggestion)
        }
        slice["color"] = .string(color)
      }
      if columns.levels.isEmpty {
        slices.append(.object(slice))
      } else {
        levels.add(value, color: color, at: columns.levels.map { rows.cell(row, $0).text })
      }
    }
    data.json = columns.levels.isEmpty ? .array(slices) : levels.json
    if !missing.isEmpty {
      data.warnings.append(
        "\(missing.count) without a number in column '\(table.columns[valueColumn])' left out: \(reader.names(of: missing))"
      )
    }
    return data
  }

  /// - Returns: `nil` for an empty cell.
  private func number(
    in cell: DataCell, _ style: CellStyle, _ place: String, _ column: String
  ) throws(InvalidValue) -> Double? {
    guard !cell.isMissing(style) else { return nil }
    guard let value = cell.number(style) else {
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
