import ChartEngine
import ChartModel
import JSONModel
import JSONRPC

struct CreateParams: Sendable {
  var spec: JSON = .null
  var chart: String?
  var size: Size?
  var theme: Theme?
  var state: ChartState?
  var render = true
  var session = ChartService.defaultSession

  static let schema = Schema.object("CreateParams", "A chart to make.", initial: CreateParams()) {
    // Taken as it is: it is decoded with its data, and kept as its author wrote it.
    Property("spec", \.spec, .object(describedAs: ChartSpec.self), "What the chart is.", required: true)
    Property(
      "chart", \.chart, .optional(.string(minLength: 1)), "Its id; the spec's `id`, or a fresh one, if not given.")
    Property("size", \.size, .optional(Size.schema), "Instead of the spec's.")
    Property("theme", \.theme, .optional(.word()), "Instead of the spec's.")
    Property(
      "state", \.state, .optional(ChartState.schema),
      "What interactions had made of one like it, as chart/get tells; as the spec begins if not given.")
    Property.render(\.render)
    Property.session(\.session)
  }
}

extension ChartService {
  static let create = Method<ServiceContext>(
    "chart/create", summary: "Makes a chart from a spec.",
    documentation: "A chart that has the id already is replaced; its revisions go on.", weight: .heavy, memory: .more,
    params: CreateParams.schema, result: ChartResult.schema, errors: [.noSuchSession, .limitExceeded, .notKept],
    examples: [
      MethodExample(
        "the least",
        params: ["spec": ["kind": "pie", "slices": [["label": "Rent", "value": 25]]], "render": false],
        result: ["session": "default", "chart": "pie-1", "revision": 1, "warnings": []])
    ]
  ) { params, context throws(RPCError) in
    let picture = try context.service.create(
      params.spec, named: params.chart, size: params.size, theme: params.theme, state: params.state,
      in: params.session, context.call)
    return ChartResult(picture, render: context.rendering(params.render, in: params.session))
  }
}
