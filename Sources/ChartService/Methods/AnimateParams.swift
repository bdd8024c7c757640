import JSONModel

struct AnimateParams: Sendable {
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
