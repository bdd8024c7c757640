import JSONModel

struct Picture: Sendable {
  var svg = ""
  var revision = 0

  static let schema = Schema.object("Picture", "A picture.", initial: Picture()) {
    Property("svg", \.svg, .string(), "An SVG document.", required: true)
    Property("revision", \.revision, .integer(min: 1), "Which revision of the chart it shows.", required: true)
  }
}
