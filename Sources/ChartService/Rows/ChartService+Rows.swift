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

// Charts of lines that are held in part: ``ChartLines``. What charts of all kinds show of rows that are selected elsewhere, where a
// database is asked for them: `ChartService+Links.swift`.

extension ChartService {
  /// Does something with a chart, with all rows of its lines that it asks for: what comes of it is what would come of all rows. Where
  /// they cannot be had it is done with those that are there.
  func looking<Result, Failure: Error>(
    at chart: inout Chart, of source: SpecSource, _ rows: inout ShownRows, unless cancellation: Cancellation,
    _ body: (inout Chart) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard source.lines != nil else { return try body(&chart) }
    let isCancelled: @Sendable () -> Bool = { cancellation.isCancelled }
    guard let lines = lines(of: source, &rows, unless: isCancelled) else { return try body(&chart) }
    let patience = LargeLines.Patience(limit: lines.patience, isCancelled: isCancelled)
    let (result, fault) = try lines.looking(&chart, &rows.needs, patience, body)
    rows.warnings = ChartService.warnings(of: fault, lines)
    return result
  }

  /// Gives a chart the rows that its picture needs, as far as they come soon: of those that come later it gets another picture then.
  /// - Parameter key: Of the chart, as soon as it is one of a session.
  func fit(
    _ chart: inout Chart, of source: SpecSource, _ rows: inout ShownRows, as key: ChartKey?,
    unless cancellation: Cancellation
  ) {
    let isCancelled: @Sendable () -> Bool = { cancellation.isCancelled }
    guard source.lines != nil else { return }
    guard let lines = lines(of: source, &rows, unless: isCancelled) else {
      rows.notice.lines = ChartService.unreadable
      return chart.note(rows.notice)
    }
    var patience = LargeLines.Patience(limit: lines.patience, isCancelled: isCancelled)
    if let key {
      patience.viewer = "\(key.session)\u{0}\(key.chart)"
      patience.later = { [weak self] in self?.refit(key) }
    }
    let (fault, isExact) = lines.fit(&chart, &rows.needs, patience)
    rows.warnings = ChartService.warnings(of: fault, lines)
    if fault == nil, !isExact { rows.warnings.append(ChartService.coarseWarning) }
    let lack = lines.lack.map { _ in "Not up to date: rows may be missing" }
    rows.notice.lines = fault != nil ? ChartService.unreadable : isExact ? lack : "Coarse: rows are being read"
    chart.note(rows.notice)
    if fault?.mayPass == true, let key { retry(key, lines) }
  }

  /// What a picture says whose rows are others by now, or lacks some.
  static let unreadable = "Not up to date: rows cannot be read"

  /// What is said of a picture that becomes another one by itself as soon as it can.
  package static let coarseWarning = "data: a coarse picture, until all rows it needs are there"

  private func lines(
    of source: SpecSource, _ rows: inout ShownRows, unless isCancelled: @escaping @Sendable () -> Bool
  ) -> ChartLines? {
    do throws(InvalidValue) {
      guard var lines = try source.lines?.lines(from: specReader.unless(isCancelled).data) else { return nil }
      lines.plots += rows.selected?.plots ?? []
      return lines
    } catch {
      rows.warnings = [error.reason]
      return nil
    }
  }

  private static func warnings(of fault: DatabaseFault?, _ lines: ChartLines) -> [String] {
    let faults = fault.map {
      "data: the picture is of the rows that are here, since others cannot be read: \($0.reason)"
    }
    return [lines.lack.map { "data: \($0)" }, faults].compactMap(\.self)
  }

  /// What a chart's layout says of a place or entry.
  func looking<Result>(
    at snapshot: Snapshot, theme: Theme? = nil, unless cancellation: Cancellation = Cancellation(),
    _ body: (any ChartLayout) -> Result
  ) -> Result {
    let known = theme.map(snapshot.picture.layout(theme:)) ?? snapshot.picture.layout
    guard snapshot.source.lines != nil else { return body(known) }
    var (chart, rows, isFirst) = (snapshot.chart, snapshot.rows, true)
    return looking(at: &chart, of: snapshot.source, &rows, unless: cancellation) { chart in
      defer { isFirst = false }
      return body(isFirst ? known : chart.layout(theme: theme))
    }
  }

