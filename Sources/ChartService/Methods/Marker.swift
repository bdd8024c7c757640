import ChartEngine
import ChartModel
import JSONModel
import JSONRPC

struct MarkerParams: Sendable {
  var target = ChartTarget()
  var mark = MarkAddress()

  static let schema = Schema.object("MarkerParams", "A mark.", initial: MarkerParams()) {
    Property.chart(\.target.chart)
    Property("index", \.mark.index, MarkAddress.Index.schema, "The mark's index in its series.")
    Property("series", \.mark.series, .optional(.integer(min: 0)), "The series or ring; the first if not given.")
    Property("path", \.mark.path, .optional(.path), "The indices that lead to a slice, instead of index and series.")
    Property.session(\.target.session)
  }
}

struct MarkerResult: Sendable {
  var marker: MarkerBox?

  static let schema = Schema.object("MarkerResult", "A marker.", initial: MarkerResult()) {
    Property("marker", \.marker, .optional(MarkerBox.schema), "null for a hidden mark.", required: true)
  }
}

extension ChartService {
  static let marker = Method<ServiceContext>(
    "chart/marker", summary: "Tells what is shown beside a mark.",
    params: MarkerParams.schema, result: MarkerResult.schema, errors: chartErrors,
    examples: [
      MethodExample(
        "a slice", params: ["chart": "spending", "index": 0], result: ["marker": ["text": "Rent …"]], compares: .nothing
      )
    ]
  ) { params, context throws(RPCError) in
    let snapshot = try context.service.snapshot(params.target.key)
    do throws(InvalidValue) {
      // A hidden mark has no marker, which is no error: the question is answered.
      guard let path = try snapshot.chart.spec.content.path(of: params.mark) else {
        throw InvalidValue("is required: the index of a mark", at: .key("index"))
      }
      let marker = context.service.looking(at: snapshot, unless: context.call.cancellation) { $0.marker(for: path) }
      return MarkerResult(marker: marker.map(MarkerBox.init))
    } catch {
      throw RPCError(invalidParams: error)
    }
  }
}
