import ChartEngine
import ChartModel
import JSONModel
import JSONRPC

extension ChartService {
  /// The errors of methods that are about a chart.
  static let chartErrors: [RPCError.Code] = [.noSuchSession, .noSuchChart]

  static let interactionMethods: [Method<ServiceContext>] = [
    Method(
      "chart/tap", summary: "Taps a place in the chart: selects what is there, or clears the selection.",
      documentation:
        "Tapping the selected mark again clears the selection too. In the legend a tap hides and shows entries.",
      params: TapParams.schema, result: InteractionResult.schema, errors: chartErrors, examples: Examples.tap
    ) { params, context throws(RPCError) in
      try context.service.interact(
        params.target, Request("chart/tap", params, TapParams.schema), render: params.render, context
      ) { chart, picture throws(RPCError) in chart.perform(.tap(params.point), knowing: picture.layout) }
    },
    Method(
      "chart/rotate", summary: "Turns a pie.",
      params: RotateParams.schema, result: InteractionResult.schema, errors: chartErrors, examples: Examples.rotate
    ) { params, context throws(RPCError) in
      try context.service.interact(
        params.target, Request("chart/rotate", params, RotateParams.schema), render: params.render, context
      ) { chart, _ throws(RPCError) in
        chart.perform(.rotate(params.to.map { .to($0) } ?? .by(params.by ?? 0)))
      }
    },
    Method(
      "chart/highlight", summary: "Selects a mark by its index or by its place on the axes, or clears the selection.",
      documentation: """
        `index: null` clears the selection. In a chart with axes `x` selects the nearest entry, with `y` the one whose \
        value is nearest to that, of all series or of `series` alone. In an outer ring of a pie several slices can have \
        the same index, each among its own siblings; `path` names any slice, such as `[1, 0]` for the first child of the \
        second slice. What the legend has hidden cannot be selected: nothing changes. Without `notify` there are no events.
        """,
      params: HighlightParams.schema, result: InteractionResult.schema, errors: chartErrors,
      examples: Examples.highlight
    ) { params, context throws(RPCError) in
      try context.service.interact(
        params.target, Request("chart/highlight", params, HighlightParams.schema), render: params.render, context
      ) { chart, _ throws(RPCError) in
        do throws(InvalidValue) {
          switch try chart.mark(of: MarkRequest(params.mark, x: params.x, y: params.y)) {
          case .mark(let path): return chart.perform(.highlight(path: path, notify: params.notify))
          case .none: return chart.perform(.highlight(path: nil, notify: params.notify))
          // Where nothing that can be seen has such a place, nothing changes.
          case .nothingThere: return Performed()
          }
        } catch {
          throw RPCError(invalidParams: error)
        }
      }
    },
    Method(
      "chart/toggle", summary: "Hides an entry of the legend, or shows it again.",
      params: ToggleParams.schema, result: InteractionResult.schema, errors: chartErrors, examples: Examples.toggle
    ) { params, context throws(RPCError) in
      try context.service.interact(
        params.target, Request("chart/toggle", params, ToggleParams.schema), render: params.render, context
      ) { chart, _ throws(RPCError) in
        do throws(InvalidValue) {
          return chart.perform(.toggle(series: try params.entry.index(in: chart.spec)))
        } catch {
          throw RPCError(invalidParams: error)
        }
      }
    },
    Method(
      "chart/key", summary: "Presses a key: moves, makes or clears the selection.",
      params: KeyParams.schema, result: InteractionResult.schema, errors: chartErrors, examples: Examples.key
    ) { params, context throws(RPCError) in
      try context.service.interact(
        params.target, Request("chart/key", params, KeyParams.schema), render: params.render, context
      ) { chart, _ throws(RPCError) in chart.perform(.key(params.key)) }
    },
    Method(
      "chart/animate", summary: "Starts or stops the draw-in animation that the spec declares.",
      documentation: """
        It moves on with `chart/advance`. Starting while it runs is ignored or restarts it, as `ifRunning` says; its end \
        is the event `animationFinished`.
        """,
      params: AnimateParams.schema, result: InteractionResult.schema, errors: chartErrors, examples: Examples.animate
    ) { params, context throws(RPCError) in
      try context.service.interact(
        params.target, Request("chart/animate", params, AnimateParams.schema), render: params.render, context
      ) { chart, _ throws(RPCError) in
        switch params.action {
        case .start: chart.perform(.animate(.start(time: params.time, restart: params.ifRunning == .restart)))
        case .stop: chart.perform(.animate(.stop))
        }
      }
    },
  ]
}

extension ChartService {
  func interact(
    _ target: ChartTarget, _ request: Request, policy: StepPolicy = .step, render: Bool, _ context: ServiceContext,
    perform: (inout Chart, ChartPicture) throws(RPCError) -> Performed
  ) throws(RPCError) -> InteractionResult {
    try interact(
      target, request, policy: policy, render: render, cancellation: context.call.cancellation, perform: perform)
  }
}

extension Chart {
  /// - Parameter layout: The chart's layout as it is, which the picture of its last revision keeps.
  mutating func perform(_ interaction: Interaction, knowing layout: (any ChartLayout)? = nil) -> Performed {
    let outcome = apply(interaction, knowing: layout)
    return Performed(hit: outcome.hit, events: outcome.events)
  }
}
