import JSONModel

struct ToggleParams: Sendable {
  var target = ChartTarget()
  var entry = LegendEntry.index(0)
  var render = true

  static let schema = Schema.object("ToggleParams", "An entry of the legend.", initial: ToggleParams()) {
    Property.chart(\.target.chart)
    Property("series", \.entry, LegendEntry.schema, "The entry: its index, or its text.", required: true)
    Property.render(\.render)
    Property.session(\.target.session)
  }
}
