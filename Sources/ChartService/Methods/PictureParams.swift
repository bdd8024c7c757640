import ChartModel
import JSONModel

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
