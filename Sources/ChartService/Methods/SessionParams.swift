import JSONModel

/// The parameters of methods that take nothing but a session.
struct SessionParams: Sendable {
  var session = ChartService.defaultSession

  static let schema = Schema.object("SessionParams", "A session.", initial: SessionParams()) {
    Property.session(\.session)
  }
}
