import ChartEngine
import ChartModel
import JSONModel
import JSONRPC

struct HighlightParams: InteractionParams {
  var target = ChartTarget()
  var mark = MarkAddress()
  var x: PositionSpec?
  var y: PositionSpec?
  var notify = true
  var render = true

  static let schema = Schema.object("HighlightParams", "A mark to select, or none.", initial: HighlightParams()) {
    Property.chart(\.target.chart)
    Property("index", \.mark.index, MarkAddress.Index.schema, "The mark's index in its series; null for none.")
    Property("series", \.mark.series, .optional(.integer(min: 0)), "The series or ring; the first if not given.")
    Property("path", \.mark.path, .optional(.path), "The indices that lead to a slice, instead of index and series.")
    Property(
      "x", \.x, .optional(PositionSpec.schema),
      "The place on the x axis: a number, a name, or a moment in ISO 8601; of a pie the index of a slice.")
    Property(
      "y", \.y, .optional(PositionSpec.schema),
      "The place on the value axis, a number or a moment, to choose among entries with the same x; a pie has none.")
    Property("notify", \.notify, .bool(), "Whether there are events.")
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

extension ChartService {
  static let highlight = Method<ServiceContext>.interaction(
    "chart/highlight", HighlightParams.self,
    summary: "Selects a mark by its index or by its place on the axes, or clears the selection.",
    documentation: """
      `index: null` clears the selection. In a chart with axes `x` selects the nearest entry, with `y` the one whose \
      value is nearest to that, of all series or of `series` alone. In an outer ring of a pie several slices can have \
      the same index, each among its own siblings; `path` names any slice, such as `[1, 0]` for the first child of the \
      second slice. What the legend has hidden cannot be selected: nothing changes. Without `notify` there are no events.
      """,
    examples: [
      MethodExample(
        "a slice", params: ["chart": "spending", "index": 0, "render": false],
        result: .answer(selection: .rent, events: [.rentSelected]), compares: .outcome),
      MethodExample(
        "silently", params: ["chart": "spending", "index": 0, "notify": false, "render": false],
        result: .answer(selection: .rent), compares: .outcome),
      MethodExample(
        "none", params: ["chart": "spending", "index": nil, "render": false],
        result: .answer(revision: 1, changed: false), compares: .outcome),
    ]
  ) { params, chart, _ throws(RPCError) in
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
}
