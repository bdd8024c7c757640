import JSONModel

struct AngleParams: Sendable {
  var target = ChartTarget()
  var angle = 0.0
  var ring = 0

  static let schema = Schema.object("AngleParams", "An angle in a chart.", initial: AngleParams()) {
    Property.chart(\.target.chart)
    Property("angle", \.angle, .number(), "Degrees clockwise from three o'clock.", required: true)
    Property("ring", \.ring, .integer(min: 0), "The ring, counted from 0 at the centre.")
    Property.session(\.target.session)
  }
}
