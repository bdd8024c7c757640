package import ChartModel
package import JSONModel

/// Columns out of a file.
package struct ColumnData: Sendable {
  package var columns: [ColumnPlace: HeldColumn] = [:]
  package var warnings: [String] = []
}

/// Reads the positions and values that a plot's `data` describes: straight from the file's cells into columns, since there
/// may be very many.
package struct ColumnReader {
  private let plot: CartesianSpec
  private let data: DataSpec

  /// - Parameter data: What `data` says in the plot's spec.
  package init(_ plot: CartesianSpec, _ data: DataSpec) {
    self.plot = plot
    self.data = data
  }

  /// - Throws: ``InvalidValue`` with the path inside the spec.
  package func read(from source: DataSource) throws(InvalidValue) -> ColumnData {
    try check()
    let reader: TableReader
    do {
      reader = try TableReader(data, in: source)
    } catch {
      throw error.prefixed(by: .key("data"))
    }
    let positionColumn = try data.x.map { name throws(InvalidValue) in
      try reader.column(name, at: JSONPath([.key("data"), .key("x")]))
    }
    let targets = try targets(in: reader)
    let channels = try channels(in: reader)
    guard positionColumn != nil || !targets.isEmpty || !channels.isEmpty else {
      throw InvalidValue("nothing is read from it: every series has values, and `x` names no column", at: .key("data"))
    }
    var positions: [DataCell] = []
    var values = targets.map { ValueBuilder(column: $0.column) }
    var channelCells = [[DataCell]](repeating: [], count: channels.count)
    do {
      try reader.forEachRow(limit: ColumnSpec.maximumCount, hint: "choose some with `where`") { row in
        if let positionColumn { positions.append(row[positionColumn]) }
        for index in values.indices { values[index].add(row) }
        for index in channels.indices { channelCells[index].append(row[channels[index].column]) }
      }
    } catch {
      throw error.prefixed(by: .key("data"))
    }
    var read = collect(reader, positions: positionColumn.map { ($0, positions) }, zip(targets.map(\.series), values))
    for (channel, cells) in zip(channels, channelCells) {
      let column = PositionCells(cells, scale: nil).column
      read.columns[channel.place] = HeldColumn(
        channel.mayHoldNames ? column : .numbers(cells.map { $0.number ?? .nan }))
    }
    return read
  }

  private func collect(
    _ reader: TableReader, positions: (column: Int, cells: [DataCell])?, _ values: some Sequence<(Int, ValueBuilder)>
  ) -> ColumnData {
    var read = ColumnData()
    var isEmpty = false
    if let (_, cells) = positions {
      isEmpty = cells.isEmpty
      read.columns[.positions] = HeldColumn(PositionCells(cells, scale: plot.x.scale).column)
    }
    for (series, builder) in values {
      isEmpty = builder.numbers.isEmpty
      read.columns[.values(series: series)] = HeldColumn(.numbers(builder.numbers))
      if let warning = builder.warning(reader) { read.warnings.append(warning) }
    }
    if isEmpty { read.warnings.append(reader.emptyWarning) }
    if let (column, cells) = positions, plot.x.scale != .category {
      let missing = cells.count { $0 == .missing }
      if missing > 0 {
        read.warnings.append("\(missing) rows have nothing in column '\(reader.table.columns[column])', and no place")
      }
    }
    return read
  }

  // MARK: - What to read

  private func check() throws(InvalidValue) {
    for (name, column) in [("label", data.label), ("value", data.value), ("color", data.color)] where column != nil {
      throw InvalidValue(
        "is for pies; a chart with axes has `x` and `y`", at: JSONPath([.key("data"), .key(name)]))
    }
    guard data.x != nil else { return }
    let given = [
      ("labels", !plot.x.labels.isEmpty), ("values", !plot.x.values.isEmpty), ("lastDays", plot.x.lastDays != nil),
    ]
    if let (name, _) = given.first(where: { $0.1 }) {
      throw InvalidValue(
        "give either `data.x` or `x.\(name)`, not both", at: JSONPath([.key("data"), .key("x")]))
    }
  }

  /// What else is read of series' entries, such as their sizes, with the columns.
  private func channels(
    in reader: TableReader
  ) throws(InvalidValue) -> [(place: ColumnPlace, column: Int, mayHoldNames: Bool)] {
    var found: [(place: ColumnPlace, column: Int, mayHoldNames: Bool)] = []
    for index in plot.series.indices {
      for channel in plot.series[index].kind.style.channels where channel.values.isEmpty {
        guard let name = channel.column else { continue }
        let path: [JSONPath.Component] = [.key("series"), .index(index), .key(channel.name)]
        let column = try reader.column(name, at: JSONPath(path))
        found.append((.channel(series: index, name: channel.name), column, channel.mayHoldNames))
      }
    }
    return found
  }

  /// The series whose values are read, with their columns.
  private func targets(in reader: TableReader) throws(InvalidValue) -> [(series: Int, column: Int)] {
    let place = JSONPath([.key("data"), .key("y")])
    guard !plot.series.isEmpty else {
      guard let name = data.y else {
        throw InvalidValue("is required where there are no series: one of \(reader.columnList)", at: place)
      }
      return [(0, try reader.column(name, at: place))]
    }
    let empty = plot.series.indices.filter { plot.series[$0].values.isEmpty }
    return try empty.map { index throws(InvalidValue) in
      let series = plot.series[index]
      let path: [JSONPath.Component] = [.key("series"), .index(index)]
      if let column = series.column { return (index, try reader.column(column, at: JSONPath(path + [.key("column")]))) }
      if empty.count == 1, let name = data.y { return (index, try reader.column(name, at: place)) }
      guard !series.name.isEmpty else {
        throw InvalidValue(
          "is required: the series' column, one of \(reader.columnList)", at: JSONPath(path + [.key("column")]))
      }
      return (index, try reader.column(series.name, at: JSONPath(path + [.key("name")])))
    }
  }
}

/// The values of a series, as its column's cells come in.
private struct ValueBuilder {
  let column: Int
  /// NaN for gaps.
  private(set) var numbers: [Double] = []
  /// The rows whose cells are no numbers.
  private var faulty: [Int] = []
  private var faultyCount = 0

  init(column: Int) { self.column = column }

  mutating func add(_ row: TableReader.Row) {
    let cell = row[column]
    if let number = cell.number {
      numbers.append(number)
      return
    }
    numbers.append(.nan)
    guard cell != .missing else { return }
    faultyCount += 1
    if faulty.count < 6 { faulty.append(row.number) }
  }

  func warning(_ reader: TableReader) -> String? {
    guard faultyCount > 0 else { return nil }
    return "\(faultyCount) texts in column '\(reader.table.columns[column])' are no numbers, and are gaps: "
      + reader.names(of: faulty)
  }
}
