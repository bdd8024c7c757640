import JSONModel

struct AppendParams: Sendable {
  var target = ChartTarget()
  var points: [JSON] = []
  var series: Int?
  var window: Int?

  static let schema = Schema.object("AppendParams", "Points to add.", initial: AppendParams()) {
    Property.chart(\.target.chart)
    Property("points", \.points, .array(of: .json()), "What to add.", required: true)
    Property("series", \.series, .optional(.integer(min: 0)), "To which series; the first if not given.")
    Property("window", \.window, .optional(.integer(min: 1)), "How many points to keep at most.")
    Property.session(\.target.session)
  }
}
