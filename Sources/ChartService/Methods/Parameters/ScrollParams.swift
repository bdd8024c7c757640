import JSONModel

struct ScrollParams: Sendable {
  var target = ChartTarget()
  var by: JSON = .null
  var to: JSON = .null
  var snap = false
  var render = true

  static let schema = Schema.object("ScrollParams", "A movement along the x axis.", initial: ScrollParams()) {
    Property.chart(\.target.chart)
    Property("to", \.to, .json("A number, or `start` or `end`."), "Where the viewport begins then.")
    Property("by", \.by, .json("A number."), "How far to move it.")
    Property("snap", \.snap, .bool(), "Whether it ends at an entry.")
    Property.render(\.render)
    Property.session(\.target.session)
  }
}
