import ChartEngine
import JSONModel
import JSONRPC

struct AnimateParams: InteractionParams {
  enum Action: String, CaseIterable, Sendable { case start, stop }
  enum IfRunning: String, CaseIterable, Sendable { case ignore, restart }

  var target = ChartTarget()
  var action = Action.start
  var ifRunning = IfRunning.ignore
  var time: Double?
  var render = true

  static let schema = Schema.object("AnimateParams", "What to do with the animation.", initial: AnimateParams()) {
    Property.chart(\.target.chart)
    Property("action", \.action, .word(), "`stop` ends it at once, in the finished picture.", required: true)
    Property("ifRunning", \.ifRunning, .word(), "What a start does while one runs.")
    Property(
      "time", \.time, .optional(.number()), "When it starts, in seconds; at the next `chart/advance` if not given.")
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

extension ChartService {
  static let animate = Method<ServiceContext>.interaction(
    "chart/animate", AnimateParams.self, summary: "Starts or stops the draw-in animation that the spec declares.",
    documentation: """
      It moves on with `chart/advance`. Starting while it runs is ignored or restarts it, as `ifRunning` says; its end \
      is the event `animationFinished`.
      """,
    examples: [
      MethodExample(
        "start", params: ["chart": "spending", "action": "start", "time": 0, "render": false], result: .answer(),
        compares: .outcome)
    ]
  ) { params, chart, _ throws(RPCError) in
    switch params.action {
    case .start: chart.perform(.animate(.start(time: params.time, restart: params.ifRunning == .restart)))
    case .stop: chart.perform(.animate(.stop))
    }
  }
}
