import ChartEngine
import JSONModel
import JSONRPC

/// A chart, and whether to draw it.
struct RenderParams: InteractionParams {
  var target = ChartTarget()
  var render = true

  static let schema = Schema.object("RenderParams", "A chart.", initial: RenderParams()) {
    Property.chart(\.target.chart)
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

extension ChartService {
  static let undo = Method<ServiceContext>(
    "chart/undo", summary: "Takes back the last change of a chart.",
    documentation: "With nothing to undo `changed` is false.",
    params: RenderParams.schema, result: InteractionResult.schema, errors: chartErrors,
    examples: [
      MethodExample(
        "nothing to undo", params: ["chart": "spending", "render": false], result: .answer(revision: 1, changed: false))
    ]
  ) { params, context throws(RPCError) in
    try context.service.go(
      .undo, params.target.key, render: context.rendering(params.render, in: params.target.session))
  }

  static let redo = Method<ServiceContext>(
    "chart/redo", summary: "Does the change again that was undone last.",
    documentation: "Any other change in between forgets what could be done again.",
    params: RenderParams.schema, result: InteractionResult.schema, errors: chartErrors,
    examples: [
      MethodExample(
        "nothing to redo", params: ["chart": "spending", "render": false], result: .answer(revision: 1, changed: false))
    ]
  ) { params, context throws(RPCError) in
    try context.service.go(
      .redo, params.target.key, render: context.rendering(params.render, in: params.target.session))
  }

  static let reset = Method<ServiceContext>.interaction(
    "chart/reset", RenderParams.self, summary: "Makes a chart as if nobody had touched it.",
    documentation: "The spec stays, with all updates. It can be undone.",
    examples: [
      MethodExample(
        "nothing to reset", params: ["chart": "spending", "render": false],
        result: .answer(revision: 1, changed: false))
    ]
  ) { _, chart, _ throws(RPCError) in
    // The spec stays, also where it was updated.
    chart.state = chart.initialState
    return Performed()
  }
}
