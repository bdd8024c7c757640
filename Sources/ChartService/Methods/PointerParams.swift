import ChartEngine
import ChartModel
import JSONModel

struct PointerParams: Sendable {
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
