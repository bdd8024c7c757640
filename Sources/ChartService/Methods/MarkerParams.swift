import JSONModel

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
