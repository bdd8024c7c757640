import JSONModel

struct RotateParams: Sendable {
  var target = ChartTarget()
  var by: Double?
  var to: Double?
  var render = true

  static let schema = Schema.object("RotateParams", "A turn.", initial: RotateParams()) {
    Property.chart(\.target.chart)
    Property("by", \.by, .optional(.number()), "So many degrees clockwise.")
    Property("to", \.to, .optional(.number()), "So that the first slice begins at this angle, in degrees.")
    Property.render(\.render)
    Property.session(\.target.session)
  }.validated { params throws(InvalidValue) in
    guard (params.by == nil) != (params.to == nil) else {
      throw InvalidValue("expected either `by` or `to`", at: JSONPath([.key(params.by == nil ? "by" : "to")]))
    }
  }
}
