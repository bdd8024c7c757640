import ChartModel
import JSONModel

/// The columns that a plot needs of a table, as its rows come in; what else the table has is not kept.
package struct PlotColumns {
  struct Request {
    /// The column of the positions.
    var positions: Int?
    /// What the author says that positions are.
    var scale: PositionAxisSpec.Scale?
    /// How the author says that dates are written.
    var pattern: DatePattern?
    /// The columns of the series' values, one of them possibly several times.
    var values: [Int]
    /// The columns of what else series say of their entries, such as their sizes, and whether they may hold names.
    var channels: [(column: Int, mayHoldNames: Bool)] = []
    /// The columns that steps work on before anything is drawn.
    var steps: [Int] = []
    /// The most rows to take.
    var limit: Int
  }

  private(set) var positions: PositionColumnBuilder?
  private(set) var values: [ValueColumnBuilder]
  private(set) var channels: [Channel]
  private(set) var steps: [PositionColumnBuilder]
  package let filter: RowFilter
  private let style: CellStyle
  private let names: [String]
  private let limit: Int
  private let rowName: (Int) -> String
  /// How many rows were taken.
  private(set) var count = 0

  init(_ request: Request, of table: any DataTable, filter: RowFilter) {
    let style = table.style
    positions = request.positions.map {
      PositionColumnBuilder(column: $0, style: style, scale: request.scale, pattern: request.pattern)
    }
    values = request.values.map { ValueColumnBuilder(column: $0, style: style) }
    channels = request.channels.map { Channel(column: $0.column, style: style, mayHoldNames: $0.mayHoldNames) }
    steps = request.steps.map { PositionColumnBuilder(column: $0, style: style, scale: nil, pattern: nil) }
    self.filter = filter
    self.style = style
    names = table.columns
    limit = request.limit
    rowName = { table.name(ofRow: $0) }
  }

  /// Every column that is looked at, once, in rising order.
  var columns: [Int] {
    let read = values.map(\.column) + channels.map(\.column) + steps.map(\.column)
    return Set(filter.columns + read + (positions.map { [$0.column] } ?? [])).sorted()
  }

  /// Takes a row, which is as the filter asks.
  /// - Parameters:
  ///   - row: With its cells in the order of ``columns``.
  ///   - slots: Where in ``columns`` the positions and the values are.
  /// - Throws: ``InvalidValue`` without a path that names the row and the column.
  mutating func append(_ row: TableReader.Row, _ slots: Slots) throws(InvalidValue) {
    try begin()
    if let slot = slots.positions {
      do {
        try positions?.append(row.cells[slot])
      } catch {
        throw named(error, row.number)
      }
    }
    for index in values.indices { values[index].append(row.cells[slots.values[index]], row: row.number) }
    for index in channels.indices { try channels[index].append(row.cells[slots.channels[index]], row: row.number) }
    for index in steps.indices { try steps[index].append(row.cells[slots.steps[index]]) }
  }

  /// Takes a row, if it is as the filter asks.
  /// - Parameters:
  ///   - row: Its number.
  ///   - fields: Where its fields are in the bytes, in the order of ``columns``.
  ///   - slots: Where in ``columns`` the positions, the values and what is filtered are.
  /// - Throws: As for other rows.
  mutating func append(
    _ fields: [RecordField], in bytes: Span<UInt8>, row: Int, _ slots: Slots
  ) throws(InvalidValue) {
    for (index, slot) in slots.filter.enumerated() {
      guard fields[slot].withText(in: bytes, { filter.conditions[index].matches($0, style) }) else { return }
    }
    try begin()
    if let slot = slots.positions {
      do {
        try fields[slot].withText(in: bytes) { text throws(InvalidValue) in try positions?.append(text) }
      } catch {
        throw named(error, row)
      }
    }
    for index in slots.values.indices {
      let field = fields[slots.values[index]]
      if field.hasDoubledQuotes {
        field.withText(in: bytes) { values[index].append($0, row: row) }
      } else {
        values[index].append(bytes.extracting(field.start..<field.end), row: row)
      }
    }
    for index in slots.channels.indices {
      try fields[slots.channels[index]].withText(in: bytes) { text throws(InvalidValue) in
        try channels[index].append(text, row: row)
      }
    }
    for index in slots.steps.indices {
      try fields[slots.steps[index]].withText(in: bytes) { text throws(InvalidValue) in try steps[index].append(text) }
    }
  }

  /// What a series says of its entries besides their values: numbers, or whatever names them.
  struct Channel {
    // Not an enumeration, in which appending would copy what was read so far.
    private(set) var numbers: ValueColumnBuilder?
    private(set) var names: PositionColumnBuilder?
    let column: Int

    init(column: Int, style: CellStyle, mayHoldNames: Bool) {
      self.column = column
      if mayHoldNames {
        // No dates: names are names, however they are written.
        names = PositionColumnBuilder(column: column, style: style, scale: .linear, pattern: nil)
      } else {
        numbers = ValueColumnBuilder(column: column, style: style)
      }
    }

    mutating func append(_ text: Span<UInt8>, row: Int) throws(InvalidValue) {
      numbers?.append(text, row: row)
      try names?.append(text)
    }

    mutating func append(_ cell: DataCell, row: Int) throws(InvalidValue) {
      numbers?.append(cell, row: row)
      try names?.append(cell)
    }
  }

  struct Slots {
    var positions: Int?
    var values: [Int]
    var channels: [Int]
    var steps: [Int]
    var filter: [Int]

    init(_ columns: PlotColumns) {
      let places = Dictionary(uniqueKeysWithValues: columns.columns.enumerated().map { ($1, $0) })
      func slot(_ column: Int) -> Int { places[column] ?? 0 }
      positions = columns.positions.map { slot($0.column) }
      values = columns.values.map { slot($0.column) }
      channels = columns.channels.map { slot($0.column) }
      steps = columns.steps.map { slot($0.column) }
      filter = columns.filter.columns.map(slot)
    }
  }

  private mutating func begin() throws(InvalidValue) {
    count += 1
    guard count <= limit else { throw InvalidValue("more than \(limit) rows are taken; choose some with `where`") }
  }

  private func named(_ fault: InvalidValue, _ row: Int) -> InvalidValue {
    let column = positions.map { names[$0.column] } ?? ""
    return InvalidValue("\(rowName(row)), column '\(column)': \(fault.reason)")
  }
}
