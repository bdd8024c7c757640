package import ChartEngine
package import ChartModel
package import ChartTransforms
import Databases
package import JSONModel
import OrderedCollections

/// The rows of a linked chart's table, as far as `where` takes them, with all of their columns: what is selected elsewhere may
/// be said of any, and the chart of the selected rows is made of these once more.
package struct LinkedRows: Sendable {
  /// Before any step; of a table that is too large its columns alone, without any row.
  package let frame: Frame
  /// Whether a database is asked for the rows each time something is selected, since they are too many to be held.
  package let areAsked: Bool
  private let zone: TimeZoneRules

  /// Some of the rows.
  package enum Choice: Hashable, Sendable {
    /// For each of those that are held whether it is one of them.
    case held([Bool])
    /// Those that all of some selections take.
    case asked([RowSelection])
  }

  /// Reads them.
  /// - Parameters:
  ///   - table: The table that came with the spec, if `data` names no file.
  ///   - zone: Where days begin.
  /// - Throws: ``InvalidValue`` with the path inside `data`.
  package init(_ data: DataSpec, zone: TimeZoneRules, from source: DataSource, or table: SpecTable?)
    throws(InvalidValue)
  {
    (self.zone, areAsked) = (zone, false)
    var data = data
    data.transform = []
    (frame, _, _) = try FrameReader(data, zone: zone, namesOf: nil).read(from: source, or: table, wanted: nil)
  }

  /// Those of a table of a database that has more rows than are held; `nil` of all others.
  /// - Throws: ``InvalidValue`` with the path inside `data`.
  package init?(ofLarge data: DataSpec, zone: TimeZoneRules, from source: DataSource) throws(InvalidValue) {
    var data = data
    data.transform = []
    guard let table = AskedTable(data, zone: zone, in: source) else { return nil }
    let frame = try table.unlessWrong { () throws(DatabaseFault) -> Frame? in
      guard let planning = try table.planning(), let first = planning.columns.first,
        try table.hasMany(of: planning.source, where: planning.condition, .column(first.name))
      else { return nil }
      let columns = planning.columns.map { column -> (String, FrameColumn) in
        switch column.kind {
        case .numbers: (column.name, .numbers([]))
        case .moments, .clockTimes: (column.name, .moments([]))
        case .texts: (column.name, .names(NameColumn(codes: [], names: [])))
        }
      }
      return Frame(OrderedDictionary(columns, uniquingKeysWith: { first, _ in first }), rowCount: 0)
    }
    guard let frame else { return nil }
    (self.frame, self.zone, areAsked) = (frame, zone, true)
  }

  /// Those that were kept; `nil` if none were.
  /// - Parameter data: What the chart says of them.
  /// - Complexity: O(*n*) in columns of names, O(1) in others.
  package init?(_ kept: [ColumnPlace: HeldColumn], of data: DataSpec, zone: TimeZoneRules) {
    guard let entries = kept[.rowNames]?.entries.entries else { return nil }
    let names = entries.map { if case .text(let name) = $0 { name } else { "" } }
    var columns: [HeldColumn] = []
    var areTimes: [Bool] = []
    for index in names.indices {
      let moments = kept[.rowMoments(column: index)]
      guard let column = moments ?? kept[.row(column: index)] else { return nil }
      columns.append(column)
      areTimes.append(moments != nil)
    }
    let count = columns.first?.entries.count ?? 0
    guard columns.allSatisfy({ $0.entries.count == count }) else { return nil }
    let table = SpecTable(
      columns: names, held: columns, areTimes: areTimes, count: count, watch: ReadingWatch(limit: .seconds(30)))
    areAsked = count == 0 && data.connection != nil
    frame = areAsked ? LinkedRows.frame(names, columns, areTimes) : table.frame(of: nil, rows: nil, zone: zone)
    self.zone = zone
  }

  /// Columns of no rows.
  private static func frame(_ names: [String], _ columns: [HeldColumn], _ areTimes: [Bool]) -> Frame {
    let empty = zip(columns, areTimes).map { column, isTime -> FrameColumn in
      if isTime { return .moments([]) }
      if case .numbers = column.entries { return .numbers([]) }
      return .names(NameColumn(codes: [], names: []))
    }
    return Frame(OrderedDictionary(zip(names, empty), uniquingKeysWith: { first, _ in first }), rowCount: 0)
  }

  /// The columns to be kept.
  package var columns: [ColumnPlace: HeldColumn] {
    var columns: [ColumnPlace: HeldColumn] = [:]
    columns[.rowNames] = HeldColumn(.values(frame.columns.keys.map { .text($0) }))
    for (index, column) in frame.columns.values.enumerated() {
      let place: ColumnPlace = if case .moments = column { .rowMoments(column: index) } else { .row(column: index) }
      columns[place] = HeldColumn(ColumnSpec(column))
    }
    return columns
  }

  /// What a spec says of its data, and its table, where they are these rows.
  package func table(_ data: DataSpec, from source: DataSource) -> (data: DataSpec, table: SpecTable) {
    (data.ofTable(), SpecTable(frame, in: source))
  }

  /// The same of some rows, with a row without values for each name of the whole that they lack.
  /// - Parameters:
  ///   - names: The names at which marks stand, in the order of those of all rows, and their column.
  ///   - plot: What they are marks of.
  ///   - source: As ``selecting(_:in:)`` gives it.
  /// - Returns: What a spec says of its data, and its table; none where the data are read as those of the whole are.
  /// - Throws: ``InvalidValue`` with the path inside `data`.
  package func table(
    _ data: DataSpec, of rows: Choice, inOrderOf names: (column: String, names: NameColumn)?, _ plot: CartesianSpec?,
    from source: DataSource
  ) throws(InvalidValue) -> (data: DataSpec, table: SpecTable?) {
    var part: Frame
    switch rows {
    case .held(let isTaken):
      part = frame.taking(isTaken.indices.filter { isTaken[$0] }.map { Int32(truncatingIfNeeded: $0) })
      guard names != nil else { return (data.ofTable(), SpecTable(part, in: source)) }
      part = try transformed(part, data, from: source)
    case .asked:
      guard names != nil, let plot else { return (data, nil) }
      part = try asked(data, plot, from: source)
    }
    guard let names else { return (data, nil) }
    let column = part.columns[names.column]?.names(run(source)) ?? NameColumn(codes: [], names: [])
    let aligned = AlignedRows(column, inOrderOf: names.names)
    let table = part.taking(aligned.rows).setting(names.column, aligned.column)
    return (data.ofTable(isTransformed: true), SpecTable(table, in: source))
  }

  /// The names at which marks of all rows stand, once the steps are done; `nil` where they stand at none.
  /// - Throws: ``InvalidValue`` with the path inside `data`.
  package func names(_ data: DataSpec, of plot: CartesianSpec, from source: DataSource) throws(InvalidValue) -> (
    column: String, names: NameColumn
  )? {
    let rows = areAsked ? try asked(data, plot, from: source) : try transformed(frame, data, from: source)
    return rows.markNames(data, of: plot, run(source))
  }

  /// The rows of a plot after its steps, from the database.
  private func asked(
    _ data: DataSpec, _ plot: CartesianSpec, from source: DataSource
  ) throws(InvalidValue) -> Frame {
    let columns = ColumnReader(plot, data).used
    return try FrameReader(data, zone: zone, namesOf: plot.x.scale == .category ? data.x : nil).read(
      from: source, or: source.queried(data, columns, zone: zone), wanted: columns.drawn
    ).0
  }

  /// The rows that some selections take; `nil` where none of them says anything of such rows.
  /// - Parameter others: Rows of which it is a part.
  /// - Throws: ``InvalidValue`` if it takes too long, or nobody waits any more.
  package func choice(
    of selections: [RowSelection], within others: Choice? = nil, from source: DataSource
  ) throws(InvalidValue) -> Choice? {
    if areAsked {
      let telling = selections.filter { $0.saysAnything(of: frame) }
      guard !telling.isEmpty else { return nil }
      guard case .asked(let whole)? = others else { return .asked(telling) }
      return .asked(whole + telling)
    }
    guard let mask = try mask(of: selections, from: source) else { return nil }
    guard case .held(let whole)? = others else { return .held(mask) }
    return .held(zip(mask, whole).map { $0 && $1 })
  }

  /// Where only such rows are read.
  package static func selecting(_ rows: Choice, in source: DataSource) -> DataSource {
    guard case .asked(let selections) = rows else { return source }
    var source = source
    source.selections = selections
    return source
  }

  private func transformed(_ frame: Frame, _ data: DataSpec, from source: DataSource) throws(InvalidValue) -> Frame {
    do {
      return try Transformation(data.transform).apply(to: frame, run(source))
    } catch {
      throw error.prefixed(by: .key("transform"))
    }
  }

  /// For each row whether all of some selections take it; `nil` where none of them says anything of such rows.
  /// - Throws: ``InvalidValue`` if it takes too long, or nobody waits any more.
  private func mask(of selections: [RowSelection], from source: DataSource) throws(InvalidValue) -> [Bool]? {
    var mask: [Bool]?
    for selection in selections {
      guard let own = try selection.mask(of: frame, run(source)) else { continue }
      mask = mask.map { mask in zip(mask, own).map { $0 && $1 } } ?? own
    }
    return mask
  }

  /// The same; `nil` where any of them says nothing of such rows, and where there are none.
  private func mask(ofAll selections: [RowSelection], from source: DataSource) throws(InvalidValue) -> [Bool]? {
    var mask: [Bool]?
    for selection in selections {
      guard let own = try selection.mask(of: frame, run(source)) else { return nil }
      mask = mask.map { mask in zip(mask, own).map { $0 && $1 } } ?? own
    }
    return mask
  }

  /// How many of the rows that all of some selections take count in each mark, and for each row whether they do; `nil` where one of
  /// them says nothing of such rows.
  /// - Parameters: As of ``RowTiles``.
  /// - Throws: ``InvalidValue`` if it takes too long, or nobody waits any more.
  package func counts(
    marks: [UInt16], markCount: Int, where selections: [RowSelection], from source: DataSource
  ) throws(InvalidValue) -> (counts: [Double], mask: [Bool])? {
    guard let mask = try mask(ofAll: selections, from: source) else { return nil }
    var counts = [Int](repeating: 0, count: markCount)
    for row in marks.indices where mask[row] && marks[row] != CountedMarks.none { counts[Int(marks[row])] += 1 }
    return (counts.map(Double.init), mask)
  }

  /// What counts the rows that some selections take, in any interval of a column, or rectangle of two; `nil` where one of the
  /// selections says nothing of such rows.
  /// - Parameters: As of ``RowOrder`` and ``RowTiles``.
  /// - Throws: ``InvalidValue`` if it takes too long, or nobody waits any more.
  package func tiles(
    _ columns: [GrowingArray<Double>], marks: [UInt16], markCount: Int, where selections: [RowSelection],
    from source: DataSource
  ) throws(InvalidValue) -> RowTiles? {
    let mask = try mask(ofAll: selections, from: source)
    guard mask != nil || selections.isEmpty else { return nil }
    let order = try RowOrder.common(of: columns, run(source))
    return try RowTiles(order, marks: marks, markCount: markCount, where: mask, run(source))
  }

  private func run(_ source: DataSource) -> TransformRun {
    let watch = source.watch
    return TransformRun(zone: zone, watch: { watch.stepsFault })
  }
}
