import ChartEngine
import ChartModel
import JSONModel
import JSONRPC

struct PictureParams: Sendable {
  enum Format: String, CaseIterable, Sendable { case svg }

  var target = ChartTarget()
  var phase: Double?
  var format = Format.svg
  var size: Size?
  var theme: Theme?
  var animated = false

  static let schema = Schema.object("PictureParams", "A picture to make.", initial: PictureParams()) {
    Property.chart(\.target.chart)
    Property(
      "phase", \.phase, .optional(.number(min: 0, max: 1)), "How far the draw-in animation is, after easing.")
    Property("format", \.format, .word(), "The picture's format.")
    Property("size", \.size, .optional(Size.schema), "Instead of the chart's, for this picture.")
    Property("theme", \.theme, .optional(.word()), "Instead of the chart's, for this picture.")
    Property("animated", \.animated, .bool(), "Whether the picture plays the draw-in animation by itself.")
    Property.session(\.target.session)
  }
}

struct Picture: Sendable {
  var svg = ""
  var revision = 0

  static let schema = Schema.object("Picture", "A picture.", initial: Picture()) {
    Property("svg", \.svg, .string(), "An SVG document.", required: true)
    Property("revision", \.revision, .integer(min: 1), "Which revision of the chart it shows.", required: true)
  }
}

extension ChartService {
  static let render = Method<ServiceContext>(
    "chart/render", summary: "Draws a chart, also in other sizes and at any moment of its animation.",
    documentation: """
      With `animated` the picture plays the spec's draw-in animation by itself, wherever an SVG may be animated, and \
      ends as the still one; it stays still for those who prefer reduced motion.
      """,
    params: PictureParams.schema, result: Picture.schema, errors: [.noSuchSession, .noSuchChart],
    examples: [
      MethodExample(
        "large and dark", params: ["chart": "spending", "size": ["width": 1280, "height": 720], "theme": "dark"],
        result: ["svg": "<svg …"], compares: .nothing)
    ]
  ) { params, context throws(RPCError) in
    try context.service.render(params)
  }

  private func render(_ params: PictureParams) throws(RPCError) -> Picture {
    let snapshot = try snapshot(params.target.key)
    if params.animated, snapshot.chart.spec.common.animation.kind == .none {
      throw .invalidParams(path: .key("animated"), "the chart's spec has no `animation`, such as `sweep`")
    }
    guard params.phase != nil || params.size != nil || params.theme != nil || params.animated else {
      return Picture(svg: snapshot.picture.svg, revision: snapshot.picture.revision)
    }
    let layout = snapshot.chart.layout(phase: params.phase, size: params.size, theme: params.theme)
    return Picture(svg: ChartPicture.draw(layout, animated: params.animated), revision: snapshot.picture.revision)
  }
}
