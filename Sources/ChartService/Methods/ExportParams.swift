import JSONModel

struct ExportParams: Sendable {
  var session = ChartService.defaultSession
  var charts: [String]?

  static let schema = Schema.object("ExportParams", "A session to write.", initial: ExportParams()) {
    Property.session(\.session)
    Property(
      "charts", \.charts, .optional(.array(of: .string(minLength: 1))),
      "The ids of the charts to write; all if not given.")
  }
}
