import JSONModel

struct ImportResult: Sendable {
  var session = ""
  var charts: [String] = []

  static let schema = Schema.object("ImportResult", "A session that was opened.", initial: ImportResult()) {
    Property("session", \.session, .string(), "Its name.", required: true)
    Property("charts", \.charts, .array(of: .string()), "The ids of its charts.", required: true)
  }
}
