import JSONModel

struct AppendParams: Sendable {
  var target = ChartTarget()
  /// Read when it is known what chart they are for.
  var points: JSON = []
  var series: LegendEntry?
  var window: Int?
  var render = true

  static let schema = Schema.object("AppendParams", "Points to add.", initial: AppendParams()) {
    Property.chart(\.target.chart)
    Property(
      "points", \.points, .json("A list of points, or columns of them: `[1, null, [3, 4], {x: 5, y: 6}]`."),
      "What to add.", required: true)
    Property(
      "series", \.series, .optional(LegendEntry.schema),
      "To which series, by its index or name; the first if not given.")
    Property("window", \.window, .optional(.integer(min: 1)), "How many points to keep at most in a series.")
    Property.render(\.render)
    Property.session(\.target.session)
  }
}
