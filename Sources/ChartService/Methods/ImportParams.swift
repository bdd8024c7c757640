import JSONModel

struct ImportParams: Sendable {
  var document = SessionDocument()
  var session: String?
  var keepsOthers = false

  static let schema = Schema.object("ImportParams", "A session to open.", initial: ImportParams()) {
    Property("document", \.document, SessionDocument.schema, "What session/export gave.", required: true)
    Property("session", \.session, .optional(.string(minLength: 1)), "The session's name; the document's if not given.")
    Property(
      "keep", \.keepsOthers, .bool(),
      "Whether the session keeps what it holds; charts of the same id are replaced.")
  }
}
