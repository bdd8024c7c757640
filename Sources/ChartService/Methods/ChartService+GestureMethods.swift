import ChartEngine
import ChartModel
import JSONModel
import JSONRPC

extension ChartService {
  /// Methods that come many times a second while a pointer or the chart itself moves.
  static let gestureMethods: [Method<ServiceContext>] = [
    Method(
      "chart/hover", summary: "Tells what a pointer is over, without pressing.",
      documentation: """
        `marker` is what to show beside the mark there; `x: null` says that the pointer has left. Nothing changes, so the \
        picture comes along only if `render` asks for it.
        """,
      params: HoverParams.schema, result: InteractionResult.schema, errors: chartErrors, examples: Examples.hover
    ) { params, context throws(RPCError) in
      let picture = try context.service.snapshot(params.target.key).picture
      guard let x = params.x else { return context.service.report(picture, render: params.render) }
      guard let y = params.y else { throw .invalidParams(path: .key("y"), "is required") }
      let hit = picture.layout.hit(at: Point(x: x, y: y))
      let pointed = picture.layout.path(pickedBy: hit)
      return context.service.report(picture, hit: hit, pointed: pointed, theme: params.theme, render: params.render)
    },
    Method(
      "chart/pointer", summary: "Reports what a mouse, pen or finger does; taps and drags are recognised from that.",
      documentation: """
        Send every `down`, `move` and `up` (or `cancel`), with `time` in seconds for inertia. All that one gesture changes \
        is one step to undo, together with what moves on after it.
        """,
      params: PointerParams.schema, result: InteractionResult.schema, errors: chartErrors, examples: Examples.pointer
    ) { params, context throws(RPCError) in
      try context.service.interact(
        params.target, Request("chart/pointer", params, PointerParams.schema), policy: .gesture, render: params.render,
        context
      ) { chart, picture throws(RPCError) in
        chart.perform(.pointer(params.report), knowing: picture.layout)
      }
    },
    Method(
      "chart/advance", summary: "Lets what moves by itself, a spin or an animation, go on to a moment.",
      documentation: "Where it is then does not depend on how many steps lead there.",
      params: AdvanceParams.schema, result: InteractionResult.schema, errors: chartErrors, examples: Examples.advance
    ) { params, context throws(RPCError) in
      try context.service.interact(
        params.target, Request("chart/advance", params, AdvanceParams.schema), policy: .none, render: params.render,
        context
      ) { chart, _ throws(RPCError) in chart.perform(.advance(time: params.time)) }
    },
  ]

  static let historyMethods: [Method<ServiceContext>] = [
    Method(
      "chart/undo", summary: "Takes back the last change of a chart.",
      documentation: "With nothing to undo `changed` is false.",
      params: RenderParams.schema, result: InteractionResult.schema, errors: chartErrors, examples: Examples.undo
    ) { params, context throws(RPCError) in try context.service.undo(params.target.key, render: params.render) },
    Method(
      "chart/redo", summary: "Does the change again that was undone last.",
      documentation: "Any other change in between forgets what could be done again.",
      params: RenderParams.schema, result: InteractionResult.schema, errors: chartErrors, examples: Examples.redo
    ) { params, context throws(RPCError) in try context.service.redo(params.target.key, render: params.render) },
    Method(
      "chart/reset", summary: "Makes a chart as if nobody had touched it.",
      documentation: "The spec stays, with all updates. It can be undone.",
      params: RenderParams.schema, result: InteractionResult.schema, errors: chartErrors, examples: Examples.reset
    ) { params, context throws(RPCError) in
      try context.service.reset(
        params.target.key, Request("chart/reset", params, RenderParams.schema), render: params.render,
        cancellation: context.call.cancellation)
    },
  ]
}
