import ChartData
import ChartEngine
import ChartModel
import ChartTransforms
import JSONModel
import OrderedCollections
import Synchronization

/// A linked chart as its author wrote it, with the rows of its table: what the chart of some of them is made of.
final class LinkedSource: Sendable {
  /// The link's name.
  let link: String
  /// Which chart of a layout it is; `nil` for one that stands alone.
  let place: Int?
  /// The number of its first plot.
  private let firstPlot: Int
  let declared: ChartSpec
  let data: DataSpec
  private let held: HeldData
  /// The connection of its table, if a database has that.
  var connection: String? { data.connection }
  /// `nil` where they do not go together, as only a damaged document has them.
  private let lazyRows: Lazy<LinkedRows?>
  var rows: LinkedRows? { lazyRows.value }
  /// The names at which its marks stand, and their column, once somebody has asked.
  private let names = Mutex<Names?>(nil)

  private struct Names: Sendable { let found: (column: String, names: NameColumn)? }

  /// Those of a chart, or of the charts in a layout.
  /// - Parameter filled: The spec with its data.
  static func all(of declared: ChartSpec, _ held: HeldData, filled: ChartSpec) -> [LinkedSource] {
    guard let layout = declared.content as? LayoutSpec, let whole = filled.content as? LayoutSpec else {
      return [LinkedSource(declared, held)].compactMap(\.self)
    }
    var plot = 0
    return zip(zip(layout.charts, held.parts), whole.charts).enumerated().compactMap { place, chart in
      defer { plot += chart.1.plotCount }
      return LinkedSource(chart.0.0, chart.0.1, at: place, fromPlot: plot)
    }
  }

  /// - Returns: `nil` if the chart is not linked, or has no rows to be linked by.
  private convenience init?(
    _ declared: ChartSpec, _ held: HeldData, at place: Int? = nil, fromPlot firstPlot: Int = 0
  ) {
    guard let link = declared.common.link, let data = declared.data, held.columns[.rowNames] != nil else { return nil }
    let zone = LinkedSource.zone(declared, held)
    self.init(link, place, firstPlot, declared, data, held, Lazy { LinkedRows(held.columns, of: data, zone: zone) })
    LinkedSource.wasMade.store(true, ordering: .relaxed)
  }

  /// The same chart with other marks: points that are added to it are in no row.
  convenience init(grown other: LinkedSource) {
    self.init(other.link, other.place, other.firstPlot, other.declared, other.data, other.held, other.lazyRows)
  }

  private init(
    _ link: String, _ place: Int?, _ firstPlot: Int, _ declared: ChartSpec, _ data: DataSpec, _ held: HeldData,
    _ lazyRows: Lazy<LinkedRows?>
  ) {
    (self.link, self.place, self.declared, self.data, self.held) = (link, place, declared, data, held)
    self.firstPlot = firstPlot
    self.lazyRows = lazyRows
  }

  /// Whether there has ever been one in this process: most need not look for links.
  static var isAny: Bool { wasMade.load(ordering: .relaxed) }
  private static let wasMade = Atomic(false)

  /// The chart of all its rows.
  /// - Parameter spec: Of the layout that it is in, or its own.
  func whole(in spec: ChartSpec) -> ChartSpec {
    guard let place, let layout = spec.content as? LayoutSpec, layout.charts.indices.contains(place) else {
      return spec
    }
    return layout.charts[place]
  }

  /// What counts its selected rows, once somebody has asked.
  private let lazyCounts = Mutex<LinkedCounts??>(nil)

  /// What counts its selected rows; `nil` where they have to be read.
  /// - Parameter engine: Of the chart of all rows, or of the layout that it is in.
  func counts(_ engine: Lazy<any ChartKind>) -> LinkedCounts? {
    if let known = lazyCounts.withLock({ $0 }) { return known }
    let made = rows.flatMap { rows in LinkedCounts(rows, data, declared, engine, place) }
    return lazyCounts.withLock { counts in
      if let known = counts { return known }
      counts = .some(made)
      return made
    }
  }

