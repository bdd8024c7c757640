import ChartEngine
import ChartModel
import JSONModel
import JSONRPC

extension ChartService {
  /// Methods for kinds of charts with axes. They are declared, so that clients see one API, and refused for other kinds.
  static let unsupportedMethods: [Method<ServiceContext>] = [
    Method(
      "chart/append", summary: "Adds points to a series of a chart with axes.",
      documentation: "A pie has no points: change its slices with `chart/update`.",
      params: AppendParams.schema, result: ChartResult.schema, errors: chartErrors
    ) { params, context throws(RPCError) in
      let kind = try context.service.snapshot(params.target.key).chart.spec.kind
      throw .invalidParams(
        path: .key("chart"), "a \(kind) has no points to append to: change its slices with chart/update")
    },
  ]
}
