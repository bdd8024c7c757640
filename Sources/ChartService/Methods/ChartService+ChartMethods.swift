import ChartModel
import JSONModel
import JSONRPC
import OrderedCollections

extension ChartService {
  static let chartMethods: [Method<ServiceContext>] = [
    Method(
      "chart/create", summary: "Makes a chart from a spec.",
      documentation: "A chart that has the id already is replaced; its revisions go on.", weight: .heavy,
      params: CreateParams.schema, result: ChartResult.schema, errors: [.noSuchSession, .limitExceeded],
      examples: [
        MethodExample(
          "the least",
          params: ["spec": ["kind": "pie", "slices": [["label": "Rent", "value": 25]]], "render": false],
          result: ["session": "default", "chart": "pie-1", "revision": 1, "warnings": []])
      ]
    ) { params, context throws(RPCError) in
      let picture = try context.service.create(
        params.spec, named: params.chart, size: params.size, theme: params.theme, in: params.session, context.call)
      return ChartResult(picture, render: params.render)
    },
    Method(
      "chart/update", summary: "Changes a chart's spec by a JSON merge patch.",
      documentation: """
        Of the chart's state, such as its selection, stays what still makes sense. Data are read anew. The change can be \
        undone.
        """, weight: .heavy,
      params: UpdateParams.schema, result: ChartResult.schema, errors: [.noSuchSession, .noSuchChart],
      examples: [
        MethodExample(
          "a ring", params: ["chart": "spending", "patch": ["hole": 0.5], "render": false],
          result: ["session": "default", "chart": "spending", "revision": 2, "warnings": []])
      ]
    ) { params, context throws(RPCError) in
      let request = Request("chart/update", params, UpdateParams.schema)
      let picture = try context.service.update(params.target.key, by: params.patch, request, context.call)
      return ChartResult(picture, render: params.render)
    },
    Method(
      "chart/edit", summary: "Makes or changes a chart so that it is what a text says.",
      documentation: """
        For editors: the text is what an author types, in YAML or JSON. A chart that has the id already keeps of its \
        state what still makes sense. Edits that follow one another are one step to undo. The `data` of an error tells `line` and `column` in \
        the text too, from 1, columns in Unicode scalars.
        """, weight: .heavy,
      params: EditParams.schema, result: ChartResult.schema, errors: [.noSuchSession, .limitExceeded],
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
      return ChartResult(picture, render: params.render)
    },
    Method(
      "chart/get", summary: "Tells a chart's spec, its state, and where everything in it is.",
      params: ChartParams.schema, result: ChartDescription.schema, errors: [.noSuchSession, .noSuchChart],
      examples: [
        MethodExample(
          "spec and state", params: ["chart": "spending"],
          result: [
            "session": "default", "chart": "spending", "revision": 1, "kind": "pie",
            "size": ["width": 640, "height": 360], "theme": "light",
            "state": ["startAngle": 270, "selection": nil, "hidden": [], "progress": 1],
          ], compares: .members(["session", "chart", "revision", "kind", "size", "theme", "state"]))
      ]
    ) { params, context throws(RPCError) in
      ChartDescription(try context.service.snapshot(params.target.key))
    },
    Method(
      "chart/list", summary: "Names a session's charts.",
      params: SessionParams.schema, result: ChartList.schema, errors: [.noSuchSession],
      examples: [MethodExample("the default session's", params: [:], result: ["charts": ["spending"]])]
    ) { params, context throws(RPCError) in
      ChartList(
        charts: try context.service.withState { state throws(RPCError) in
          Array(try state.session(params.session).charts.keys)
        })
    },
    Method(
      "chart/delete", summary: "Forgets a chart.",
      params: ChartParams.schema, result: .empty, errors: [.noSuchSession, .noSuchChart],
      examples: [MethodExample("a chart", params: ["chart": "spending"], result: [:])]
    ) { params, context throws(RPCError) in
      try context.service.delete(params.target.key)
      return Empty()
    },
    Method(
      "chart/render", summary: "Draws a chart, also in other sizes and at any moment of its animation.",
      documentation: """
        With `animated` the picture plays the spec's draw-in animation by itself, wherever an SVG may be animated, and \
        ends as the still one; it stays still for those who prefer reduced motion.
        """,
      params: PictureParams.schema, result: Picture.schema, errors: [.noSuchSession, .noSuchChart],
      examples: [
        MethodExample(
          "large and dark", params: ["chart": "spending", "size": ["width": 1280, "height": 720], "theme": "dark"],
          result: ["svg": "<svg …"], compares: .nothing)
      ]
    ) { params, context throws(RPCError) in
      try context.service.render(params)
    },
  ]
}
