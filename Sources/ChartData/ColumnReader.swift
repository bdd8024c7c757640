import ChartEngine
package import ChartModel
import ChartTransforms
package import JSONModel
import OrderedCollections

/// Reads the positions and values that a plot's `data` describes: straight from the file's cells into columns, since there
/// may be very many.
package struct ColumnReader {
  let plot: CartesianSpec
  let data: DataSpec

  /// - Parameter data: What `data` says in the plot's spec.
  package init(_ plot: CartesianSpec, _ data: DataSpec) {
    self.plot = plot
    self.data = data
  }

  /// - Parameter table: The table that came with the spec, if `data` names no file.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  package func read(from source: DataSource, or table: SpecTable? = nil) throws(InvalidValue) -> ColumnData {
    try check()
    var read = try readAll(from: source, or: table)
    read.readCalendarNumbers(plot.x)
    return read
  }

  private func readAll(from source: DataSource, or table: SpecTable?) throws(InvalidValue) -> ColumnData {
    guard data.transform.isEmpty, plot.seriesBy == nil else { return try readSteps(from: source, or: table) }
    let reader: TableReader
    do {
      reader = try TableReader(data, in: source, or: table)
    } catch {
      throw error.prefixed(by: .key("data"))
    }
    return try read(reader, table)
  }

  /// What came of the steps that `data` names.
  private func readSteps(from source: DataSource, or table: SpecTable?) throws(InvalidValue) -> ColumnData {
    let steps = FrameReader(data, zone: plot.x.zone, namesOf: plot.x.scale == .category ? data.x : nil)
    var (frame, run, file): (Frame, TransformRun, String)
    do {
      (frame, run, file) = try steps.read(from: source, or: table, wanted: columns)
    } catch {
      throw error.prefixed(by: .key("data"))
    }
    var read: ColumnData
    if let by = plot.seriesBy {
      read = try SeriesReader(plot, data, by).read(frame, run)
    } else {
      var plain = data
      (plain.filter, plain.dateFormat, plain.transform) = ([:], nil, [])
      let made = SpecTable(frame, in: source)
      let reader: TableReader
      do {
        reader = try TableReader(plain, made, file: file, key: "transform")
      } catch {
        throw error.prefixed(by: .key("data"))
      }
      read = try ColumnReader(plot, plain).read(reader, made)
      if let x = data.x, case .moments? = frame.columns[x], let positions = read.columns.removeValue(forKey: .positions)
      {
        read.columns[.moments] = positions
      }
      if frame.rowCount == 0 { read.warnings = ["no row of '\(file)' is left by the steps"] }
    }
    read.warnings = run.warnings + read.warnings
    let notes = run.notes.flatMap { [ColumnSpec.Entry.text($0.key), .text($0.text)] }
    if !notes.isEmpty { read.columns[.notes] = HeldColumn(.values(notes)) }
    return read
  }

  /// The columns that are used.
  package var used: UsedColumns {
    let read = Transformation(data.transform).columns(wanted: columns).map { $0.union(data.filter.keys) }
    return UsedColumns(drawn: columns, read: read)
  }

  /// The columns that are drawn.
  var columns: [String] {
    let channels = (plot.series + (plot.seriesBy.map { [$0.template] } ?? [])).flatMap {
      $0.kind.style.channels.compactMap(\.column)
    }
    let series = plot.series.flatMap { [$0.column, $0.name].compactMap(\.self) }
    let by = plot.seriesBy.map { [$0.column, $0.template.column].compactMap(\.self) } ?? []
    return [data.x, data.y].compactMap(\.self) + channels + series + by
  }

  private func read(_ reader: TableReader, _ table: SpecTable?) throws(InvalidValue) -> ColumnData {
    var faults = FaultList()
    var positionColumn: Int?
    if let name = data.x {
      let place = JSONPath([.key("data"), .key("x")])
      positionColumn = try faults.collect { () throws(InvalidValue) -> Int in try reader.column(name, at: place) }
    }
    let targets = try targets(in: reader, &faults)
    let channels = try channels(in: reader, &faults)
    try faults.check()
    guard positionColumn != nil || !targets.isEmpty || !channels.isEmpty else {
      throw InvalidValue("nothing is read from it: every series has values, and `x` names no column", at: .key("data"))
    }
    if let table, let read = try typed(table, reader, positionColumn, targets, channels) { return read }
    var columns: PlotColumns
    do {
      columns = try reader.columns(
        PlotColumns.Request(
          positions: positionColumn, scale: plot.x.scale, pattern: try pattern, values: targets.map(\.column),
          channels: channels.map { ($0.column, $0.mayHoldNames) }, limit: ColumnSpec.maximumCount))
    } catch {
      throw error.prefixed(by: .key("data"))
    }
    let (moments, lost) = try moments(reader, columns, targets, channels)
    let named = targets.indices.filter {
      moments[targets[$0].column] == nil && mayBeNames(targets[$0].series, columns.values[$0])
    }
    let dated = targets.indices.filter {
      moments[targets[$0].column] != nil && mayBeMoments(targets[$0].series, columns.values[$0])
    }
    var read = try collect(reader, columns, targets.map(\.series), except: named + dated)
    read.warnings += lost
    for index in dated {
      try checkMoments(reader.table.columns[targets[index].column], of: targets[index].series)
      read.columns[.valueMoments(series: targets[index].series)] = moments[targets[index].column].map {
        HeldColumn(.numbers($0))
      }
    }
    if !named.isEmpty {
      // Once more, since these are no numbers.
      do {
        columns = try reader.columns(
          PlotColumns.Request(
            positions: positionColumn, scale: plot.x.scale, pattern: try pattern, values: [],
            channels: channels.map { ($0.column, $0.mayHoldNames) } + named.map { (targets[$0].column, true) },
            limit: ColumnSpec.maximumCount))
      } catch {
        throw error.prefixed(by: .key("data"))
      }
      for (index, column) in zip(named, columns.channels.dropFirst(channels.count)) {
        let name = reader.table.columns[targets[index].column]
        read.columns[.values(series: targets[index].series)] = HeldColumn(try self.column(column, named: name))
      }
    }
    for (channel, column) in zip(channels, columns.channels) {
      if channel.mayHoldMoments, let moments = moments[channel.column] {
        read.columns[channel.place] = HeldColumn(.numbers(moments))
      } else {
        read.columns[channel.place] = HeldColumn(try self.column(column, named: reader.table.columns[channel.column]))
      }
    }
    return read
  }

  func style(of series: Int) -> (any SeriesStyle)? {
    plot.series.indices.contains(series) ? plot.series[series].kind.style : plot.kind.style?.init()
  }

  func axis(of series: Int) -> ValueAxisSpec {
    plot.series.indices.contains(series) ? plot.valueAxis(of: plot.series[series]) : plot.y
  }

  /// The columns of a table whose entries have types of their own, as they are; `nil` if something has to be read out of texts.
  private func typed(
    _ table: SpecTable, _ reader: TableReader, _ positions: Int?, _ targets: [(series: Int, column: Int)],
    _ channels: [Channel]
  ) throws(InvalidValue) -> ColumnData? {
    let becomesNames = plot.x.scale == .category && positions.map(table.isTime) == true
    let dated = Set(targets.filter { table.isTime($0.column) && areMoments($0.series) }.map(\.series))
    // Moments that are asked for as names have to be written.
    let areNamed = targets.contains { table.isTime($0.column) && holdsNames($0.series) && !dated.contains($0.series) }
    guard data.dateFormat == nil, !becomesNames, !areNamed,
      targets.allSatisfy({ table.isNumeric($0.column) || holdsNames($0.series) }),
      channels.allSatisfy({ $0.mayHoldNames || table.isNumeric($0.column) })
    else { return nil }
    let wanted =
      (positions.map { [(ColumnPlace.positions, $0)] } ?? [])
      + targets.map { target in
        let series = target.series
        return (
          dated.contains(series) ? ColumnPlace.valueMoments(series: series) : .values(series: series), target.column
        )
      } + channels.map { ($0.place, $0.column) }
    for target in targets where dated.contains(target.series) {
      try checkMoments(table.columns[target.column], of: target.series)
    }
    let rows: [Int]?
    do {
      rows = reader.filter.conditions.isEmpty ? nil : try table.rows(where: reader.filter)
    } catch {
      throw error.prefixed(by: .key("columns")).prefixed(by: .key("data"))
    }
    var read = ColumnData()
    for (place, column) in wanted { read.columns[place] = table.part(column, of: rows) }
    if rows?.isEmpty == true { read.warnings.append(reader.emptyWarning) }
    return read
  }

  private var pattern: DatePattern? {
    get throws(InvalidValue) {
      do {
        return try data.dateFormat.map { text throws(InvalidValue) in try DatePattern(text) }
      } catch {
        throw error.prefixed(by: .key("dateFormat"))
      }
    }
  }

  /// Whether a series' values may be names.
  private func holdsNames(_ series: Int) -> Bool {
    style(of: series).map { type(of: $0).valuesMayBeNames } ?? false
  }

  /// Whether a column of moments is that, rather than one of names, or of numbers.
  private func areMoments(_ series: Int) -> Bool {
    style(of: series).map { type(of: $0).valuesMayBeMoments } == true && axis(of: series).mayMeasureMoments
  }

  /// Whether the values of a series are names: the author says so, or most of them are texts.
  private func mayBeNames(_ series: Int, _ values: ValueColumnBuilder) -> Bool {
    guard holdsNames(series) else { return false }
    let axis = axis(of: series)
    guard axis.scale != .log, axis.scale != .time else { return false }
    return axis.scale == .category || !axis.labels.isEmpty || values.areMostlyTexts
  }

  /// - Parameter named: Those of the series that are left out.
  private func collect(
    _ reader: TableReader, _ columns: PlotColumns, _ series: [Int], except named: [Int]
  ) throws(InvalidValue) -> ColumnData {
    var read = ColumnData()
    for (index, (series, builder)) in zip(series, columns.values).enumerated() where !named.contains(index) {
      read.columns[.values(series: series)] = HeldColumn(.numbers(builder.numbers))
      if let warning = builder.warning(reader) { read.warnings.append(warning) }
    }
    if columns.count == 0 { read.warnings.append(reader.emptyWarning) }
    guard let positions = columns.positions else { return read }
    let name = reader.table.columns[positions.column]
    let (spec, missing) = try column(positions, name)
    read.columns[.positions] = HeldColumn(spec)
    if plot.x.scale != .category, missing > 0 {
      read.warnings.append("\(missing.counted("row has", "rows have")) nothing in column '\(name)', and no place")
    }
    return read
  }

  private func column(
    _ positions: PositionColumnBuilder, _ name: String
  ) throws(InvalidValue) -> (spec: ColumnSpec, missing: Int) {
    do {
      return try positions.column(named: name)
    } catch {
      throw InvalidValue(error.reason, at: JSONPath([.key("data"), .key("x")]))
    }
  }

  private func column(_ channel: PlotColumns.Channel, named name: String) throws(InvalidValue) -> ColumnSpec {
    try channel.names?.column(named: name).spec ?? .numbers(channel.numbers?.numbers ?? [])
  }

  // MARK: - What to read

  private func check() throws(InvalidValue) {
    let ofSlices = [
      ("label", data.label), ("levels", data.levels.first), ("value", data.value), ("color", data.color),
    ]
    for (name, column) in ofSlices where column != nil {
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

  /// What else is read of series' entries, such as their sizes.
  struct Channel {
    var place: ColumnPlace
    var column: Int
    var mayHoldNames: Bool
    var mayHoldMoments: Bool
  }

  /// What else is read of series' entries, such as their sizes, with the columns.
  private func channels(
    in reader: TableReader, _ faults: inout FaultList
  ) throws(InvalidValue) -> [Channel] {
    var found: [Channel] = []
    for index in plot.series.indices {
      for channel in plot.series[index].kind.style.channels where channel.values.isEmpty {
        guard let name = channel.column else { continue }
        let path = [.key("series"), .index(index)] + channel.path
        let column = try faults.collect { () throws(InvalidValue) -> Int in try reader.column(name, at: JSONPath(path))
        }
        guard let column else { continue }
        found.append(
          Channel(
            place: .channel(series: index, name: channel.name), column: column, mayHoldNames: channel.mayHoldNames,
            mayHoldMoments: channel.mayHoldMoments && plot.valueAxis(of: plot.series[index]).mayMeasureMoments))
      }
    }
    return found
  }

  /// The series whose values are read, with their columns.
  private func targets(
    in reader: TableReader, _ faults: inout FaultList
  ) throws(InvalidValue) -> [(series: Int, column: Int)] {
    let place = JSONPath([.key("data"), .key("y")])
    guard !plot.series.isEmpty else {
      if data.y == nil, data.x != nil, plot.kind.style?.init().needsValues == false { return [] }
      let column = try faults.collect { () throws(InvalidValue) -> Int in
        guard let name = data.y else {
          throw InvalidValue("is required where there are no series: one of \(reader.columnList)", at: place)
        }
        return try reader.column(name, at: place)
      }
      return column.map { [(0, $0)] } ?? []
    }
    let empty = plot.series.indices.filter {
      let series = plot.series[$0]
      // Of cells colours may say all, and of what is counted positions.
      return series.values.isEmpty
        && (series.kind.style.needsValues || series.column != nil || data.y != nil)
    }
    var targets: [(series: Int, column: Int)] = []
    for index in empty {
      let isOnly = empty.count == 1
      guard !isBandAlone(plot.series[index], isOnly: isOnly, in: reader) else { continue }
      let column = try faults.collect { () throws(InvalidValue) -> Int in
        try self.column(of: plot.series[index], at: [.key("series"), .index(index)], in: reader, orOfAll: isOnly)
      }
      if let column { targets.append((index, column)) }
    }
    return targets
  }

  /// Whether a series has two ends and no column of values between them: its name is no column's.
  private func isBandAlone(_ series: SeriesSpec, isOnly: Bool, in reader: TableReader) -> Bool {
    guard series.kind.style.error?.hasBothEnds == true, series.column == nil, !isOnly || data.y == nil else {
      return false
    }
    return series.name.isEmpty || (try? reader.column(series.name, at: JSONPath([.key("name")]))) == nil
  }

  private func column(
    of series: SeriesSpec, at path: [JSONPath.Component], in reader: TableReader, orOfAll takesY: Bool
  ) throws(InvalidValue) -> Int {
    if let column = series.column { return try reader.column(column, at: JSONPath(path + [.key("column")])) }
    if takesY, let name = data.y { return try reader.column(name, at: JSONPath([.key("data"), .key("y")])) }
    guard !series.name.isEmpty else {
      throw InvalidValue(
        "is required: the series' column, one of \(reader.columnList)", at: JSONPath(path + [.key("column")]))
    }
    return try reader.column(series.name, at: JSONPath(path + [.key("name")]))
  }
}

extension ValueColumnBuilder {
  fileprivate func warning(_ reader: TableReader) -> String? {
    guard faultyCount > 0 else { return nil }
    let isOne = faultyCount == 1
    return "\(faultyCount.counted("text", "texts")) in column '\(reader.table.columns[column])' "
      + "\(isOne ? "is no number, and a gap" : "are no numbers, and are gaps"): "
      + reader.names(of: faulty)
  }
}
