import ChartEngine
import ChartModel
import JSONModel
import JSONRPC

struct ScrollParams: InteractionParams {
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
    Property(
      "by", \.by, .optional(.number()),
      "So many px; a positive number shows what is farther right, or down: what comes after, unless `x` is reversed.")
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

extension ChartService {
  static let scroll = Method<ServiceContext>.interaction(
    "chart/scroll", ScrollParams.self, summary: "Moves along the x axis of a chart with axes.",
    documentation: """
      By px, or to a position, as far as there is content. With `snap` the nearest entry is then in the middle and \
      selected; `snap` alone only does that. A pie is turned instead, by chart/rotate.
      """,
    examples: [
      MethodExample(
        "to the end", params: ["chart": "steps", "to": "end", "render": false],
        result: ["chart": "steps", "revision": 2, "changed": true, "hit": nil, "selection": nil],
        compares: .members(["chart", "revision", "changed", "hit", "selection"])),
      MethodExample(
        "the nearest entry into the middle", params: ["chart": "steps", "by": 100, "snap": true, "render": false],
        result: ["changed": true, "selection": ["series": 0, "index": 6]],
        compares: .members(["changed", "selection"])),
    ]
  ) { params, chart, picture throws(RPCError) in
    try chart.checkScroll(to: params.to)
    return chart.perform(.scroll(params.scroll, snap: params.snap), knowing: picture.layout)
  }
}

extension Chart {
  fileprivate func checkScroll(to position: PositionSpec?) throws(RPCError) {
    guard let positions else {
      throw .invalidParams(
        path: .key("chart"), "a \(spec.kind) has nothing to scroll" + (isRadial ? ": turn it with chart/rotate" : ""))
    }
    guard let position, position != .text("start"), position != .text("end") else { return }
    do throws(InvalidValue) {
      try positions.check(position, at: .key("to"), orWords: ["start", "end"])
    } catch {
      throw RPCError(invalidParams: error)
    }
  }
}
