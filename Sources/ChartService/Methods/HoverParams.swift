import ChartModel
import JSONModel

struct HoverParams: Sendable {
  var target = ChartTarget()
  var x: Double?
  var y: Double?
  var theme: Theme?
  /// Nothing changes, so nobody needs the picture again.
  var render = false

  static let schema = Schema.object("HoverParams", "A place that is pointed at.", initial: HoverParams()) {
    Property.chart(\.target.chart)
    Property("x", \.x, .optional(.number()), "px from the left; null when the pointer has left.", required: true)
    Property("y", \.y, .optional(.number()), "px from the top")
    Property("theme", \.theme, .optional(.word()), "Instead of the chart's, for the marker.")
    Property.render(\.render)
    Property.session(\.target.session)
  }
}
