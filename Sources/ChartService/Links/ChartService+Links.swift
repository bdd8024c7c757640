import ChartData
import ChartEngine
import ChartModel
import ChartTransforms
import JSONModel
import JSONRPC
import OrderedCollections

extension ChartService {
  /// Lets the charts of a session show what is selected in those that they are linked with, after one of them was changed.
  ///
  /// What a chart so shows follows from the states of others, so that it is no step of its own: who undoes the selection undoes
  /// all that came of it. It is done before the answer to whoever selected, by the thread that did.
  /// - Parameters:
  ///   - cause: The method that changed something.
  func followLinks(of session: String, after cause: String) {
    // What a chart shows may drop what was selected in it, which others show: a circle of such ends, since nothing is selected anew.
    for _ in 0..<ChartService.mostRounds {
      let charts = linkedCharts(of: session)
      guard !charts.isEmpty else { return }
      let wanted = LinkedChart.conditions(of: charts)
      let behind = charts.indices.filter { charts[$0].snapshot.conditions != .known(wanted[$0]) }
      guard !behind.isEmpty else { return }
      for index in behind {
        let chart = charts[index]
        let key = ChartKey(session: session, chart: chart.name)
        // Whoever selected has done so: what can't be kept of what follows is found out when somebody changes something again.
        guard show(wanted[index], in: chart, key, after: cause) else { return }
      }
    }
  }

  /// The same for what was kept of all sessions.
  func followAllLinks() {
    guard LinkedSource.isAny else { return }
    for session in sessions { followLinks(of: session, after: Change.open.method) }
  }

  /// What the log calls that a chart shows something else because of what was done to another one.
  static let linkMethod = "link"

  /// More often the same charts don't change within a request; who changes them meanwhile goes on.
  private static let mostRounds = 32

  private func linkedCharts(of session: String) -> [LinkedChart] {
    withState { state in
      (state.sessions[session]?.charts ?? [:]).compactMap { name, record in
        // One that was linked before has to show all again.
        guard record.isLinked else { return nil }
        return LinkedChart(name: name, snapshot: Snapshot(record))
      }
    }
  }

  /// Lets a chart show what is selected elsewhere, unless it has changed meanwhile.
  /// - Returns: Whether it can be kept.
  private func show(_ conditions: [LinkConditions], in linked: LinkedChart, _ key: ChartKey, after cause: String)
    -> Bool
  {
    let before = linked.snapshot
    var part: ChartPart?
    var lines: [ChartLines.Plot] = []
    var warnings = conditions.flatMap(\.missing).map { name in
      "select.filter: there is no chart '\(name.excerpt)' of this link"
    }
    warnings += linked.warnings(of: conditions)
    do {
      (part, lines) = try linked.part(conditions, specReader) { byteCount in
        guard let memory else { return true }
        return (try? memory.check(for: byteCount)) != nil
      }
    } catch {
      part = nil
      warnings.append("link: the selected rows can't be shown: \(error.reason)")
    }
    var (chart, rows) = (before.chart, before.rows)
    let isKnown = before.conditions != .unknown
    rows.selected = lines.isEmpty ? nil : SelectedLines(lines)
    if part != chart.part || !isKnown {
      // Of lines that are held in part a chart has other rows than its source, and its state may be of rows that are not held yet.
      let whole = before.source.lines == nil ? before.source.engine : Chart.engine(of: chart.spec)
      chart.show(part, of: whole, keepsState: !isKnown)
      rows.needs = []
      looking(at: &chart, of: before.source, &rows, unless: Cancellation()) { chart in
        if before.source.lines != nil { chart.takeState(of: before.chart, wasShown: !isKnown) }
      }
    }
    fit(&chart, of: before.source, &rows, as: key, unless: Cancellation())
    let isChanged = chart != before.chart || warnings != before.linkWarnings || rows.warnings != before.rows.warnings
    let notice = PendingChange(kind: .changed, causes: [cause])
    let request = Request(ChartService.linkMethod, [:])
    let entry = InteractionLog.Record(request, chart: key.chart)
    var material = ChangeMaterial(request: request)
    if chart.state.withoutPointers != before.chart.state.withoutPointers {
      material.state = chart.state.withoutPointers
    }
    let (done, shown, linkWarnings) = (chart, rows, warnings)
    let change = { [limits] (state: ServiceState) throws(RPCError) -> Decision<Void>? in
      guard let old = state.chart(key), old.version == before.version else { return nil }
      let revision = isChanged ? ChartRecord.revision(after: old.revision) : old.revision
      return Decision<Void>(isChanged ? .chart(key.chart, revision: revision, step: .nothing) : nil) { state in
        let version = state.freshNumber()
        state.update(key) { record, discarded in
          record.conditions = .known(conditions)
          record.rows = shown
          guard isChanged else { return }
          discarded.append(record.picture)
          record.chart = done
          record.linkWarnings = linkWarnings
          record.revise(version: version)
        }
        guard isChanged else { return }
        state.log(entry, at: revision, in: key.session, limits: limits)
        state.notify(key, notice.at(revision))
      }
    }
    do throws(RPCError) {
      let _: Void? = try changeAlone(key.session, material, change)
      return true
    } catch {
      return false
    }
  }
}

/// A chart of a link, as it is now.
private struct LinkedChart: Sendable {
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

  /// The chart of the rows that are selected, and where those of its lines are of which it holds a part.
  /// - Parameters:
  ///   - conditions: For each of its ``SpecSource/linked``, or none.
  ///   - hasRoom: Whether there is memory for so many bytes.
  func part(
    _ conditions: [LinkConditions], _ reader: SpecReader, hasRoom: (Int) -> Bool
  ) throws(InvalidValue) -> (ChartPart?, [ChartLines.Plot]) {
    let source = snapshot.source
    var lines: [ChartLines.Plot] = []
    let parts = try zip(source.linked, conditions).map { linked, conditions throws(InvalidValue) in
      try part(of: linked, conditions, reader, hasRoom, &lines)
    }
    guard let layout = source.spec.content as? LayoutSpec else { return (parts.first ?? nil, lines) }
    var charts = [ChartPart?](repeating: nil, count: layout.charts.count)
    for (linked, part) in zip(source.linked, parts) {
      if let place = linked.place, charts.indices.contains(place) { charts[place] = part }
    }
    return (ChartPart(charts: charts), lines)
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
