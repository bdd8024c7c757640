import ChartEngine
import ChartModel
import JSONModel
import JSONRPC

struct BrushParams: InteractionParams {
  var target = ChartTarget()
  var x: [PositionSpec]?
  var y: [PositionSpec]?
  var colors: [Double]?
  var render = true

  static let schema = Schema.object("BrushParams", "A part of a plot to select, or none.", initial: BrushParams()) {
    Property.chart(\.target.chart)
    Property(
      "x", \.x, .optional(.array(of: PositionSpec.schema, maxItems: 2)),
      "From one position to another: numbers, names, or moments in ISO 8601.")
    Property(
      "y", \.y, .optional(.array(of: PositionSpec.schema, maxItems: 2)),
      "From one value to another, or from name to name.")
    Property(
      "colors", \.colors, .optional(.array(of: .number(), maxItems: 2)),
      "From one number to another of those that colours stand for.")
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

extension ChartService {
  static let brush = Method<ServiceContext>.interaction(
    "chart/brush", BrushParams.self, summary: "Brushes a part of a chart with axes, or clears what is brushed.",
    documentation: """
      Between two positions, two values, or both: what users do by dragging where the spec says `select: x`, `y` or `both`. Between \
      two numbers of `colors`: what they do by a tap or a drag on the bar of colours in the legend. What is left out is brushed no \
      more. Of names whole ones are brushed.
      """,
    examples: [
      MethodExample(
        "an interval", params: ["chart": "steps", "x": [2, 4], "render": false],
        result: ["changed": true], compares: .members(["changed"])),
      MethodExample(
        "none", params: ["chart": "steps", "render": false], result: ["revision": 1, "changed": false],
        compares: .members(["revision", "changed"])),
    ]
  ) { params, chart, picture throws(RPCError) in
    guard params.x != nil || params.y != nil || params.colors != nil else {
      return chart.perform(.brush(nil), knowing: picture.layout)
    }
    do throws(InvalidValue) {
      let brush = try chart.brush(x: params.x, y: params.y, colors: params.colors)
      let performed = chart.perform(.brush(brush), knowing: picture.layout)
      // What is brushed in a part of a picture is that part's to know.
      if chart.spec.content is CartesianSpec {
        try checkReach(of: brush, as: chart.state.view.brush)
      }
      return performed
    } catch {
      throw RPCError(invalidParams: error)
    }
  }

  /// - Parameters:
  ///   - wanted: What a request asks for.
  ///   - brushed: What of that there is.
  /// - Throws: ``InvalidValue`` at `x` or `y` for what lies wholly beyond the ends of its axis.
  private static func checkReach(of wanted: Brush?, as brushed: Brush?) throws(InvalidValue) {
    for (key, isLost) in [
      ("x", wanted?.x != nil && brushed?.x == nil), ("y", wanted?.y != nil && brushed?.y == nil),
    ] where isLost {
      throw InvalidValue("lies beyond the ends of the axis: nothing of it can be brushed", at: .key(key))
    }
  }
}
