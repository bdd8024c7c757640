import ChartEngine
import ChartModel
import JSONModel
import JSONRPC

struct HoverParams: Sendable {
  var target = ChartTarget()
  var x: Double?
  var y: Double?
  var theme: Theme?
  /// Nothing changes, so nobody needs the picture again.
  var render = false

  static let schema = Schema.object("HoverParams", "A place that is pointed at.", initial: HoverParams()) {
    Property.chart(\.target.chart)
    Property("x", \.x, .optional(.number()), "px from the left; null when the pointer has left.", required: true)
    Property("y", \.y, .optional(.number()), "px from the top")
    Property("theme", \.theme, .optional(.word()), "Instead of the chart's, for the marker.")
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

extension ChartService {
  static let hover = Method<ServiceContext>(
    "chart/hover", summary: "Tells what a pointer is over, without pressing.",
    documentation: """
      `marker` is what to show beside the mark there; `x: null` says that the pointer has left. Nothing changes, so the \
      picture comes along only if `render` asks for it.
      """,
    params: HoverParams.schema, result: InteractionResult.schema, errors: chartErrors,
    examples: [
      MethodExample(
        "over a slice", params: ["chart": "spending", "x": 360, "y": 120],
        result: .answer(revision: 1, changed: false, hit: ["kind": "slice", "index": 0], marker: ["text": "Rent …"]),
        compares: .members(["revision", "changed", "hit.kind", "hit.index", "selection"])),
      MethodExample(
        "leaving", params: ["chart": "spending", "x": nil], result: .answer(revision: 1, changed: false),
        compares: .everything),
    ]
  ) { params, context throws(RPCError) in
    let snapshot = try context.service.snapshot(params.target.key)
    let picture = snapshot.picture
    let render = context.rendering(params.render, in: params.target.session)
    guard let x = params.x else { return context.service.report(picture, render: render) }
    guard let y = params.y else { throw .invalidParams(path: .key("y"), "is required") }
    let (hit, pointed) = context.service.looking(at: snapshot, unless: context.call.cancellation) { layout in
      let hit = layout.hit(at: Point(x: x, y: y))
      return (hit, layout.path(pickedBy: hit))
    }
    var result = context.service.report(picture, hit: hit, pointed: pointed, theme: params.theme, render: render)
    if let pointed, snapshot.source.lines != nil {
      // Of lines that are held in part the picture need not have the row.
      result.marker = context.service.looking(at: snapshot, theme: params.theme, unless: context.call.cancellation) {
        $0.marker(for: pointed).map(MarkerBox.init)
      }
    }
    return result
  }
}
