import ChartModel
import JSONModel

struct PointParams: Sendable {
  var target = ChartTarget()
  var point = Point.zero

  static let schema = Schema.object("PointParams", "A place in a chart.", initial: PointParams()) {
    Property.chart(\.target.chart)
    Property("x", \.point.x, .number(), "px from the left", required: true)
    Property("y", \.point.y, .number(), "px from the top", required: true)
    Property.session(\.target.session)
  }
}
