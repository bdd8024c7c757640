import ChartEngine
package import ChartModel
import ChartTransforms
package import JSONModel
import OrderedCollections

/// Splits the rows that a chart's `data` gives among small multiples, each of which gets a table of its own.
package struct FacetReader {
  package struct Panel {
    /// What its row of charts is called; `nil` where rows say nothing.
    package let row: String?
    /// What it is called, or its column.
    package let column: String?
    /// What its chart reads: the table of its rows, filtered and transformed already.
    package let table: SpecTable
  }

  package struct Facets {
    package var panels: [Panel] = []
    /// What is said of the table of each.
    package let data: DataSpec
    /// The series that all have, where a column makes them.
    package var seriesNames: [String]?
    package var warnings: [String] = []
  }

  private let data: DataSpec
  private let facet: FacetSpec
  private let plot: CartesianSpec?

  /// - Parameter plot: The chart, if it has axes; with the rules of its time zone.
  package init(_ data: DataSpec, _ facet: FacetSpec, plot: CartesianSpec?) {
    (self.data, self.facet, self.plot) = (data, facet, plot)
  }

  /// The columns that are used.
  package var used: UsedColumns {
    let own = plot.map { ColumnReader($0, data).columns } ?? SliceReader(data).columns
    let columns = own.map { $0 + facet.splittingColumns }
    let read = Transformation(data.transform).columns(wanted: columns).map { $0.union(data.filter.keys) }
    return UsedColumns(drawn: columns, read: read)
  }

  /// The columns that may be moments where they are drawn: of positions, and of what lies on value axes.
  private var momentColumns: Set<String> {
    let series = (plot?.series ?? []) + (plot?.seriesBy.map { [$0.template] } ?? [])
    let styles: [any SeriesStyle] =
      series.isEmpty ? [plot?.kind.style?.init()].compactMap(\.self) : series.map(\.kind.style)
    let areAble = styles.contains { type(of: $0).valuesMayBeMoments } && plot?.y.mayMeasureMoments == true
    let own = series.filter {
      type(of: $0.kind.style).valuesMayBeMoments && plot?.valueAxis(of: $0).mayMeasureMoments == true
    }
    let columns = own.flatMap { series in
      [series.column ?? (series.name.isEmpty ? nil : series.name)]
        + series.kind.style.channels.filter(\.mayHoldMoments).map(\.column)
    }
    return Set((columns + [data.x, areAble ? data.y : nil]).compactMap(\.self))
  }

  /// - Parameter table: The table that came with the spec, if `data` names no file.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  /// - Complexity: O(*n*) in the table's cells.
  package func read(from source: DataSource, or table: SpecTable?) throws(InvalidValue) -> Facets {
    let zone = plot?.x.zone ?? .utc
    let (frame, run, _): (Frame, TransformRun, String)
    do {
      (frame, run, _) = try FrameReader(data, zone: zone, namesOf: plot?.x.scale == .category ? data.x : nil)
        .read(from: source, or: table, wanted: nil)
    } catch {
      throw error.prefixed(by: .key("data"))
    }
    var facets = Facets(data: data.ofTable(isTransformed: true))
    let split = try FacetSplit(frame, facet, run)
    var isTaken: [Bool]?
    if let by = plot?.seriesBy {
      let series = try SeriesSplit(
        frame, by: by.column, sorted: by.isSorted, most: by.most,
        at: JSONPath([.key("series"), .key("by")]), run)
      facets.seriesNames = series.names
      var taken = [Bool](repeating: false, count: frame.rowCount)
      for row in series.rows.joined() { taken[Int(row)] = true }
      isTaken = taken
    }
    let names = facet.scales.sharesX ? plot.flatMap { frame.markNames(data, of: $0, run) } : nil
    // All other dates are names, as those of a file are.
    let named = frame.namingMoments(except: momentColumns, run)
    for panel in split.panels {
      let rows = isTaken.map { taken in panel.rows.filter { taken[Int($0)] } } ?? panel.rows
      var own: Frame
      if let names {
        let aligned = AlignedRows(rows, by: names.names)
        own = named.taking(aligned.rows).setting(names.column, aligned.column)
      } else {
        own = named.taking(rows)
      }
      facets.panels.append(Panel(row: panel.row, column: panel.column, table: SpecTable(own, in: source)))
    }
    if split.panels.isEmpty { run.warn("no row is left to be shown: there are no charts") }
    facets.warnings = run.warnings
    return facets
  }
}

extension Frame {
  /// The names at which marks stand, and their column; `nil` where they stand at none, or what there is of each name is counted, so
  /// that a row without values would count, too.
  func markNames(
    _ data: DataSpec, of plot: CartesianSpec, _ run: TransformRun
  ) -> (column: String, names: NameColumn)? {
    guard let x = data.x, !plot.countsRows, let column = columns[x] else { return nil }
    if case .names(let names) = column { return (x, names) }
    return plot.x.scale == .category ? (x, column.names(run)) : nil
  }

  fileprivate func namingMoments(except names: Set<String>, _ run: TransformRun) -> Frame {
    columns.reduce(self) { frame, entry in
      guard case .moments = entry.value, !names.contains(entry.key) else { return frame }
      return frame.setting(entry.key, .names(entry.value.names(run)))
    }
  }
}

extension DataSpec {
  /// The same of a table that is read, and filtered, already.
  /// - Parameter isTransformed: Whether the steps are done, too.
  func ofTable(isTransformed: Bool = false) -> DataSpec {
    var data = self
    (data.csv, data.json, data.sqlite, data.query, data.table) = (nil, nil, nil, nil, nil)
    (data.connection, data.sql) = (nil, nil)
    (data.filter, data.dateFormat, data.columns) = ([:], nil, [:])
    if isTransformed { data.transform = [] }
    return data
  }
}

extension CartesianSpec {
  /// Whether marks count rows, so that one without values counts, too.
  fileprivate var countsRows: Bool {
    let styles = series.map(\.kind.style) + (seriesBy.map { [$0.template.kind.style] } ?? [])
    return styles.contains { !$0.needsValues } || (styles.isEmpty && kind.style?.init().needsValues == false)
  }
}
