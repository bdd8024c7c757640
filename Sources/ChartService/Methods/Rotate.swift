import ChartEngine
import JSONModel
import JSONRPC

struct RotateParams: InteractionParams {
  var target = ChartTarget()
  var by: Double?
  var to: Double?
  var render = true

  static let schema = Schema.object("RotateParams", "A turn.", initial: RotateParams()) {
    Property.chart(\.target.chart)
    Property("by", \.by, .optional(.number()), "So many degrees clockwise.")
    Property("to", \.to, .optional(.number()), "So that the first slice begins at this angle, in degrees.")
    Property.render(\.render)
    Property.session(\.target.session)
  }.validated { params throws(InvalidValue) in
    guard (params.by == nil) != (params.to == nil) else {
      throw InvalidValue("expected either `by` or `to`", at: JSONPath([.key(params.by == nil ? "by" : "to")]))
    }
  }
}

extension ChartService {
  static let rotate = Method<ServiceContext>.interaction(
    "chart/rotate", RotateParams.self, summary: "Turns a pie.",
    examples: [
      MethodExample(
        "by an angle", params: ["chart": "spending", "by": 30, "render": false],
        result: .answer(events: [["type": "rotated", "angle": 300, "by": 30]]), compares: .outcome),
      MethodExample(
        "to an angle", params: ["chart": "spending", "to": 0, "render": false],
        result: .answer(events: [["type": "rotated", "angle": 0, "by": 90]]), compares: .outcome),
    ]
  ) { params, chart, _ throws(RPCError) in
    chart.perform(.rotate(params.to.map { .to($0) } ?? .by(params.by ?? 0)))
  }
}
