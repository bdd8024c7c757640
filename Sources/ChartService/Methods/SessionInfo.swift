import JSONModel

struct SessionInfo: Sendable {
  var session = ""
  var charts: [ChartSummary] = []
  var connections: [Connection] = []

  static let schema = Schema.object("SessionInfo", "A session.", initial: SessionInfo()) {
    Property("session", \.session, .string(), "Its name.", required: true)
    Property("charts", \.charts, .array(of: ChartSummary.schema), "Its charts.", required: true)
    Property(
      "connections", \.connections, .array(of: Connection.schema), "How to connect from elsewhere.", required: true)
  }
}
