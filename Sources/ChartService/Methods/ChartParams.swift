import JSONModel

/// The parameters of methods that take nothing but a chart.
struct ChartParams: Sendable {
  var target = ChartTarget()

  static let schema = Schema.object("ChartParams", "A chart.", initial: ChartParams()) {
    Property.chart(\.target.chart)
    Property.session(\.target.session)
  }
}
