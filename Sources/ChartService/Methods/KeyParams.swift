import ChartEngine
import JSONModel

struct KeyParams: Sendable {
  var target = ChartTarget()
  var key = Key.escape
  var render = true

  static let schema = Schema.object("KeyParams", "A key.", initial: KeyParams()) {
    Property.chart(\.target.chart)
    Property("key", \.key, .word(), "Its name in the DOM's KeyboardEvent.key.", required: true)
    Property.render(\.render)
    Property.session(\.target.session)
  }
}
