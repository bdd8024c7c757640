import ChartEngine
import ChartModel
import JSONModel

struct ScrollParams: Sendable {
  var target = ChartTarget()
  var to: PositionSpec?
  var by: Double?
  var snap = false
  var render = true

  static let schema = Schema.object("ScrollParams", "A movement along the x axis.", initial: ScrollParams()) {
    Property.chart(\.target.chart)
    Property(
      "to", \.to, .optional(PositionSpec.schema),
      "`start`, `end`, or the position that is then at the beginning: a number, a name, or a moment in ISO 8601.")
    Property("by", \.by, .optional(.number()), "So many px; a positive number shows what comes after.")
    Property("snap", \.snap, .bool(), "Whether it ends with the nearest entry in the middle, selected.")
    Property.render(\.render)
    Property.session(\.target.session)
  }.validated { params throws(InvalidValue) in
    if params.to != nil, params.by != nil { throw InvalidValue("expected either `by` or `to`", at: .key("by")) }
    guard params.to != nil || params.by != nil || params.snap else {
      throw InvalidValue("expected `to`, `by` or `snap`", at: .key("to"))
    }
  }

  /// What the engine is to do.
  var scroll: Scroll {
    switch to {
    case .text("start"): .toStart
    case .text("end"): .toEnd
    case let position?: .to(position)
    case nil: .by(by ?? 0)
    }
  }
}
