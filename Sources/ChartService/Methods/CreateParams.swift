import ChartModel
import JSONModel

struct CreateParams: Sendable {
  var spec: JSON = .null
  var chart: String?
  var size: Size?
  var theme: Theme?
  var render = true
  var session = ChartService.defaultSession

  static let schema = Schema.object("CreateParams", "A chart to make.", initial: CreateParams()) {
    // Taken as it is: it is decoded with its data, and kept as its author wrote it.
    Property("spec", \.spec, .object(describedBy: ChartSpec.schema), "What the chart is.", required: true)
    Property(
      "chart", \.chart, .optional(.string(minLength: 1)), "Its id; the spec's `id`, or a fresh one, if not given.")
    Property("size", \.size, .optional(Size.schema), "Instead of the spec's.")
    Property("theme", \.theme, .optional(.word()), "Instead of the spec's.")
    Property.render(\.render)
    Property.session(\.session)
  }
}

struct UpdateParams: Sendable {
  var target = ChartTarget()
  var patch: JSON = [:]
  var render = true

  static let schema = Schema.object("UpdateParams", "A change of a chart's spec.", initial: UpdateParams()) {
    Property.chart(\.target.chart)
    Property(
      "patch", \.patch, .anyObject(),
      "A JSON merge patch (RFC 7396) on the spec: what it names is replaced, `null` removes.", required: true)
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

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
