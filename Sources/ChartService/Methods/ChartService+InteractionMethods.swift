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
      "chart/highlight", summary: "Selects a mark by its index, or clears the selection.",
      documentation: """
        `index: null` clears the selection. In an outer ring several slices can have the same index, each among its own \
        siblings; `path` names any slice, such as `[1, 0]` for the first child of the second slice. A slice that the legend has hidden cannot be \
        selected: nothing changes. Without `notify` there \
        are no events.
        """,
      params: HighlightParams.schema, result: InteractionResult.schema, errors: chartErrors,
      examples: Examples.highlight
    ) { params, context throws(RPCError) in
      try context.service.interact(
        params.target, Request("chart/highlight", params, HighlightParams.schema), render: params.render, context
      ) { chart, _ throws(RPCError) in
        let path = try chart.path(highlightedBy: params)
        return chart.perform(.highlight(path: path, notify: params.notify))
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

  fileprivate func path(highlightedBy params: HighlightParams) throws(RPCError) -> [Int]? {
    var mark = params.mark
    do throws(InvalidValue) {
      if params.y != nil {
        throw InvalidValue("a pie has no y axis; name the slice with `index` or `path`", at: .key("y"))
      }
      if let x = params.x {
        guard mark == MarkAddress() else {
          throw InvalidValue("give either `x` or `index`, `series` and `path`", at: .key("x"))
        }
        mark.index = .at(x)
      }
      return try spec.path(of: mark)
    } catch {
      throw RPCError(invalidParams: error)
    }
  }
}
