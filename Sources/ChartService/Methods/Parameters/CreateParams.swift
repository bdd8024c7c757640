import ChartModel
import JSONModel

struct CreateParams: Sendable {
  var spec: JSON = .null
  var chart: String?
  var size: Size?
  var theme: Theme?
  var render = true
  var session = ChartService.defaultSession

  static let schema = Schema.object("CreateParams", "A chart to make.", initial: CreateParams()) {
    // Taken as it is: it is decoded with its data, and kept as its author wrote it.
    Property("spec", \.spec, .object(describedAs: ChartSpec.self), "What the chart is.", required: true)
    Property(
      "chart", \.chart, .optional(.string(minLength: 1)), "Its id; the spec's `id`, or a fresh one, if not given.")
    Property("size", \.size, .optional(Size.schema), "Instead of the spec's.")
    Property("theme", \.theme, .optional(.word()), "Instead of the spec's.")
    Property.render(\.render)
    Property.session(\.session)
  }
}
