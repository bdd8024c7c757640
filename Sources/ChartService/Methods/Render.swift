import ChartEngine
import ChartModel
import JSONModel
import JSONRPC

struct PictureParams: Sendable {
  var target = ChartTarget()
  var phase: Double?
  var format = PictureFormat.svg
  var size: Size?
  var theme: Theme?
  var animated = false
  var scale: Double?

  static let schema = Schema.object("PictureParams", "A picture to make.", initial: PictureParams()) {
    Property.chart(\.target.chart)
    Property(
      "phase", \.phase, .optional(.number(min: 0, max: 1)), "How far the draw-in animation is, after easing.")
    Property(
      "format", \.format, .word(),
      "The picture's format: `html` is a page of its own, in which marks can be pointed at and walked to.")
    Property("size", \.size, .optional(Size.schema), "Instead of the chart's, for this picture.")
    Property("theme", \.theme, .optional(.word()), "Instead of the chart's, for this picture.")
    Property("animated", \.animated, .bool(), "Whether the picture plays the draw-in animation by itself.")
    Property.session(\.target.session)
    // At the end, so that the places of those before stay as they are.
    Property(
      "scale", \.scale, .optional(.number(min: PictureFormat.scales.lowerBound, max: PictureFormat.scales.upperBound)),
      "Of png and pdf: how many times as large as the size, such as 2. A PNG has at most 33,554,432 pixels.")
  }
}

struct Picture: Sendable {
  /// Always there, as it was before there were other formats.
  var svg = ""
  var png: [UInt8]?
  var pdf: [UInt8]?
  var html: String?
  var revision = 0
  var warnings: [String]?

  static let schema = Schema.object("Picture", "A picture, in the member of its format.", initial: Picture()) {
    Property("svg", \.svg, .string(), "An SVG document; empty where another format was asked for.", required: true)
    Property("png", \.png, .optional(.base64), "A PNG file, as base64.")
    Property("pdf", \.pdf, .optional(.base64), "A PDF file of one page, as base64.")
    Property("html", \.html, .optional(.string()), "An HTML document that needs nothing else.")
    Property("revision", \.revision, .integer(min: 1), "Which revision of the chart it shows.", required: true)
    Property(
      "warnings", \.warnings, .optional(.array(of: .string())),
      "What was left out of the file, or is not as it should be.")
  }
}

extension ChartService {
  static let render = Method<ServiceContext>(
    "chart/render", summary: "Draws a chart, also in other sizes and formats and at any moment of its animation.",
    documentation: """
      With `animated` the picture plays the spec's draw-in animation by itself, wherever an SVG may be animated, and \
      ends as the still one; it stays still for those who prefer reduced motion. PNG and PDF show the still one. They \
      come as base64, in a member of their own, which every way in carries alike. Cairo draws them, a library that is \
      opened when first asked for; where it is missing, the error -32006 says how to install it. The same picture is the \
      same bytes. In a PDF texts can be found and fonts are embedded, and a px is 0.75 points. An HTML page brings the \
      markers of at most 5,000 marks along, as chart/hover tells them; where the chart's theme is open, it goes with \
      the system's.
      """,
    params: PictureParams.schema, result: Picture.schema,
    errors: [.noSuchSession, .noSuchChart, .limitExceeded, .notAvailable],
    examples: [
      MethodExample(
        "large and dark", params: ["chart": "spending", "size": ["width": 1280, "height": 720], "theme": "dark"],
        result: ["svg": "<svg …"], compares: .nothing),
      MethodExample(
        "a page", params: ["chart": "spending", "format": "html"], result: ["html": "<!DOCTYPE html> …"],
        compares: .nothing),
    ]
  ) { params, context throws(RPCError) in
    var params = params
    // What a caller shows without having chosen a theme goes with what is around it.
    if params.format == .svg, params.theme == nil,
      try context.service.snapshot(params.target.key).picture.theme == nil
    {
      params.theme = context.subscriber?.theme(in: params.target.session)
    }
    return try context.service.render(params, unless: context.call.cancellation)
  }

  private func render(_ params: PictureParams, unless cancellation: Cancellation) throws(RPCError) -> Picture {
    let file = try picture(
      of: params.target.key,
      as: PictureRequest(
        format: params.format, phase: params.phase, size: params.size, theme: params.theme, animated: params.animated,
        scale: params.scale), unless: cancellation)
    var picture = Picture()
    picture.revision = file.revision
    picture.warnings = file.warnings.isEmpty ? nil : file.warnings
    switch file.content {
    case .text(let text) where params.format == .svg: picture.svg = text
    case .text(let text): picture.html = text
    case .bytes(let bytes) where params.format == .png: picture.png = bytes
    case .bytes(let bytes): picture.pdf = bytes
    }
    return picture
  }
}
