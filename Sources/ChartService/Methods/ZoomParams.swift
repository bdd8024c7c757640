import ChartEngine
import JSONModel

struct ZoomParams: Sendable {
  var target = ChartTarget()
  var scale: Double?
  var x: Double?
  var y: Double?
  var fit = false
  var render = true

  static let schema = Schema.object("ZoomParams", "How much to enlarge.", initial: ZoomParams()) {
    Property.chart(\.target.chart)
    Property("scale", \.scale, .optional(.number(above: 0)), "How many times as large as it is; below 1 smaller.")
    Property(
      "x", \.x, .optional(.number()),
      "px from the left: enlarges along the x axis about that place, or about the middle if neither is given.")
    Property("y", \.y, .optional(.number()), "px from the top: enlarges along the value axes about that place.")
    Property("fit", \.fit, .bool(), "Whether to show it as its spec begins again, instead of `scale`.")
    Property.render(\.render)
    Property.session(\.target.session)
  }.validated { params throws(InvalidValue) in
    guard params.fit else {
      if params.scale == nil { throw InvalidValue("is required, unless `fit` is true", at: .key("scale")) }
      return
    }
    for (name, value) in [("scale", params.scale), ("x", params.x), ("y", params.y)] where value != nil {
      throw InvalidValue("give either `\(name)` or `fit`, not both", at: .key(name))
    }
  }

  /// What the engine is to do.
  var zoom: Zoom { fit ? .fit : .by(scale ?? 1, x: x, y: y) }
}
