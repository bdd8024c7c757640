import ChartModel
import JSONModel

struct TapParams: Sendable {
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
