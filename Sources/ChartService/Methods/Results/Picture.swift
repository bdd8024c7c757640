import JSONModel

struct Picture: Sendable {
  var svg = ""

  static let schema = Schema.object("Picture", "A picture.", initial: Picture()) {
    Property("svg", \.svg, .string(), "An SVG document.", required: true)
  }
}
