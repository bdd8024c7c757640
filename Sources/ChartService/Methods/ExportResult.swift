import JSONModel

struct ExportResult: Sendable {
  var document = SessionDocument()

  static let schema = Schema.object("ExportResult", "A session.", initial: ExportResult()) {
    Property("document", \.document, SessionDocument.schema, "The whole session.", required: true)
  }
}
