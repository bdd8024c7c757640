import ChartEngine
import ChartModel
import JSONModel
import JSONRPC

struct PointParams: Sendable {
  var target = ChartTarget()
  var point = Point.zero

  static let schema = Schema.object("PointParams", "A place in a chart.", initial: PointParams()) {
    Property.chart(\.target.chart)
    Property("x", \.point.x, .number(), "px from the left", required: true)
    Property("y", \.point.y, .number(), "px from the top", required: true)
    Property.session(\.target.session)
  }
}

struct HitResult: Sendable {
  var hit = Hit(kind: .none, at: .zero)

  static let schema = Schema.object("HitResult", "What is hit.", initial: HitResult()) {
    Property("hit", \.hit, Hit.schema, "What lies there; of kind `none` where nothing does.", required: true)
  }
}

extension ChartService {
  static let hitTest = Method<ServiceContext>(
    "chart/hitTest", summary: "Tells what lies under a place in the chart.",
    params: PointParams.schema, result: HitResult.schema, errors: chartErrors,
    examples: [
      MethodExample(
        "a slice", params: ["chart": "spending", "x": 360, "y": 120],
        result: ["hit": ["kind": "slice", "series": 0, "index": 0, "path": [0], "value": 25, "label": "Rent"]],
        compares: .members(["hit.kind", "hit.series", "hit.index", "hit.path", "hit.value", "hit.label"])),
      MethodExample(
        "outside", params: ["chart": "spending", "x": 2, "y": 2],
        result: [
          "hit": ["kind": "none", "series": nil, "index": nil, "x": 2, "y": 2, "value": nil, "label": nil]
        ], compares: .members(["hit.series", "hit.index", "hit.x", "hit.y", "hit.value", "hit.label"])),
    ]
  ) { params, context throws(RPCError) in
    let snapshot = try context.service.snapshot(params.target.key)
    return HitResult(
      hit: context.service.looking(at: snapshot, unless: context.call.cancellation) { $0.hit(at: params.point) })
  }
}
