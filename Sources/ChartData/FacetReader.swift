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
    /// What its chart reads: the columns of its rows, filtered and transformed already.
    package let data: DataSpec
  }

  package struct Facets {
    package var panels: [Panel] = []
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
    var facets = Facets()
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
    let names = alignedNames(frame, run)
    for panel in split.panels {
      let rows = isTaken.map { taken in panel.rows.filter { taken[Int($0)] } } ?? panel.rows
      var own: Frame
      if let names {
        let aligned = AlignedRows(rows, by: names.column)
        own = frame.taking(aligned.rows).setting(names.name, aligned.column)
      } else {
        own = frame.taking(rows)
      }
      var columns: OrderedDictionary<String, ColumnSpec> = [:]
      for (name, column) in own.columns { columns[name] = FacetReader.spec(of: column, in: zone) }
      var data = data
      (data.csv, data.json, data.sqlite, data.query, data.table) = (nil, nil, nil, nil, nil)
      (data.filter, data.transform, data.dateFormat, data.columns) = ([:], [], nil, columns)
      facets.panels.append(Panel(row: panel.row, column: panel.column, data: data))
    }
    if split.panels.isEmpty { run.warn("no row is left to be shown: there are no charts") }
    facets.warnings = run.warnings
    return facets
  }

  /// The names at which marks stand, where all charts have the same ones side by side.
  private func alignedNames(_ frame: Frame, _ run: TransformRun) -> (name: String, column: NameColumn)? {
    guard let plot, facet.scales.sharesX, let x = data.x, let column = frame.columns[x] else { return nil }
    guard !plot.countsRows else { return nil }
    if case .names(let names) = column { return (x, names) }
    guard plot.x.scale == .category else { return nil }
    var coder = NameCoder()
    let codes = (0..<column.count).map { row in column.label(at: row, run).map { coder.code(of: $0) } ?? -1 }
    return (x, NameColumn(codes: codes, names: coder.names))
  }

  /// A column as a table that comes with a spec has it: moments as they are written.
  private static func spec(of column: FrameColumn, in zone: TimeZoneRules) -> ColumnSpec {
    guard case .moments(let moments) = column else { return ColumnSpec(column) }
    return .values(moments.map { $0.isNaN ? .missing : .text(MomentText.text(of: $0, in: zone)) })
  }
}
