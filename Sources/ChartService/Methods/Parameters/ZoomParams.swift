import JSONModel

struct ZoomParams: Sendable {
  var target = ChartTarget()
  var scale: Double?
  var x: Double?
  var y: Double?
  var fit = false
  var render = true

  static let schema = Schema.object("ZoomParams", "How much to enlarge.", initial: ZoomParams()) {
    Property.chart(\.target.chart)
    Property("scale", \.scale, .optional(.number(above: 0)), "How many times as large.")
    Property("x", \.x, .optional(.number()), "The place that stays where it is, in px from the left.")
    Property("y", \.y, .optional(.number()), "The place that stays where it is, in px from the top.")
    Property("fit", \.fit, .bool(), "Whether to show everything again.")
    Property.render(\.render)
    Property.session(\.target.session)
  }
}
