import ChartEngine
import ChartModel
import JSONModel

/// All that can be known about a chart.
struct ChartDescription: Sendable {
  var session = ""
  var chart = ""
  var revision = 0
  var kind = ""
  var spec: JSON = [:]
  var state = ChartState()
  var layout: JSON = [:]
  var size = Size.standard
  var theme = Theme.light
  var warnings: [String] = []

  init() {}

  init(_ snapshot: ChartService.Snapshot) {
    let picture = snapshot.picture
    session = picture.session
    chart = picture.chart
    revision = picture.revision
    kind = picture.kind
    spec = snapshot.source.json
    state = snapshot.chart.state
    layout = picture.layout.report()
    size = snapshot.chart.canvas().size
    theme = snapshot.chart.canvas().theme
    warnings = picture.warnings
  }

  static let schema = Schema.object("ChartDescription", "A chart.", initial: ChartDescription()) {
    Property("session", \.session, .string(), "The session's name.", required: true)
    Property("chart", \.chart, .string(), "The chart's id.", required: true)
    Property("revision", \.revision, .integer(min: 1), "Grows by one with every change.", required: true)
    Property("kind", \.kind, .string(), "What kind of chart it is.", required: true)
    Property(
      "spec", \.spec, .object(describedAs: ChartSpec.self), "As it was given, with patches merged.", required: true)
    Property("state", \.state, ChartState.schema, "What interactions made of it.", required: true)
    Property(
      "layout", \.layout, .json("The boxes and marks, in px; depends on the kind."), "Where everything is.",
      required: true)
    Property("size", \.size, Size.schema, "The size of its picture.", required: true)
    Property("theme", \.theme, .word(), "For which surroundings it is drawn.", required: true)
    Property("warnings", \.warnings, .array(of: .string()), "What the author should know.", required: true)
  }
}
