import JSONModel

struct SessionList: Sendable {
  struct Entry: Sendable {
    var session = ""
    var charts: [String] = []

    static let schema = Schema.object("SessionEntry", "A session.", initial: Entry()) {
      Property("session", \.session, .string(), "Its name.", required: true)
      Property("charts", \.charts, .array(of: .string()), "The ids of its charts.", required: true)
    }
  }

  var sessions: [Entry] = []

  static let schema = Schema.object("SessionList", "The sessions.", initial: SessionList()) {
    Property(
      "sessions", \.sessions, .array(of: Entry.schema), "In the order in which they were opened.", required: true)
  }
}
