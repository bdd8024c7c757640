import JSONModel

struct OpenParams: Sendable {
  var session: String?

  static let schema = Schema.object("OpenParams", "A session to open.", initial: OpenParams()) {
    Property("session", \.session, .optional(.string(minLength: 1)), "Its name; made up if not given.")
  }

  static let result = Schema.object("SessionName", "A session.", initial: OpenParams()) {
    Property("session", \.session, .optional(.string(minLength: 1)), "Its name.", required: true)
  }
}
