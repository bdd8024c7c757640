import ChartModel
import JSONModel

struct HighlightParams: Sendable {
  var target = ChartTarget()
  var mark = MarkAddress()
  var x: PositionSpec?
  var y: Double?
  var notify = true
  var render = true

  static let schema = Schema.object("HighlightParams", "A mark to select, or none.", initial: HighlightParams()) {
    Property.chart(\.target.chart)
    Property("index", \.mark.index, MarkAddress.Index.schema, "The mark's index in its series; null for none.")
    Property("series", \.mark.series, .optional(.integer(min: 0)), "The series or ring; the first if not given.")
    Property("path", \.mark.path, .optional(.path), "The indices that lead to a slice, instead of index and series.")
    Property(
      "x", \.x, .optional(PositionSpec.schema),
      "The place on the x axis: a number, a name, or a moment in ISO 8601; of a pie the index of a slice.")
    Property(
      "y", \.y, .optional(.number()),
      "The place on the value axis, to choose among entries with the same x; a pie has none.")
    Property("notify", \.notify, .bool(), "Whether there are events.")
    Property.render(\.render)
    Property.session(\.target.session)
  }
}
