import JSONModel

struct AdvanceParams: Sendable {
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
