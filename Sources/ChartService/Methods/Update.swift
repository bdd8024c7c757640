import JSONModel
import JSONRPC

struct UpdateParams: Sendable {
  var target = ChartTarget()
  var patch: JSON = [:]
  var render = true

  static let schema = Schema.object("UpdateParams", "A change of a chart's spec.", initial: UpdateParams()) {
    Property.chart(\.target.chart)
    Property(
      "patch", \.patch, .anyObject(),
      "A JSON merge patch (RFC 7396) on the spec: what it names is replaced, `null` removes.", required: true)
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

extension ChartService {
  static let update = Method<ServiceContext>(
    "chart/update", summary: "Changes a chart's spec by a JSON merge patch.",
    documentation: """
      Of the chart's state, such as its selection, stays what still makes sense. Data are read anew. The change can be \
      undone.
      """, weight: .heavy, memory: .more,
    params: UpdateParams.schema, result: ChartResult.schema, errors: [.noSuchSession, .noSuchChart, .notKept],
    examples: [
      MethodExample(
        "a ring", params: ["chart": "spending", "patch": ["hole": 0.5], "render": false],
        result: ["session": "default", "chart": "spending", "revision": 2, "warnings": []])
    ]
  ) { params, context throws(RPCError) in
    let request = Request("chart/update", params, UpdateParams.schema)
    let picture = try context.service.update(params.target.key, by: params.patch, request, context.call)
    return ChartResult(picture, render: context.rendering(params.render, in: params.target.session))
  }
}
