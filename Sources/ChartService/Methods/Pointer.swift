import ChartEngine
import ChartModel
import JSONModel
import JSONRPC

struct PointerParams: InteractionParams {
  var target = ChartTarget()
  var report = PointerReport(phase: .cancel, position: .zero)
  var render = true

  static let schema = Schema.object("PointerParams", "A report of a pointer.", initial: PointerParams()) {
    Property.chart(\.target.chart)
    Property("phase", \.report.phase, .word(), "What the pointer did.", required: true)
    Property("x", \.report.position.x, .number(), "px from the left", required: true)
    Property("y", \.report.position.y, .number(), "px from the top", required: true)
    Property("time", \.report.time, .optional(.number()), "Seconds from any origin; without times there is no inertia.")
    Property("pointer", \.report.pointer, .integer(), "Which pointer it is: fingers have different numbers.")
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

extension ChartService {
  static let pointer = Method<ServiceContext>.interaction(
    "chart/pointer", PointerParams.self,
    summary: "Reports what a mouse, pen or finger does; taps and drags are recognised from that.",
    documentation: """
      Send every `down`, `move` and `up` (or `cancel`), with `time` in seconds for inertia. All that one gesture changes \
      is one step to undo, together with what moves on after it.
      """,
    policy: .gesture,
    examples: [
      MethodExample(
        "down", params: ["chart": "spending", "phase": "down", "x": 390, "y": 180, "time": 0, "render": false],
        result: .answer(revision: 1, changed: false, hit: ["kind": "slice"]),
        compares: .members(["revision", "changed", "events"]))
    ]
  ) { params, chart, picture throws(RPCError) in
    chart.perform(.pointer(params.report), knowing: picture.layout)
  }
}
