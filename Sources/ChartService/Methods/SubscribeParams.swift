import JSONModel

struct SubscribeParams: Sendable {
  var session = ChartService.defaultSession
  var render = true

  static let schema = Schema.object("SubscribeParams", "What to be told of.", initial: SubscribeParams()) {
    Property.session(\.session)
    Property("render", \.render, .bool(), "Whether the notifications bring the pictures along.")
  }
}
