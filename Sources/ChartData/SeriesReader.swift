import ChartModel
import ChartTransforms
import JSONModel

/// Makes a series of each value of a column.
struct SeriesReader {
  private let plot: CartesianSpec
  private let data: DataSpec
  private let by: SeriesBySpec

  init(_ plot: CartesianSpec, _ data: DataSpec, _ by: SeriesBySpec) {
    (self.plot, self.data, self.by) = (plot, data, by)
  }

  /// - Throws: ``InvalidValue`` with the path inside the spec.
  func read(_ frame: Frame, _ run: TransformRun) throws(InvalidValue) -> ColumnData {
    let series = JSONPath.Component.key("series")
    let values = try values(frame, run)
    let split = try SeriesSplit(
      frame, by: by.column, sorted: by.isSorted, most: by.most, at: JSONPath([series, .key("by")]), run)
    var read = ColumnData()
    read.columns[.seriesNames] = HeldColumn(.values(split.names.map { .text($0) }))
    let x = try data.x.map { x throws(InvalidValue) in
      try frame.column(x, at: JSONPath([.key("data"), .key("x")]))
    }
    let rows = try placed(split, at: x, into: &read, run)
    if let values {
      for (index, rows) in rows.enumerated() {
        let place =
          if case .moments = values { ColumnPlace.valueMoments(series: index) } else {
            ColumnPlace.values(series: index)
          }
        read.columns[place] = HeldColumn(ColumnSpec(stacked(values.taking(rows), rows)))
      }
    }
    for channel in by.template.kind.style.channels {
      guard let name = channel.column else { continue }
      let path = JSONPath([series] + channel.path)
      var column = try frame.column(name, at: path)
      if !channel.mayHoldNames {
        column = .numbers(try frame.numbers(name, orMoments: channel.mayHoldMoments, at: path).values)
      }
      for (index, rows) in rows.enumerated() {
        let place = ColumnPlace.channel(series: index, name: channel.name)
        read.columns[place] = HeldColumn(ColumnSpec(column.taking(rows)))
      }
    }
    return read
  }

  /// The values; `nil` where positions alone say all.
  private func values(_ frame: Frame, _ run: TransformRun) throws(InvalidValue) -> FrameColumn? {
    let place = JSONPath([.key("data"), .key("y")])
    guard let name = by.template.column ?? data.y else {
      let style = by.template.kind.style
      if data.x != nil, !style.needsValues || style.error?.hasBothEnds == true { return nil }
      throw InvalidValue("is required: the column of the values", at: place)
    }
    let path = by.template.column == nil ? place : JSONPath([.key("series"), .key("column")])
    let column = try frame.column(name, at: path)
    // Names stay names where marks can stand at them.
    let style = by.template.kind.style
    if column.isOfNames, type(of: style).valuesMayBeNames { return column }
    if case .moments = column {
      let axis = plot.valueAxis(of: by.template)
      if type(of: style).valuesMayBeNames, axis.scale == .category || !axis.labels.isEmpty {
        return .names(column.names(run))
      }
      if axis.mayMeasureMoments, type(of: style).valuesMayBeMoments {
        do {
          try plot.checkMoments(along: by.template.axis)
        } catch {
          throw InvalidValue("'\(name.excerpt)' holds moments: \(error.reason)", at: error.path)
        }
        return column
      }
    }
    if let numbers = numbers(among: column, of: frame, named: name, run) { return .numbers(numbers) }
    return .numbers(try frame.numbers(name, at: path).values)
  }

  /// The numbers of a column of which some entries are texts, as a plot without series reads it: a gap in the place of each of
  /// these, which is told.
  /// - Returns: `nil` where most entries are texts, or none is.
  private func numbers(
    among column: FrameColumn, of frame: Frame, named name: String, _ run: TransformRun
  ) -> GrowingArray<Double>? {
    guard case .names(let names) = column else { return nil }
    var builder = ValueColumnBuilder(column: 0, style: .typed)
    for row in names.codes.indices { builder.append(names[row].map(DataCell.text) ?? .missing, row: row) }
    guard builder.numbers.contains(where: { !$0.isNaN }), !builder.areMostlyTexts else { return nil }
    if let first = builder.faulty.first {
      let rows = builder.faulty.compactMap { frame.origin.row($0) }
      let isOne = builder.faultyCount == 1
      let places =
        rows.count < builder.faulty.count
        ? "'\((names[first] ?? "").excerpt)'"
        : rows.prefix(5).map { "row \($0 + 1)" }.joined(separator: ", ") + (rows.count > 5 ? ", …" : "")
      run.warn(
        "\(builder.faultyCount.counted("text", "texts")) in column '\(name)' "
          + "\(isOne ? "is no number, and a gap" : "are no numbers, and are gaps"): \(places)")
    }
    return GrowingArray(builder.numbers)
  }

  /// Says where the rows of each series stand: at positions that all share, as names and bars do, or at their own.
  /// - Returns: The rows of each series, -1 for a gap.
  private func placed(
    _ split: SeriesSplit, at x: FrameColumn?, into read: inout ColumnData, _ run: TransformRun
  ) throws(InvalidValue) -> [[Int32]] {
    guard let x else { return split.rows }
    guard isShared(x) else {
      for (index, rows) in split.rows.enumerated() {
        let place =
          if case .moments = x { ColumnPlace.ownMoments(series: index) } else {
            ColumnPlace.ownPositions(series: index)
          }
        read.columns[place] = HeldColumn(ColumnSpec(x.taking(rows)))
      }
      return split.rows
    }
    let shared = try SharedPositions(x, run)
    do {
      try run.claim(rows: shared.count, columns: max(split.names.count, 1))
    } catch {
      throw error.prefixed(by: .key("series"))
    }
    let place = if case .moments = shared.positions { ColumnPlace.moments } else { ColumnPlace.positions }
    read.columns[place] = HeldColumn(ColumnSpec(shared.positions))
    var leftOut = 0
    let rows = split.rows.map { rows in
      let (shown, more) = shared.rows(rows)
      leftOut += more
      return shown
    }
    if leftOut > 0 {
      read.warnings.append(
        "\(leftOut.counted("row stands where its", "rows stand where their")) series has one already, "
          + "and \(leftOut == 1 ? "is" : "are") left out; `group` sums them up")
    }
    return rows
  }

  /// The values of a series as they are stacked: an area goes on at 0 where a row is missing between two others, or it would
  /// be torn in two.
  /// - Parameter rows: -1 where there is none.
  private func stacked(_ values: FrameColumn, _ rows: [Int32]) -> FrameColumn {
    let style = by.template.kind.style
    guard case .numbers(let numbers) = values, !style.standsInSlots, plot.stack(of: by.template) != nil,
      let first = rows.firstIndex(where: { $0 >= 0 }), let last = rows.lastIndex(where: { $0 >= 0 })
    else { return values }
    return .numbers(
      GrowingArray(numbers.enumerated().map { rows[$0] < 0 && (first...last).contains($0) ? 0 : $1 }))
  }

  private func isShared(_ x: FrameColumn) -> Bool {
    // Several entries may stand at one name, or be brought together there.
    let style = by.template.kind.style
    if style.summarizes || type(of: style).valuesMayBeNames { return false }
    if plot.x.scale == .category || by.template.kind.style.standsInSlots { return true }
    switch x {
    case .names, .truths: return true
    case .numbers, .moments: return false
    }
  }
}

extension FrameColumn {
  fileprivate var isOfNames: Bool { if case .names = self { true } else { false } }
}
