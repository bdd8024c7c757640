import ChartEngine
import ChartModel
import JSONModel
import JSONRPC

struct ZoomParams: InteractionParams {
  var target = ChartTarget()
  var scale: Double?
  var x: Double?
  var y: Double?
  var at: PositionSpec?
  var fit = false
  var render = true

  static let schema = Schema.object("ZoomParams", "How much to enlarge.", initial: ZoomParams()) {
    Property.chart(\.target.chart)
    Property("scale", \.scale, .optional(.number(above: 0)), "How many times as large as it is; below 1 smaller.")
    Property(
      "x", \.x, .optional(.number()),
      "px from the left: enlarges along the x axis about that place, or about the middle if neither is given.")
    Property("y", \.y, .optional(.number()), "px from the top: enlarges along the value axes about that place.")
    Property(
      "at", \.at, .optional(PositionSpec.schema),
      """
      The position that is then in the middle of the x axis, instead of `x` and `y`: a number, a name, or a moment in ISO \
      8601.
      """)
    Property("fit", \.fit, .bool(), "Whether to show it as its spec begins again, instead of `scale`.")
    Property.render(\.render)
    Property.session(\.target.session)
  }.validated { params throws(InvalidValue) in
    guard params.fit else {
      if params.scale == nil { throw InvalidValue("is required, unless `fit` is true", at: .key("scale")) }
      for (name, isGiven) in params.places where isGiven && params.at != nil {
        throw InvalidValue("give either `\(name)` or `at`, not both", at: .key(name))
      }
      return
    }
    let given = [("scale", params.scale != nil)] + params.places + [("at", params.at != nil)]
    for (name, isGiven) in given where isGiven {
      throw InvalidValue("give either `\(name)` or `fit`, not both", at: .key(name))
    }
  }

  /// Which places in px are given.
  private var places: [(name: String, isGiven: Bool)] { [("x", x != nil), ("y", y != nil)] }

  /// What the engine is to do.
  var zoom: Zoom {
    if fit { return .fit }
    return at.map { .at($0, by: scale ?? 1) } ?? .by(scale ?? 1, x: x, y: y)
  }
}

extension ChartService {
  static let zoom = Method<ServiceContext>.interaction(
    "chart/zoom", ZoomParams.self, summary: "Enlarges a chart with axes, or shows it as it was again.",
    documentation: """
      Along the axes that the spec's `viewport.zoom` allows and of which a place is given, at most to its `maxZoom`. A \
      pie is always shown whole: chart/render draws it in other sizes.
      """,
    examples: [
      MethodExample(
        "twice as large", params: ["chart": "steps", "scale": 2, "render": false],
        result: ["changed": true, "events": [["type": "zoomed", "scaleX": 2, "scaleY": 1]]],
        compares: .members(["changed", "events"])),
      MethodExample(
        "as it was", params: ["chart": "steps", "fit": true, "render": false],
        result: ["revision": 1, "changed": false], compares: .members(["revision", "changed"])),
    ]
  ) { params, chart, picture throws(RPCError) in
    guard let positions = chart.positions else {
      throw .invalidParams(
        path: .key("chart"),
        "a \(chart.spec.kind) has nothing to zoom: it is always shown whole; see chart/render for other sizes")
    }
    if let position = params.at {
      do throws(InvalidValue) {
        try positions.check(position, at: .key("at"))
      } catch {
        throw RPCError(invalidParams: error)
      }
    }
    return chart.perform(.zoom(params.zoom), knowing: picture.layout)
  }
}
