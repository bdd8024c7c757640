import ChartEngine
import ChartModel
import JSONModel

/// A chart, and whether to draw it.
struct RenderParams: Sendable {
  var target = ChartTarget()
  var render = true

  static let schema = Schema.object("RenderParams", "A chart.", initial: RenderParams()) {
    Property.chart(\.target.chart)
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

struct TapParams: Sendable {
  var target = ChartTarget()
  var point = Point.zero
  var render = true

  static let schema = Schema.object("TapParams", "A tap.", initial: TapParams()) {
    Property.chart(\.target.chart)
    Property("x", \.point.x, .number(), "px from the left", required: true)
    Property("y", \.point.y, .number(), "px from the top", required: true)
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

struct HoverParams: Sendable {
  var target = ChartTarget()
  var x: Double?
  var y: Double?
  /// Nothing changes, so nobody needs the picture again.
  var render = false

  static let schema = Schema.object("HoverParams", "A place that is pointed at.", initial: HoverParams()) {
    Property.chart(\.target.chart)
    Property("x", \.x, .optional(.number()), "px from the left; null when the pointer has left.", required: true)
    Property("y", \.y, .optional(.number()), "px from the top")
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

struct PointerParams: Sendable {
  var target = ChartTarget()
  var report = PointerReport(phase: .cancel, position: .zero)
  var render = true

  static let schema = Schema.object("PointerParams", "A report of a pointer.", initial: PointerParams()) {
    Property.chart(\.target.chart)
    Property("phase", \.report.phase, .word(), "What the pointer did.", required: true)
    Property("x", \.report.position.x, .number(), "px from the left", required: true)
    Property("y", \.report.position.y, .number(), "px from the top", required: true)
    Property("time", \.report.time, .optional(.number()), "Seconds from any origin; without times there is no inertia.")
    Property("pointer", \.report.pointer, .integer(), "Which pointer it is: fingers have different numbers.")
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

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

struct HighlightParams: Sendable {
  var target = ChartTarget()
  var mark = MarkAddress()
  var x: Int?
  var y: Double?
  var notify = true
  var render = true

  static let schema = Schema.object("HighlightParams", "A mark to select, or none.", initial: HighlightParams()) {
    Property.chart(\.target.chart)
    Property("index", \.mark.index, MarkAddress.Index.schema, "The mark's index in its series; null for none.")
    Property("series", \.mark.series, .optional(.integer(min: 0)), "The series or ring; the first if not given.")
    Property("path", \.mark.path, .optional(.path), "The indices that lead to a slice, instead of index and series.")
    Property("x", \.x, .optional(.integer(min: 0)), "The place on the x axis; of a pie the index of a slice.")
    Property("y", \.y, .optional(.number()), "The place on the y axis; a pie has none.")
    Property("notify", \.notify, .bool(), "Whether there are events.")
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

struct ToggleParams: Sendable {
  var target = ChartTarget()
  var entry = LegendEntry.index(0)
  var render = true

  static let schema = Schema.object("ToggleParams", "An entry of the legend.", initial: ToggleParams()) {
    Property.chart(\.target.chart)
    Property("series", \.entry, LegendEntry.schema, "The entry: its index, or its text.", required: true)
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

struct KeyParams: Sendable {
  var target = ChartTarget()
  var key = Key.escape
  var render = true

  static let schema = Schema.object("KeyParams", "A key.", initial: KeyParams()) {
    Property.chart(\.target.chart)
    Property("key", \.key, .word(), "Its name in the DOM's KeyboardEvent.key.", required: true)
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

struct AdvanceParams: Sendable {
  var target = ChartTarget()
  var time = 0.0
  var render = true

  static let schema = Schema.object("AdvanceParams", "A moment.", initial: AdvanceParams()) {
    Property.chart(\.target.chart)
    Property("time", \.time, .number(), "Seconds, with the same origin as the pointer's times.", required: true)
    Property.render(\.render)
    Property.session(\.target.session)
  }
}

struct AnimateParams: Sendable {
  enum Action: String, CaseIterable, Sendable { case start, stop }
  enum IfRunning: String, CaseIterable, Sendable { case ignore, restart }

  var target = ChartTarget()
  var action = Action.start
  var ifRunning = IfRunning.ignore
  var time: Double?
  var render = true

  static let schema = Schema.object("AnimateParams", "What to do with the animation.", initial: AnimateParams()) {
    Property.chart(\.target.chart)
    Property("action", \.action, .word(), "`stop` ends it at once, in the finished picture.", required: true)
    Property("ifRunning", \.ifRunning, .word(), "What a start does while one runs.")
    Property("time", \.time, .optional(.number()), "When it starts, in seconds; at the next `chart/advance` if not given.")
    Property.render(\.render)
    Property.session(\.target.session)
  }
}
