import JSONModel

struct UpdateParams: Sendable {
  var target = ChartTarget()
  var patch: JSON = [:]
  var render = true

  static let schema = Schema.object("UpdateParams", "A change of a chart's spec.", initial: UpdateParams()) {
    Property.chart(\.target.chart)
    Property(
      "patch", \.patch, .anyObject(),
      "A JSON merge patch (RFC 7396) on the spec: what it names is replaced, `null` removes.", required: true)
    Property.render(\.render)
    Property.session(\.target.session)
  }
}
