import ChartEngine
import JSONModel
import JSONRPC

struct AdvanceParams: InteractionParams {
  var target = ChartTarget()
  var time = 0.0
  var render = true

  static let schema = Schema.object("AdvanceParams", "A moment.", initial: AdvanceParams()) {
    Property.chart(\.target.chart)
    Property("time", \.time, .number(), "Seconds, with the same origin as the pointer's times.", required: true)
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

extension ChartService {
  static let advance = Method<ServiceContext>.interaction(
    "chart/advance", AdvanceParams.self,
    summary: "Lets what moves by itself, a spin or an animation, go on to a moment.",
    documentation: "Where it is then does not depend on how many steps lead there.",
    policy: .none,
    examples: [
      MethodExample(
        "nothing moves", params: ["chart": "spending", "time": 1.5, "render": false],
        result: .answer(revision: 1, changed: false), compares: .outcome)
    ]
  ) { params, chart, _ throws(RPCError) in
    chart.perform(.advance(time: params.time))
  }
}
