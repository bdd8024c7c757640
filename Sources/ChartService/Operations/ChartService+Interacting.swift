import ChartEngine
import ChartModel
import JSONModel
import JSONRPC
import OrderedCollections

extension ChartService {
  /// A chart as an operation sees it: without its history, which is changed in its place and would be copied otherwise.
  struct Snapshot: Sendable {
    var chart: Chart
    var source: SpecSource
    var picture: ChartPicture
    var version: UInt64
  }

  /// - Throws: -32001, -32002.
  func snapshot(_ key: ChartKey) throws(RPCError) -> Snapshot {
    try withState { state throws(RPCError) in
      let record = try state.record(key)
      return Snapshot(
        chart: record.chart, source: record.source, picture: record.picture, version: record.version)
    }
  }

  /// Lets an interaction happen to a chart.
  /// - Parameter perform: What it does to a copy of the chart, given the chart's picture as it is. It is called again if
  ///   somebody else was faster.
  func interact(
    _ key: ChartKey, _ request: Request, policy: StepPolicy = .step, render: Bool, cancellation: Cancellation,
    perform: (inout Chart, ChartPicture) throws(RPCError) -> Performed
  ) throws(RPCError) -> InteractionResult {
    while true {
      try cancellation.check()
      let before = try snapshot(key)
      var chart = before.chart
      let performed = try perform(&chart, before.picture)
      let events = performed.events.map(EventReport.init)
      guard chart.state != before.chart.state || !events.isEmpty else {
        var result = report(before.picture, hit: performed.hit, render: render)
        result.moving = chart.state.isMoving ? true : nil
        return result
      }
      guard let picture = commit(chart.state, events, request, policy, to: key, from: before) else { continue }
      var result = report(picture, hit: performed.hit, render: render)
      result.changed = picture !== before.picture
      result.moving = chart.state.isMoving ? true : nil
      result.events = events
      return result
    }
  }

  /// Puts a new state in the place of the one it was made from.
  /// - Returns: The chart's picture now; `nil` if the chart has changed meanwhile, and nothing was done.
  private func commit(
    _ chartState: ChartState, _ events: [EventReport], _ request: Request, _ policy: StepPolicy,
    to key: ChartKey, from before: Snapshot
  ) -> ChartPicture? {
    withState { state in
      guard state.sessions[key.session]?.charts[key.chart]?.version == before.version else { return nil }
      let version = state.freshNumber()
      let changed = chartState.view != before.chart.state.view
      var picture = before.picture
      state.update(key) { record, discarded in
        // A report while no pointer is down begins a gesture.
        if policy == .gesture, record.chart.state.isUntouched { record.history.hasGestureStep = false }
        if changed {
          discarded += record.history.record(request, policy, from: record.moment, limits: limits)
          discarded.append(record.picture)
        }
        record.chart.state = chartState
        if changed { record.revise(version: version) } else { record.version = version }
        picture = record.picture
      }
      state.log(
        .init(chart: key.chart, method: request.method, params: request.params, revision: picture.revision),
        in: key.session, limits: limits)
      if changed || !events.isEmpty {
        state.notify(
          key,
          PendingChange(
            kind: .changed, revision: picture.revision, causes: [request.method],
            events: events.map(EventReport.schema.encode)))
      }
      return picture
    }
  }

  /// What a picture says about an interaction that changed nothing.
  func report(
    _ picture: ChartPicture, hit: Hit? = nil, pointed: [Int]? = nil, theme: Theme? = nil, render: Bool
  ) -> InteractionResult {
    var result = InteractionResult()
    result.session = picture.session
    result.chart = picture.chart
    result.revision = picture.revision
    result.moving = picture.isMoving ? true : nil
    result.hit = hit
    let selected = picture.source.state.view.selection
    result.selection = Selection(path: selected, in: picture.source.spec)
    if let path = pointed ?? selected {
      let layout = theme.map(picture.layout(theme:)) ?? picture.layout
      result.marker = layout.marker(for: path).map(MarkerBox.init)
    }
    result.display = render ? picture.display : nil
    return result
  }
}

/// What an interaction did, besides changing the chart.
struct Performed: Sendable {
  var hit: Hit?
  var events: [Event] = []
}
