import ChartEngine
import JSONModel
import JSONRPC

struct KeyParams: InteractionParams {
  var target = ChartTarget()
  var key = Key.escape
  var render = true

  static let schema = Schema.object("KeyParams", "A key.", initial: KeyParams()) {
    Property.chart(\.target.chart)
    Property("key", \.key, .word(), "Its name in the DOM's KeyboardEvent.key.", required: true)
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

extension ChartService {
  static let key = Method<ServiceContext>.interaction(
    "chart/key", KeyParams.self, summary: "Presses a key: moves, makes or clears the selection.",
    examples: [
      MethodExample(
        "the first slice", params: ["chart": "spending", "key": "Home", "render": false],
        result: .answer(selection: .rent, events: [.rentSelected]), compares: .outcome)
    ]
  ) { params, chart, _ throws(RPCError) in
    chart.perform(.key(params.key))
  }
}
