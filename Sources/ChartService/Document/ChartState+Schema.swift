import ChartEngine
import ChartModel
import JSONModel

extension ChartState {
  /// What interactions made of a chart. Gestures are not among it: their pointers are down somewhere else.
  static let schema: Schema<ChartState> = Schema.object(
    "State", "What interactions made of a chart.", initial: ChartState()
  ) {
    Property(
      "startAngle", \.view.startAngle, .number(min: 0, below: 360),
      "Where the first slice of a pie begins, in degrees.",
      required: true)
    Property(
      "selection", \.view.selection, .optional(.path), "The indices that lead to the selected mark.", required: true)
    Property(
      "hidden", \.view.hidden, .array(of: .integer(min: 0)), "The entries that the legend has hidden.", required: true)
    Property(
      "progress", \.view.progress, .number(min: 0, max: 1), "How far the draw-in animation is, before easing.",
      required: true)
    Property("viewport", \.view.viewport, .optional(Viewport.schema), "Which part of a plot is seen.")
    Property("brush", \.view.brush, .optional(Brush.schema), "The part of a plot that is brushed.")
    Property(
      "root", \.view.root, .optional(.path),
      "The part of a hierarchy that is shown alone, by the indices that lead to it; all of it if not given.")
    Property("spin", \.spin, .optional(Spin.schema), "The spin that is going on.")
    Property("glide", \.glide, .optional(Glide.schema), "The scrolling that is going on.")
    Property("animation", \.animation, .optional(RunningAnimation.schema), "The animation that is going on.")
    Property(
      "charts", \.wholeChildren,
      .array(of: .deferred(expectation: "an object") { ChartState.schema }, maxItems: LayoutSpec.maximumCount),
      "Of a chart that is made of charts their states, but for the selection, of which there is one in all.")
    Property(
      "focus", \.focus, .optional(.integer(min: 0)),
      "Which of its charts keys are for.")
  }
}

extension Viewport {
  static let schema = Schema.object("Viewport", "Which part of a plot is seen.", initial: Viewport()) {
    Property("zoomX", \.zoomX, .number(min: 1), "How many times as large as at first it is along the x axis.")
    Property("zoomY", \.zoomY, .number(min: 1), "How many times as large as at first it is along the value axes.")
    Property(
      "startX", \.startX, .number(),
      "The position where what is seen begins: the number of a slot, a number, or ms since 1970; on a log axis the logarithm.",
      required: true)
    Property(
      "startY", \.startY, .number(min: 0, below: 1), "The share of the value axes that lies below the lower edge.")
  }
}

extension Spin {
  fileprivate static let schema = Schema.object(
    "Spin", "A pie that spins on.", initial: Spin(time: 0, angle: 0, velocity: 0, deceleration: 0.9)
  ) {
    Property("time", \.time, .number(), "When it began, in seconds.", required: true)
    Property("angle", \.angle, .number(), "The start angle at that moment, in degrees.", required: true)
    Property("velocity", \.velocity, .number(), "Degrees a second at that moment, clockwise.", required: true)
    Property(
      "deceleration", \.deceleration, .number(above: 0, max: 1), "The share of the speed lost each second.",
      required: true)
  }
}

extension Glide {
  fileprivate static let schema = Schema.object(
    "Glide", "A plot that scrolls on.", initial: Glide(time: 0, start: 0, target: 0, duration: 0, rate: 1)
  ) {
    Property("time", \.time, .number(), "When it began, in seconds.", required: true)
    Property("start", \.start, .number(), "Where what is seen begins at that moment.", required: true)
    Property("target", \.target, .number(), "The same at the end.", required: true)
    Property("duration", \.duration, .number(min: 0), "How long it takes, in seconds.", required: true)
    Property("rate", \.rate, .number(above: 0), "The rate of the exponential decay, per second.", required: true)
  }
}

extension RunningAnimation {
  fileprivate static let schema = Schema.object(
    "RunningAnimation", "A draw-in animation that runs.", initial: RunningAnimation()
  ) {
    Property("startTime", \.startTime, .optional(.number()), "When it began, in seconds, if that is known yet.")
  }
}