  /// What it keeps to count rows, and how many bytes that are.
  var countsMemory: [(memory: ObjectIdentifier, byteCount: Int)] { lazyCounts.withLock { $0 ?? nil }?.memory ?? [] }

  /// The chart's spec with the rules of its time zone, if it has axes.
  private static func plot(_ declared: ChartSpec, _ held: HeldData) -> CartesianSpec? {
    var plot = declared.content as? CartesianSpec
    plot?.x.timeZoneRules = held.zone?.rules
    return plot
  }

  /// Where its days begin.
  var zone: TimeZoneRules { LinkedSource.zone(declared, held) }

  private static func zone(_ declared: ChartSpec, _ held: HeldData) -> TimeZoneRules {
    plot(declared, held)?.x.zone ?? .utc
  }

  /// The names at which its marks stand.
  private func names(of rows: LinkedRows, _ source: DataSource) throws(InvalidValue) -> (
    column: String, names: NameColumn
  )? {
    if let known = names.withLock({ $0 }) { return known.found }
    let plot = LinkedSource.plot(declared, held)
    let found = try plot.map { plot throws(InvalidValue) in try rows.names(data, of: plot, from: source) } ?? nil
    names.withLock { $0 = Names(found: found) }
    return found
  }

  /// The chart of some of its rows, and where those of its lines are of which it holds a part.
  /// - Parameters:
  ///   - whole: The chart of all of them.
  ///   - lines: Which rows they are called.
  /// - Throws: ``InvalidValue`` if nothing can be made of those, it takes too long, or nobody waits any more.
  func chart(
    of chosen: LinkedRows.Choice, as lines: HeldLine.Rows, whole: ChartSpec, _ reader: SpecReader
  ) throws(InvalidValue) -> (spec: ChartSpec, lines: ChartLines?) {
    var declared = declared
    if let plot = declared.content as? CartesianSpec { declared.content = plot.withoutOwnValues }
    guard let rows, var sourced = declared.sourced else { return (whole, nil) }
    // Panels align their names themselves, but among those that they have; and lines that are held in part have none.
    let names = declared.common.facet == nil && held.lines == nil ? try names(of: rows, reader.data) : nil
    let reader = reader.selecting(chosen)
    let (data, table) = try rows.table(
      data, of: chosen, inOrderOf: names, LinkedSource.plot(declared, held), from: reader.data)
    sourced.data = data
    sourced.common.link = nil
    var kept = HeldData()
    kept.zone = held.zone
    var own = try reader.held(
      of: ChartSpec(sourced), table.map { RequestBuffers($0) } ?? RequestBuffers(), keeping: kept)
    own.today = held.today
    if let table { own.tellMoments(data, table) }
    if let series = held.seriesNames { own.takeSeries(series) }
    let supply = LineSupply(ChartSpec(sourced), own, fromPlot: firstPlot, as: lines)
    let part = try declared.filled(with: own).numberingLines(fromPlot: firstPlot, as: lines)
    return ([whole, part].withSameSlices[1], try supply?.lines(from: reader.data))
  }
}

extension CartesianSpec {
  /// The same without the values that are written in the spec, or were added to it: they are in no row of the table.
  fileprivate var withoutOwnValues: CartesianSpec {
    var plot = self
    for index in plot.series.indices where !plot.series[index].values.isEmpty {
      plot.series[index].values = .numbers([])
      if plot.series[index].positions != nil { plot.series[index].positions = .numbers([]) }
    }
    return plot
  }
}

extension HeldData {
  /// The names of the series that a column makes, also in small multiples.
  fileprivate var seriesNames: [String]? {
    columns[.seriesNames]?.entries.entries.map(\.label) ?? parts.lazy.compactMap(\.seriesNames).first
  }

  /// Gives the series the places that they have in the chart of all rows.
  fileprivate mutating func takeSeries(_ names: [String]) {
    let own = columns[.seriesNames]?.entries.entries.map(\.label)
    lines?.order(own, as: names)
    columns = columns.withSeries(names)
    for index in parts.indices { parts[index].takeSeries(names) }
  }
}
