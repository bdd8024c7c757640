import ChartModel
import JSONModel

struct PointParams: Sendable {
  var target = ChartTarget()
  var point = Point.zero

  static let schema = Schema.object("PointParams", "A place in a chart.", initial: PointParams()) {
    Property.chart(\.target.chart)
    Property("x", \.point.x, .number(), "px from the left", required: true)
    Property("y", \.point.y, .number(), "px from the top", required: true)
    Property.session(\.target.session)
  }
}

struct AngleParams: Sendable {
  var target = ChartTarget()
  var angle = 0.0
  var ring = 0

  static let schema = Schema.object("AngleParams", "An angle in a chart.", initial: AngleParams()) {
    Property.chart(\.target.chart)
    Property("angle", \.angle, .number(), "Degrees clockwise from three o'clock.", required: true)
    Property("ring", \.ring, .integer(min: 0), "The ring, counted from 0 at the centre.")
    Property.session(\.target.session)
  }
}

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
