import JSONModel

/// A chart, and whether to draw it.
struct RenderParams: Sendable {
  var target = ChartTarget()
  var render = true

  static let schema = Schema.object("RenderParams", "A chart.", initial: RenderParams()) {
    Property.chart(\.target.chart)
    Property.render(\.render)
    Property.session(\.target.session)
  }
}
