import JSONModel

struct ChartList: Sendable {
  var charts: [String] = []

  static let schema = Schema.object("ChartList", "The charts of a session.", initial: ChartList()) {
    Property(
      "charts", \.charts, .array(of: .string()), "Their ids, in the order in which they were made.", required: true)
  }
}
