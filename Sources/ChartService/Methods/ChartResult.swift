import JSONModel
import OrderedCollections

/// What methods answer that make or change a chart as a whole.
struct ChartResult: Sendable {
  var session = ""
  var chart = ""
  var revision = 0
  var warnings: [String] = []
  var display: OrderedDictionary<String, JSON>?

  init() {}

  init(_ picture: ChartPicture, render: Rendering) {
    session = picture.session
    chart = picture.chart
    revision = picture.revision
    warnings = picture.warnings
    display = render.display(of: picture)
  }

  static let schema = Schema.object("ChartResult", "A chart that was made or changed.", initial: ChartResult()) {
    Property("session", \.session, .string(), "The session's name.", required: true)
    Property("chart", \.chart, .string(), "The chart's id.", required: true)
    Property(
      "revision", \.revision, .integer(min: 1), "Grows by one with every change of the chart.", required: true)
    Property(
      "warnings", \.warnings, .array(of: .string()), "What the author should know: what was left out and why.",
      required: true)
    Property("display", \.display, .optional(InteractionResult.displaySchema), "The picture, unless `render` is false.")
  }
}
