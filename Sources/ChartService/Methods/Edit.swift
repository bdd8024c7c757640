import JSONModel
import JSONRPC

struct EditParams: Sendable {
  var text = ""
  var chart: String?
  var render = true
  var session = ChartService.defaultSession

  static let schema = Schema.object("EditParams", "A chart as its author writes it.", initial: EditParams()) {
    Property("text", \.text, .string(), "One spec in YAML or JSON.", required: true)
    Property(
      "chart", \.chart, .optional(.string(minLength: 1)),
      "The chart's id if the spec has no `id`; a fresh one if neither names it.")
    Property.render(\.render)
    Property.session(\.session)
  }
}

extension ChartService {
  static let edit = Method<ServiceContext>(
    "chart/edit", summary: "Makes or changes a chart so that it is what a text says.",
    documentation: """
      For editors: the text is what an author types, in YAML or JSON. A chart that has the id already keeps of its \
      state what still makes sense. Edits that follow one another are one step to undo. The `data` of an error tells `line` and `column` in \
      the text too, from 1, columns in Unicode scalars.
      """, weight: .heavy, memory: .more,
    params: EditParams.schema, result: ChartResult.schema, errors: [.noSuchSession, .limitExceeded, .notKept],
    examples: [
      MethodExample(
        "the chart that is there",
        params: ["text": "kind: pie\nid: spending\nslices: [{label: Rent, value: 25}]", "render": false],
        result: ["session": "default", "chart": "spending", "revision": 2, "warnings": []]),
      MethodExample(
        "a chart named by its file",
        params: ["text": "{kind: pie, slices: [{value: 1}]}", "chart": "budget", "render": false],
        result: ["session": "default", "chart": "budget", "revision": 1, "warnings": []]),
    ]
  ) { params, context throws(RPCError) in
    let picture = try context.service.edit(
      params.text, named: params.chart, in: params.session, Request("chart/edit", params, EditParams.schema),
      cancellation: context.call.cancellation)
    return ChartResult(picture, render: context.rendering(params.render, in: params.session))
  }
}
