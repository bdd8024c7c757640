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
    Method(
      "chart/scroll", summary: "Moves the viewport of a chart with axes.",
      params: ScrollParams.schema, result: InteractionResult.schema, errors: chartErrors
    ) { params, context throws(RPCError) in
      let kind = try context.service.snapshot(params.target.key).chart.spec.kind
      throw .invalidParams(path: .key("chart"), "a \(kind) has nothing to scroll: turn it with chart/rotate")
    },
    Method(
      "chart/zoom", summary: "Enlarges a part of a chart with axes.",
      params: ZoomParams.schema, result: InteractionResult.schema, errors: chartErrors
    ) { params, context throws(RPCError) in
      let kind = try context.service.snapshot(params.target.key).chart.spec.kind
      throw .invalidParams(
        path: .key("chart"), "a \(kind) has nothing to zoom: it is always shown whole; see chart/render for other sizes")
    },
  ]
}

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

struct ZoomParams: Sendable {
  var target = ChartTarget()
  var scale: Double?
  var x: Double?
  var y: Double?
  var fit = false
  var render = true

  static let schema = Schema.object("ZoomParams", "How much to enlarge.", initial: ZoomParams()) {
    Property.chart(\.target.chart)
    Property("scale", \.scale, .optional(.number(above: 0)), "How many times as large.")
    Property("x", \.x, .optional(.number()), "The place that stays where it is, in px from the left.")
    Property("y", \.y, .optional(.number()), "The place that stays where it is, in px from the top.")
    Property("fit", \.fit, .bool(), "Whether to show everything again.")
    Property.render(\.render)
    Property.session(\.target.session)
  }
}
