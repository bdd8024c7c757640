import JSONModel

struct EditParams: Sendable {
  var text = ""
  var chart: String?
  var render = true
  var session = ChartService.defaultSession

  static let schema = Schema.object("EditParams", "A chart as its author writes it.", initial: EditParams()) {
    Property("text", \.text, .string(), "One spec in YAML or JSON.", required: true)
    Property(
      "chart", \.chart, .optional(.string(minLength: 1)),
      "The chart's id if the spec has no `id`; a fresh one if neither names it.")
    Property.render(\.render)
    Property.session(\.session)
  }
}
