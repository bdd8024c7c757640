import ChartEngine
import ChartModel
import JSONModel
import JSONRPC

struct TapParams: InteractionParams {
  var target = ChartTarget()
  var point = Point.zero
  var render = true

  static let schema = Schema.object("TapParams", "A tap.", initial: TapParams()) {
    Property.chart(\.target.chart)
    Property("x", \.point.x, .number(), "px from the left", required: true)
    Property("y", \.point.y, .number(), "px from the top", required: true)
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

extension ChartService {
  static let tap = Method<ServiceContext>.interaction(
    "chart/tap", TapParams.self, summary: "Taps a place in the chart: selects what is there, or clears the selection.",
    documentation:
      "Tapping the selected mark again clears the selection too. In the legend a tap hides and shows entries.",
    examples: [
      MethodExample(
        "a slice", params: ["chart": "spending", "x": 360, "y": 120, "render": false],
        result: .answer(
          hit: ["kind": "slice", "series": 0, "index": 0, "path": [0], "label": "Rent", "value": 25],
          selection: .rent, events: [.rentSelected]),
        compares: .members([
          "changed", "hit.kind", "hit.index", "hit.label", "hit.value", "selection", "events",
        ])),
      MethodExample(
        "nothing", params: ["chart": "spending", "x": 5, "y": 5, "render": false],
        result: .answer(revision: 1, changed: false, hit: ["kind": "none"]),
        compares: .members(["revision", "changed", "selection", "events"])),
    ]
  ) { params, chart, picture throws(RPCError) in
    chart.perform(.tap(params.point), knowing: picture.layout)
  }
}
