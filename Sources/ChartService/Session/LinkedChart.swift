import ChartData
import ChartEngine
import ChartModel
import ChartTransforms
import JSONModel
import OrderedCollections

/// A chart of a link, as it is now.
struct LinkedChart: Sendable {
  let name: String
  let snapshot: ChartService.Snapshot

  /// What each of some charts is to show.
  static func conditions(of charts: [LinkedChart]) -> [[LinkConditions]] {
    let members = charts.map { chart in chart.snapshot.source.linked.map { LinkMember(chart, $0) } }
    let all = members.flatMap(\.self)
    return members.map { own in
      let conditions = own.map { LinkConditions(of: $0, among: all) }
      return conditions.contains { $0 != LinkConditions() } ? conditions : []
    }
  }

  /// What it can't show of what is selected, since its tables lack the columns.
  /// - Parameter conditions: For each of its ``SpecSource/linked``, or none.
  func warnings(of conditions: [LinkConditions]) -> [String] {
    zip(snapshot.source.linked, conditions).flatMap { linked, conditions -> [String] in
      guard let frame = linked.rows?.frame else { return [] }
      let missing = (conditions.filters + conditions.highlights).flatMap { $0.columnsMissing(in: frame) }
      return OrderedSet(missing).map { column in
        let place = linked.place.map { "charts[\($0)].link" } ?? "link"
        return "\(place): what is selected is said of a column '\(column.excerpt)', which these data don't have: "
          + "all of their rows are shown"
      }
    }
  }

  /// Its charts whose rows a database is asked for each time something is selected elsewhere.
  var asking: [LinkedSource] { snapshot.source.linked.filter { $0.rows?.areAsked ?? false } }

  /// What of it is selected elsewhere.
  struct Selected: Sendable {
    /// The chart of those rows; `nil` if it is whole.
    var part: ChartPart?
    /// Where the rows are of those lines of which it holds some.
    var lines: [ChartLines.Plot] = []
  }

  /// - Parameters:
  ///   - conditions: For each of its ``SpecSource/linked``, or none.
  ///   - hasRoom: Whether there is memory for so many bytes.
  func selected(
    _ conditions: [LinkConditions], _ reader: SpecReader, hasRoom: (Int) -> Bool
  ) throws(InvalidValue) -> Selected {
    let source = snapshot.source
    var lines: [ChartLines.Plot] = []
    let parts = try zip(source.linked, conditions).map { linked, conditions throws(InvalidValue) in
      try part(of: linked, conditions, reader, hasRoom, &lines)
    }
    guard let layout = source.spec.content as? LayoutSpec else {
      return Selected(part: parts.first ?? nil, lines: lines)
    }
    var charts = [ChartPart?](repeating: nil, count: layout.charts.count)
    for (linked, part) in zip(source.linked, parts) {
      if let place = linked.place, charts.indices.contains(place) { charts[place] = part }
    }
    return Selected(part: ChartPart(charts: charts), lines: lines)
  }

  private func part(
    of source: LinkedSource, _ conditions: LinkConditions, _ reader: SpecReader, _ hasRoom: (Int) -> Bool,
    _ lines: inout [ChartLines.Plot]
  ) throws(InvalidValue) -> ChartPart? {
    guard let rows = source.rows else { return nil }
    if let counted = try counted(source, conditions, reader, hasRoom) { return counted }
    let whole = source.whole(in: snapshot.source.spec)
    let filter = try rows.choice(of: conditions.filters, from: reader.data)
    let highlight = try rows.choice(of: conditions.highlights, within: filter, from: reader.data)
    func chart(_ chosen: LinkedRows.Choice?, _ name: HeldLine.Rows) throws(InvalidValue) -> ChartPart.Rows? {
      guard let chosen else { return nil }
      let chart = try source.chart(of: chosen, as: name, whole: whole, reader)
      lines += chart.lines?.plots ?? []
      return .chart(chart.spec)
    }
    return ChartPart(filtered: try chart(filter, .filtered), highlighted: try chart(highlight, .highlighted))
  }

  /// The same where it is enough to count rows.
  private func counted(
    _ source: LinkedSource, _ conditions: LinkConditions, _ reader: SpecReader, _ hasRoom: (Int) -> Bool
  ) throws(InvalidValue) -> ChartPart? {
    guard !conditions.filters.isEmpty || !conditions.highlights.isEmpty,
      let counts = source.counts(snapshot.source.engine)
    else { return nil }
    // What is selected in a chart of other columns changes nothing here.
    let (filters, highlights) = (counts.telling(conditions.filters), counts.telling(conditions.highlights))
    func rows(_ selections: [RowSelection]) throws(InvalidValue) -> ChartPart.Rows? {
      try counts.counts(of: selections, from: reader.data, hasRoom: hasRoom).map { .counts($0) }
    }
    let filtered = filters.isEmpty ? nil : try rows(filters)
    guard filters.isEmpty || filtered != nil else { return nil }
    guard !highlights.isEmpty else { return ChartPart(filtered: filtered, highlighted: nil) }
    guard let highlighted = try rows(filters + highlights) else { return nil }
    return ChartPart(filtered: filtered, highlighted: highlighted)
  }
}

/// A chart of a link, alone or in a layout, with what is selected in it.
private struct LinkMember {
  let source: LinkedSource
  /// What others call it: by the chart's name, `dashboard`, or as one of a layout, `dashboard[1]`.
  private let names: [String]
  private let selection: RowSelection?

  init(_ chart: LinkedChart, _ source: LinkedSource) {
    self.source = source
    names = [chart.name] + (source.place.map { ["\(chart.name)[\($0)]"] } ?? [])
    selection = source.selection(in: chart.snapshot.chart, chart.snapshot.source.spec)
  }

  /// The charts that it names to be filtered by what is selected in it, and that there are none of.
  func missingNames(among all: [LinkMember]) -> [String] {
    guard case .charts(let wanted) = source.declared.content.linkFilter else { return [] }
    let there = Set(all.filter { $0.source.link == source.link }.flatMap(\.names))
    return wanted.filter { !there.contains($0) }
  }

  /// What is selected in it, as another one shows it; `nil` if that shows nothing of it.
  func selection(for other: LinkMember) -> (rows: RowSelection, filters: Bool)? {
    guard let selection, source !== other.source, source.link == other.source.link else { return nil }
    return (selection, other.names.contains { source.declared.content.linkFilter.includes($0) })
  }
}

extension LinkConditions {
  /// What one of the charts of some links is to show.
  fileprivate init(of member: LinkMember, among all: [LinkMember]) {
    self.init()
    for other in all {
      guard let (rows, filters) = other.selection(for: member) else { continue }
      if filters { self.filters.append(rows) } else { highlights.append(rows) }
    }
    missing = member.missingNames(among: all)
  }
}