  // MARK: - Later

  /// What the log calls that a chart shows rows that have come.
  static let rowsMethod = "rows"

  /// Gives a chart rows that its picture had to be made without.
  func refitLater(_ key: ChartKey) {
    // What is recorded happens when it is asked for, and nothing by itself: then all rows are waited for.
    guard recorder == nil else { return }
    WorkThreads.shared.run { [weak self] in self?.refit(key) }
  }

  /// The same for what was kept of all sessions: of a part that was looked at a store has no rows.
  /// - Parameter session: The session that is meant, instead of all.
  func refitAll(of session: String? = nil) {
    let keys = withState { state in
      state.sessions.filter { session == nil || $0.key == session }.flatMap { name, session in
        session.charts.filter { $0.value.source.lines != nil }.keys.map { ChartKey(session: name, chart: $0) }
      }
    }
    for key in keys { refitLater(key) }
  }

  /// Gives a chart the rows that have come since its picture was made.
  private func refit(_ key: ChartKey) {
    // One at a time: of a hundred rows that come one after another each would have the chart drawn anew.
    guard refits.withLock({ $0.updateValue(true, forKey: key) }) == nil else { return }
    while refits.withLock({ $0.updateValue(false, forKey: key) }) == true {
      // Whoever changes the chart meanwhile may have done so before the last of the rows came.
      var tries = 0
      while tries < ChartService.mostRefits, !refitOnce(key) { tries += 1 }
      let isDone = refits.withLock { refits in
        if refits[key] == false { refits[key] = nil }
        return refits[key] == nil
      }
      if isDone { return }
    }
  }

  private static let mostRefits = 32

  /// - Returns: Whether it is done; not where the chart has changed meanwhile.
  private func refitOnce(_ key: ChartKey) -> Bool {
    guard let before = try? snapshot(key), before.source.lines != nil else { return true }
    var (chart, rows) = (before.chart, before.rows)
    fit(&chart, of: before.source, &rows, as: key, unless: Cancellation())
    guard chart != before.chart || rows != before.rows else { return true }
    let isSeen = chart != before.chart || rows.warnings != before.rows.warnings
    let (done, shown) = (chart, rows)
    let request = Request(ChartService.rowsMethod, [:])
    let notice = PendingChange(kind: .changed, causes: [ChartService.rowsMethod])
    let change = { (state: ServiceState) throws(RPCError) -> Decision<Bool>? in
      guard let old = state.chart(key), old.version == before.version else { return nil }
      let revision = isSeen ? ChartRecord.revision(after: old.revision) : old.revision
      return Decision<Bool>(isSeen ? .chart(key.chart, revision: revision, step: .nothing) : nil) { state in
        let version = state.freshNumber()
        state.update(key) { record, discarded in
          (record.chart, record.rows) = (done, shown)
          guard isSeen else { return }
          discarded.append(record.picture)
          record.revise(version: version)
        }
        if isSeen { state.notify(key, notice.at(revision)) }
        return true
      }
    }
    do throws(RPCError) {
      return try changeAlone(key.session, ChangeMaterial(request: request), change) ?? false
    } catch {
      // What cannot be kept is not shown; whoever does something next is told why.
      return true
    }
  }

  /// Tries again once the database may be asked again.
  private func retry(_ key: ChartKey, _ lines: ChartLines) {
    guard let next = lines.nextTry else { return }
    let pause = max(next - .now, .zero).components
    DispatchQueue.global().asyncAfter(
      deadline: .now() + .milliseconds(Int(pause.seconds) * 1_000 + Int(pause.attoseconds / 1_000_000_000_000_000) + 5)
    ) { [weak self] in self?.refitLater(key) }
  }
}
