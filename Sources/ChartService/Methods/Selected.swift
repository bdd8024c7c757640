import ChartEngine
import JSONModel
import JSONRPC

/// The selected mark, with what it stands for.
struct SelectedMark: Hashable, Sendable {
  var selection = Selection()
  var label = ""
  var value: Double?
  var fraction: Double?

  init() {}

  init(_ mark: MarkReference) {
    selection.series = mark.series
    selection.index = mark.index
    selection.path = mark.path
    (label, fraction) = (mark.label, mark.fraction)
    value = mark.value.isFinite ? mark.value : nil
  }

  static let schema = Schema.object(
    "SelectedMark", "The selected mark, with what it stands for.", initial: SelectedMark()
  ) {
    Property(
      "series", \.selection.series, .integer(min: 0), "The data series, or the ring, 0 at the centre.", required: true)
    Property(
      "index", \.selection.index, .integer(min: 0), "The index in it; in a ring, among its siblings.", required: true)
    Property(
      "path", \.selection.path, .optional(.path), "The indices that lead to a slice, from the innermost ring outwards.")
    Property("label", \.label, .string(), "The mark's name.", required: true)
    Property("value", \.value, .optional(.number()), "What the mark stands for.")
    Property(
      "fraction", \.fraction, .optional(.number(min: 0, max: 1)), "The share of the total; only slices have one.")
  }
}

struct SelectedResult: Sendable {
  var revision = 1
  var selected: SelectedMark?

  static let schema = Schema.object("SelectedResult", "What is selected.", initial: SelectedResult()) {
    Property("revision", \.revision, .integer(min: 1), "The chart's revision.", required: true)
    Property("selected", \.selected, .optional(SelectedMark.schema), "The selected mark, if any.", required: true)
  }
}

extension ChartService {
  static let selected = Method<ServiceContext>(
    "chart/selected", summary: "Tells which mark is selected, and what it stands for.",
    params: ChartParams.schema, result: SelectedResult.schema, errors: chartErrors,
    examples: [
      MethodExample("nothing", params: ["chart": "spending"], result: ["revision": 1, "selected": nil])
    ]
  ) { params, context throws(RPCError) in
    let picture = try context.service.snapshot(params.target.key).picture
    let mark = picture.source.state.view.selection.flatMap { picture.layout.mark(at: $0) }
    return SelectedResult(revision: picture.revision, selected: mark.map(SelectedMark.init))
  }
}
