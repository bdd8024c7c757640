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
      let behind = charts.indices.filter { charts[$0].snapshot.conditions != wanted[$0] }
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
        let isLinked = record.source.linked != nil
        // One that was linked before has to show all again.
        guard isLinked || record.conditions != LinkConditions() else { return nil }
        return LinkedChart(name: name, snapshot: Snapshot(record))
      }
    }
  }

  /// Lets a chart show what is selected elsewhere, unless it has changed meanwhile.
  /// - Returns: Whether it can be kept.
  private func show(_ conditions: LinkConditions, in linked: LinkedChart, _ key: ChartKey, after cause: String) -> Bool
  {
    let before = linked.snapshot
    let part: ChartPart?
    var warnings: [String] = []
    do {
      part = try linked.part(conditions, specReader) { byteCount in
        guard let memory else { return true }
        return (try? memory.check(for: byteCount)) != nil
      }
    } catch {
      part = nil
      warnings.append("link: the selected rows can't be shown: \(error.reason)")
    }
    var chart = before.chart
    let isKnown = before.conditions != nil
    if part != chart.part || !isKnown { chart.show(part, of: before.source.engine, keepsState: !isKnown) }
    let isChanged = chart != before.chart || warnings != before.linkWarnings
    let notice = PendingChange(kind: .changed, causes: [cause])
    let request = Request(ChartService.linkMethod, [:])
    let entry = InteractionLog.Record(request, chart: key.chart)
    var material = ChangeMaterial(request: request)
    if chart.state.withoutPointers != before.chart.state.withoutPointers {
      material.state = chart.state.withoutPointers
    }
    let (done, linkWarnings) = (chart, warnings)
    let change = { [limits] (state: ServiceState) throws(RPCError) -> Decision<Void>? in
      guard let old = state.chart(key), old.version == before.version else { return nil }
      let revision = isChanged ? ChartRecord.revision(after: old.revision) : old.revision
      return Decision<Void>(isChanged ? .chart(key.chart, revision: revision, step: .nothing) : nil) { state in
        let version = state.freshNumber()
        state.update(key) { record, discarded in
          record.conditions = conditions
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
  static func conditions(of charts: [LinkedChart]) -> [LinkConditions] {
    let selections = charts.map { chart in
      chart.snapshot.source.linked?.selection(in: chart.snapshot.chart, whole: chart.snapshot.source.spec)
    }
    return charts.indices.map { index in
      var conditions = LinkConditions()
      guard let link = charts[index].snapshot.source.linked?.link else { return conditions }
      for (other, selection) in zip(charts, selections) where other.name != charts[index].name {
        guard let selection, let source = other.snapshot.source.linked, source.link == link else { continue }
        if source.declared.content.linkFilter.includes(charts[index].name) {
          conditions.filters.append(selection)
        } else {
          conditions.highlights.append(selection)
        }
      }
      return conditions
    }
  }

  /// The chart of the rows that are selected.
  /// - Parameter hasRoom: Whether there is memory for so many bytes.
  func part(
    _ conditions: LinkConditions, _ reader: SpecReader, hasRoom: (Int) -> Bool
  ) throws(InvalidValue) -> ChartPart? {
    guard let source = snapshot.source.linked, let rows = source.rows else { return nil }
    if let counted = try counted(source, conditions, reader, hasRoom) { return counted }
    let whole = snapshot.source.spec
    let filter = try rows.mask(of: conditions.filters, from: reader.data)
    var highlight = try rows.mask(of: conditions.highlights, from: reader.data)
    if let filter, let all = highlight { highlight = zip(all, filter).map { $0 && $1 } }
    func chart(_ rows: [Bool]?) throws(InvalidValue) -> ChartPart.Rows? {
      guard let rows else { return nil }
      return .chart(try source.chart(of: rows, whole: whole, reader))
    }
    return ChartPart(filtered: try chart(filter), highlighted: try chart(highlight))
  }

  /// The same where it is enough to count rows.
  private func counted(
    _ source: LinkedSource, _ conditions: LinkConditions, _ reader: SpecReader, _ hasRoom: (Int) -> Bool
  ) throws(InvalidValue) -> ChartPart? {
    guard !conditions.filters.isEmpty || !conditions.highlights.isEmpty,
      let counts = source.counts(snapshot.source.engine)
    else { return nil }
    func rows(_ selections: [RowSelection]) throws(InvalidValue) -> [Double]? {
      try counts.counts(of: selections, from: reader.data, hasRoom: hasRoom)
    }
    var filtered: ChartPart.Rows?
    if !conditions.filters.isEmpty {
      guard let own = try rows(conditions.filters) else { return nil }
      filtered = .counts(own)
    }
    guard !conditions.highlights.isEmpty else { return ChartPart(filtered: filtered, highlighted: nil) }
    guard let own = try rows(conditions.filters + conditions.highlights) else { return nil }
    return ChartPart(filtered: filtered, highlighted: .counts(own))
  }
}
