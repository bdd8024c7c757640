import ChartEngine
import JSONModel
import JSONRPC
import OrderedCollections

/// The parameters of a method that does to a chart what a user would do.
protocol InteractionParams: Sendable {
  static var schema: Schema<Self> { get }
  var target: ChartTarget { get }
  /// Whether the result brings the picture along.
  var render: Bool { get }
}

extension Method where Context == ServiceContext {
  /// Declares a method that does to a chart what a user would do.
  /// - Parameters:
  ///   - policy: How it enters the history.
  ///   - perform: What it does to a copy of the chart, given the chart's picture as it is.
  static func interaction<Params: InteractionParams>(
    _ name: String, _: Params.Type, summary: String, documentation: String = "", policy: StepPolicy = .step,
    examples: [MethodExample],
    perform: @escaping @Sendable (Params, inout Chart, ChartPicture) throws(RPCError) -> Performed
  ) -> Method {
    let schema = Params.schema
    return Method(
      name, summary: summary, documentation: documentation, params: schema, result: InteractionResult.schema,
      errors: ChartService.chartErrors, examples: examples
    ) { params, context throws(RPCError) in
      try context.service.interact(
        params.target.key, Request(name, params, schema), policy: policy,
        render: context.rendering(params.render, in: params.target.session), cancellation: context.call.cancellation
      ) { chart, picture throws(RPCError) in try perform(params, &chart, picture) }
    }
  }
}

extension ChartService {
  /// Lets an interaction happen to a chart.
  /// - Parameter perform: What it does to a copy of the chart, given the chart's picture as it is. It is called again if
  ///   somebody else was faster.
  func interact(
    _ key: ChartKey, _ request: Request, policy: StepPolicy = .step, render: Rendering, cancellation: Cancellation,
    perform: (inout Chart, ChartPicture) throws(RPCError) -> Performed
  ) throws(RPCError) -> InteractionResult {
    while true {
      try cancellation.check()
      let before = try snapshot(key)
      var (chart, rows) = (before.chart, before.rows)
      let performed = try looking(at: &chart, of: before.source, &rows, unless: cancellation) {
        chart throws(RPCError) in
        try perform(&chart, before.picture)
      }
      fit(&chart, of: before.source, &rows, as: key, unless: cancellation)
      let events = performed.events.map(EventReport.init)
      guard chart.state != before.chart.state || !events.isEmpty else {
        var result = report(before.picture, hit: performed.hit, render: render)
        result.moving = chart.state.isMoving ? true : nil
        return result
      }
      guard let picture = try commit(chart, rows, events, request, policy, to: key, from: before) else { continue }
      // The last of the rows may have come before anybody knew that this chart needs them.
      if !rows.warnings.isEmpty { refitLater(key) }
      var result = report(picture, hit: performed.hit, render: render)
      result.changed = picture !== before.picture
      result.moving = chart.state.isMoving ? true : nil
      result.events = events
      return result
    }
  }

  /// Puts a new state in the place of the one it was made from.
  /// - Returns: The chart's picture now; `nil` if the chart has changed meanwhile, and nothing was done.
  /// - Throws: -32005.
  private func commit(
    _ chart: Chart, _ rows: ShownRows, _ events: [EventReport], _ request: Request, _ policy: StepPolicy,
    to key: ChartKey, from before: Snapshot
  ) throws(RPCError) -> ChartPicture? {
    let chartState = chart.state
    let changed = chartState.view != before.chart.state.view
    let entry = InteractionLog.Record(request, chart: key.chart)
    let notice = PendingChange(
      kind: .changed, causes: [request.method], events: events.map(EventReport.schema.encode))
    var material = ChangeMaterial(request: request)
    // What pointers do is nothing that could go on after the end of the process.
    if chartState.withoutPointers != before.chart.state.withoutPointers { material.state = chartState.withoutPointers }
    return try change(key.session, material) { state throws(RPCError) in
      guard let old = state.chart(key), old.version == before.version else { return nil }
      // A report while no pointer is down begins a gesture.
      let isNewGesture = policy == .gesture && old.chart.state.isUntouched
      let effect =
        changed
        ? old.history.effect(
          of: request, policy, isNewGesture: isNewGesture, byteCount: request.byteCount, limits: limits)
        : .nothing
      let revision = changed ? ChartRecord.revision(after: old.revision) : old.revision
      return Decision(.chart(key.chart, revision: revision, step: effect)) { [limits] state in
        let version = state.freshNumber()
        var picture = before.picture
        state.update(key) { record, discarded in
          if isNewGesture { record.history.hasGestureStep = false }
          if changed {
            let moment = record.moment
            discarded += record.history.take(
              effect, isGesture: policy == .gesture, Step(request, moment: moment, sourceByteCount: 0))
            discarded.append(record.picture)
          }
          if before.source.lines != nil {
            (record.chart, record.rows) = (chart, rows)
          } else {
            record.chart.state = chartState
          }
          if changed { record.revise(version: version) } else { record.version = version }
          picture = record.picture
        }
        state.log(entry, at: picture.revision, in: key.session, limits: limits)
        if changed || !events.isEmpty { state.notify(key, notice.at(picture.revision)) }
        return picture
      }
    }
  }
}

/// What an interaction did, besides changing the chart.
struct Performed: Sendable {
  var hit: Hit?
  var events: [Event] = []
}

extension ChartService {
  /// The errors of methods that are about a chart.
  static let chartErrors: [RPCError.Code] = [.noSuchSession, .noSuchChart, .notKept]
}

extension Chart {
  /// - Parameter layout: The chart's layout as it is, which the picture of its last revision keeps.
  mutating func perform(_ interaction: Interaction, knowing layout: (any ChartLayout)? = nil) -> Performed {
    let outcome = apply(interaction, knowing: layout)
    return Performed(hit: outcome.hit, events: outcome.events)
  }
}
