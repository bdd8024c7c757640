import ChartEngine
import JSONModel
import JSONRPC

struct ToggleParams: InteractionParams {
  var target = ChartTarget()
  var entry = LegendEntry.index(0)
  var isAlone = false
  var render = true

  static let schema = Schema.object("ToggleParams", "An entry of the legend.", initial: ToggleParams()) {
    Property.chart(\.target.chart)
    Property("series", \.entry, LegendEntry.schema, "The entry: its index, or its text.", required: true)
    Property(
      "only", \.isAlone, .bool(),
      "Hides all others instead, or shows them again where they are hidden, as a double tap does.")
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

extension ChartService {
  static let toggle = Method<ServiceContext>.interaction(
    "chart/toggle", ToggleParams.self, summary: "Hides an entry of the legend, or shows it again.",
    examples: [
      MethodExample(
        "by index", params: ["chart": "spending", "series": 3, "render": false], result: .answer(), compares: .outcome),
      MethodExample(
        "by name", params: ["chart": "spending", "series": "Transport", "render": false], result: .answer(),
        compares: .outcome),
      MethodExample(
        "alone", params: ["chart": "spending", "series": "Rent", "only": true, "render": false], result: .answer(),
        compares: .outcome),
    ]
  ) { params, chart, _ throws(RPCError) in
    do throws(InvalidValue) {
      let entry = try params.entry.index(in: chart.spec)
      return chart.perform(params.isAlone ? .isolate(series: entry) : .toggle(series: entry))
    } catch {
      throw RPCError(invalidParams: error)
    }
  }
}
