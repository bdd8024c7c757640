import ChartData
import ChartEngine
import ChartModel
import Databases
import Dispatch
import JSONModel
import JSONRPC
import OrderedCollections
import POSIX
import Synchronization

extension ChartService {
  /// Lets the charts of a session show what is selected in those that they are linked with, after one of them was changed.
  ///
  /// What a chart so shows follows from the states of others, so that it is no step of its own: who undoes the selection undoes
  /// all that came of it. It is done before the answer to whoever selected, by the thread that did; what a database has to be asked
  /// for is waited for as long as a picture's rows are, and comes by itself if it takes longer.
  /// - Parameters:
  ///   - cause: The method that changed something.
  func followLinks(of session: String, after cause: String) {
    // What waits for a database is shown once that has answered.
    var waiting: [String: [LinkConditions]] = [:]
    // What a chart shows may drop what was selected in it, which others show: a circle of such ends, since nothing is selected anew.
    for _ in 0..<ChartService.mostRounds {
      let charts = linkedCharts(of: session)
      let wanted = LinkedChart.conditions(of: charts)
      let behind = charts.indices.filter { charts[$0].snapshot.conditions != .known(wanted[$0]) }
      giveUpAnswers(of: session, besides: Set(behind.map { charts[$0].name }))
      let next = behind.filter { waiting[charts[$0].name] != wanted[$0] }
      guard !next.isEmpty else { return }
      // All are asked for before any is waited for.
      let answers = next.map { index in
        answer(to: wanted[index], of: charts[index], in: session, after: cause)
      }
      for (index, answer) in zip(next, answers) {
        let chart = charts[index]
        let key = ChartKey(session: session, chart: chart.name)
        switch show(wanted[index], answer, in: chart, key, after: cause) {
        case .shown: break
        case .waits: waiting[chart.name] = wanted[index]
        // Whoever selected has done so: what can't be kept of what follows is found out when somebody changes something again.
        case .notKept: return
        }
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

  private enum Showing { case shown, waits, notKept }

  /// Lets a chart show what is selected elsewhere, unless it has changed meanwhile.
  /// - Parameter answer: Where a database is asked for that.
  private func show(
    _ conditions: [LinkConditions], _ answer: LinkAnswer?, in linked: LinkedChart, _ key: ChartKey, after cause: String
  ) -> Showing {
    let before = linked.snapshot
    var (chart, rows) = (before.chart, before.rows)
    var warnings = conditions.flatMap(\.missing).map { name in
      "select.filter: there is no chart '\(name.excerpt)' of this link"
    }
    warnings += linked.warnings(of: conditions)
    var isLate = false
    switch answer.map({ $0.wait() }) ?? selected(conditions, in: linked, specReader) {
    case .success(let selected): take(selected, &chart, &rows, of: before, key)
    case .failure(let fault) where answer == nil || fault.kind != .unavailable:
      warnings.append("link: the selected rows can't be shown: \(fault.reason)")
      take(LinkedChart.Selected(), &chart, &rows, of: before, key)
    case .failure(let fault):
      isLate = true
      warnings.append("link: what is selected elsewhere can't be shown yet: \(fault.reason)")
      rows.notice.links = ChartService.unreadable
    case nil:
      isLate = true
      warnings.append("link: what is selected elsewhere is shown as soon as its rows are there")
      rows.notice.links = "Not up to date: selected rows are being read"
    }
    if isLate {
      rows.notice.linkedCharts = Set(linked.asking.compactMap(\.place))
      chart.note(rows.notice)
    }
    let isChanged = chart != before.chart || warnings != before.linkWarnings || rows.warnings != before.rows.warnings
    let notice = PendingChange(kind: .changed, causes: [cause])
    let request = Request(ChartService.linkMethod, [:])
    let entry = InteractionLog.Record(request, chart: key.chart)
    var material = ChangeMaterial(request: request)
    if chart.state.withoutPointers != before.chart.state.withoutPointers {
      material.state = chart.state.withoutPointers
    }
    let (done, shown, linkWarnings, isShown) = (chart, rows, warnings, !isLate)
    let change = { [limits] (state: ServiceState) throws(RPCError) -> Decision<Void>? in
      guard let old = state.chart(key), old.version == before.version else { return nil }
      let revision = isChanged ? ChartRecord.revision(after: old.revision) : old.revision
      return Decision<Void>(isChanged ? .chart(key.chart, revision: revision, step: .nothing) : nil) { state in
        let version = state.freshNumber()
        state.update(key) { record, discarded in
          if isShown { record.conditions = .known(conditions) }
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
      let kept: Void? = try changeAlone(key.session, material, change)
      if isShown, kept != nil, let answer { forget(answer, of: key) }
      return isShown ? .shown : .waits
    } catch {
      return .notKept
    }
  }

  /// Lets a chart show some of its rows.
  private func take(
    _ selected: LinkedChart.Selected, _ chart: inout Chart, _ rows: inout ShownRows, of before: Snapshot,
    _ key: ChartKey
  ) {
    let isKnown = before.conditions != .unknown
    rows.selected = selected.lines.isEmpty ? nil : SelectedLines(selected.lines)
    rows.notice.links = nil
    if selected.part != chart.part || !isKnown {
      // Of lines that are held in part a chart has other rows than its source, and its state may be of rows that are not held yet.
      let whole = before.source.lines == nil ? before.source.engine : Chart.engine(of: chart.spec)
      chart.show(selected.part, of: whole, keepsState: !isKnown)
      rows.needs = []
      looking(at: &chart, of: before.source, &rows, unless: Cancellation()) { chart in
        if before.source.lines != nil { chart.takeState(of: before.chart, wasShown: !isKnown) }
      }
    }
    chart.note(rows.notice)
    fit(&chart, of: before.source, &rows, as: key, unless: Cancellation())
  }

  // MARK: - Asking databases

  private func selected(
    _ conditions: [LinkConditions], in linked: LinkedChart, _ reader: SpecReader
  ) -> LinkAnswer.Result {
    LinkAnswer.Result { () throws(InvalidValue) in
      try linked.selected(conditions, reader) { byteCount in
        guard let memory else { return true }
        return (try? memory.check(for: byteCount)) != nil
      }
    }
  }

  /// What a database is asked for so that a chart shows what is selected elsewhere: what it is asked for already, or else now.
  /// - Returns: `nil` if none has to be asked.
  private func answer(
    to conditions: [LinkConditions], of chart: LinkedChart, in session: String, after cause: String
  ) -> LinkAnswer? {
    // What is recorded happens when it is asked for, and nothing by itself: then all is waited for.
    guard recorder == nil, !conditions.isEmpty, let databases = specReader.data.databases,
      let patience = chart.asking.compactMap(\.connection).map(databases.patience(of:)).min()
    else { return nil }
    let key = ChartKey(session: session, chart: chart.name)
    let (answer, given) = linkAnswers.withLock { answers -> (LinkAnswer, LinkAnswer?) in
      if let known = answers[key], known.isOf(chart, conditions) { return (known, known) }
      let answer = LinkAnswer(for: chart, conditions, patience: patience)
      return (answer, answers.updateValue(answer, forKey: key))
    }
    guard answer !== given else { return answer }
    given?.giveUp()
    ask(answer, key, after: cause)
    return answer
  }

  private func ask(_ answer: LinkAnswer, _ key: ChartKey, after cause: String) {
    WorkThreads.shared.run { [weak self] in
      guard let self else { return }
      let reader = specReader.unless { answer.isGivenUp }
      let result = selected(answer.conditions, in: answer.chart, reader)
      let isLate = answer.take(result)
      if isLate { followLinks(of: key.session, after: cause) }
      if case .failure(let fault) = result, fault.kind == .unavailable { askLater(answer, key, after: cause) }
    }
  }

  /// Asks again once a database may be there again, if that is still wanted.
  private func askLater(_ answer: LinkAnswer, _ key: ChartKey, after cause: String) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Int(answer.pause.components.seconds))) {
      [weak self] in
      guard let self else { return }
      let next = answer.next
      let isWanted = linkAnswers.withLock { answers in
        guard answers[key] === answer else { return false }
        answers[key] = next
        return true
      }
      if isWanted { ask(next, key, after: cause) }
    }
  }

  private func forget(_ answer: LinkAnswer, of key: ChartKey) {
    linkAnswers.withLock { if $0[key] === answer { $0[key] = nil } }
  }

  /// Waits no longer for what charts of a session are not to show any more.
  private func giveUpAnswers(of session: String, besides charts: Set<String>) {
    let unwanted = linkAnswers.withLock { answers in
      let unwanted = answers.filter { $0.key.session == session && !charts.contains($0.key.chart) }
      for key in unwanted.keys { answers[key] = nil }
      return unwanted.values
    }
    for answer in unwanted { answer.giveUp() }
  }
}
