import ChartData
import ChartEngine
import ChartModel
import JSONModel
import Synchronization

/// Where the rows are of a chart's lines, of which it holds what its picture needs: of its own, or of those of the charts that it is made of.
final class LineSupply: Sendable {
  /// A plot, or small multiples of one.
  private struct Place: Sendable {
    let plot: CartesianSpec
    let data: DataSpec
    let facet: FacetSpec?
    /// What each of its plots, which are numbered through, is called: its row and column; none but one that stands alone.
    let names: [[String?]]
    let number: Int
    /// What a column calls the series of each; `nil` where the spec lists them.
    let series: [[String]?]
  }

  private let places: [Place]
  private let rows: HeldLine.Rows
  /// `nil` after the chart came out of a document or a store, until somebody looks at it.
  private let opened: Mutex<ChartLines?>

  /// - Parameters:
  ///   - declared: What the JSON alone says.
  ///   - first: The number of the chart's first plot.
  ///   - rows: Which rows the lines have.
  /// - Returns: `nil` if all rows are held.
  init?(_ declared: ChartSpec, _ held: HeldData, fromPlot first: Int = 0, as rows: HeldLine.Rows = .all) {
    var (places, known, number) = ([Place](), [ChartLines.Plot](), first)
    LineSupply.walk(declared, held, &number) { place, held in
      places.append(place)
      for (index, part) in held.enumerated() where part.hasLines {
        guard var plot = part.lines else { continue }
        (plot.number, plot.rows) = (place.number + index, rows)
        known.append(plot)
      }
    }
    guard !places.isEmpty else { return nil }
    (self.places, self.rows) = (places, rows)
    opened = Mutex(known.isEmpty ? nil : ChartLines(known))
  }

  /// Calls `body` for each plot, or small multiples of one, of which some rows are held, with what these hold.
  private static func walk(
    _ declared: ChartSpec, _ held: HeldData, _ number: inout Int, _ body: (Place, [HeldData]) -> Void
  ) {
    if let layout = declared.content as? LayoutSpec {
      for (chart, part) in zip(layout.charts, held.parts) { walk(chart, part, &number, body) }
      return
    }
    guard var plot = declared.content as? CartesianSpec else { return }
    let parts = declared.common.facet == nil ? [held] : held.parts
    defer { number += parts.count }
    guard let data = declared.data, parts.contains(where: \.hasLines) else { return }
    plot.x.timeZoneRules = held.zone?.rules
    plot.common.facet = nil
    let names = held.columns[.facets]?.entries.entries.map { entry -> String? in
      if case .text(let name) = entry { name } else { nil }
    }
    let place = Place(
      plot: plot, data: data, facet: declared.common.facet,
      names: parts.indices.map { Array((names ?? []).dropFirst(2 * $0).prefix(2)) }, number: number,
      series: parts.map { $0.columns[.seriesNames]?.entries.entries.map(\.label) })
    body(place, parts)
  }

  /// The lines.
  /// - Throws: ``InvalidValue`` if they cannot be reached.
  func lines(from source: DataSource) throws(InvalidValue) -> ChartLines? {
    if let lines = opened.withLock({ $0 }) { return lines }
    var found: [ChartLines.Plot] = []
    for place in places { found += try plots(of: place, from: source) }
    guard !found.isEmpty else { return nil }
    return opened.withLock { opened in
      if let opened { return opened }
      opened = ChartLines(found)
      return opened
    }
  }

  private func plots(of place: Place, from source: DataSource) throws(InvalidValue) -> [ChartLines.Plot] {
    guard let facet = place.facet else {
      guard let lines = try source.lines(of: place.plot, place.data) else { return [] }
      return [lines.plot(place.number, rows, series: place.series[0])]
    }
    let panels = try source.lines(of: place.plot, place.data, by: facet)?.panels ?? []
    return place.names.enumerated().compactMap { index, names in
      // There may be others by now.
      panels.first { [$0.row, $0.column] == names }?.lines.plot(place.number + index, rows, series: place.series[index])
    }
  }
}

extension HeldData {
  /// Whether only some rows of its lines are held.
  fileprivate var hasLines: Bool {
    columns.keys.contains { if case .heldRows = $0 { true } else { false } }
  }
}
