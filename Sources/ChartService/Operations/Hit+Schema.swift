import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections

extension Hit {
  static let schema = Schema.object("Hit", "What lies under a point.", initial: Hit(kind: .none, at: .zero)) {
    Property("kind", \.kind, .word(), "What it is.", required: true)
    Property(
      "series", \.series, .optional(.integer(min: 0)), "The data series, or the ring, 0 at the centre.", required: true)
    Property(
      "index", \.index, .optional(.integer(min: 0)), "The index in it; in a ring, among its siblings.", required: true)
    Property("path", \.path, .optional(.path), "The indices that lead to a slice, from the innermost ring outwards.")
    Property("x", \.point.x, .number(), "px", required: true)
    Property("y", \.point.y, .number(), "px", required: true)
    Property("value", \.value, .optional(.number()), "What it stands for.", required: true)
    Property("label", \.label, .optional(.string()), "Its name.", required: true)
    Property("fraction", \.fraction, .optional(.number(min: 0, max: 1)), "The share of the total.")
    Property("angle", \.angle, .optional(.number(min: 0, below: 360)), "The point's angle about the pie's centre.")
  }
}
