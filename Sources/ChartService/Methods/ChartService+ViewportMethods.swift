import ChartEngine
import ChartModel
import JSONModel
import JSONRPC

extension ChartService {
  /// Methods that move what is seen of a plot.
  static let viewportMethods: [Method<ServiceContext>] = [
    Method(
      "chart/scroll", summary: "Moves along the x axis of a chart with axes.",
      documentation: """
        By px, or to a position, as far as there is content. With `snap` the nearest entry is then in the middle and \
        selected; `snap` alone only does that. A pie is turned instead, by chart/rotate.
        """,
      params: ScrollParams.schema, result: InteractionResult.schema, errors: chartErrors, examples: Examples.scroll
    ) { params, context throws(RPCError) in
      try context.service.interact(
        params.target, Request("chart/scroll", params, ScrollParams.schema), render: params.render, context
      ) { chart, picture throws(RPCError) in
        try chart.checkScroll(to: params.to)
        return chart.perform(.scroll(params.scroll, snap: params.snap), knowing: picture.layout)
      }
    },
    Method(
      "chart/zoom", summary: "Enlarges a chart with axes, or shows it as it was again.",
      documentation: """
        Along the axes that the spec's `viewport.zoom` allows and of which a place is given, at most to its `maxZoom`. A \
        pie is always shown whole: chart/render draws it in other sizes.
        """,
      params: ZoomParams.schema, result: InteractionResult.schema, errors: chartErrors, examples: Examples.zoom
    ) { params, context throws(RPCError) in
      try context.service.interact(
        params.target, Request("chart/zoom", params, ZoomParams.schema), render: params.render, context
      ) { chart, picture throws(RPCError) in
        guard chart.positions != nil else {
          throw .invalidParams(
            path: .key("chart"),
            "a \(chart.spec.kind) has nothing to zoom: it is always shown whole; see chart/render for other sizes")
        }
        return chart.perform(.zoom(params.zoom), knowing: picture.layout)
      }
    },
  ]
}

extension Chart {
  fileprivate func checkScroll(to position: PositionSpec?) throws(RPCError) {
    guard let positions else {
      throw .invalidParams(
        path: .key("chart"), "a \(spec.kind) has nothing to scroll" + (isRadial ? ": turn it with chart/rotate" : ""))
    }
    guard let position, position != .text("start"), position != .text("end") else { return }
    do throws(InvalidValue) {
      try positions.check(position, at: .key("to"), orWords: ["start", "end"])
    } catch {
      throw RPCError(invalidParams: error)
    }
  }
}
