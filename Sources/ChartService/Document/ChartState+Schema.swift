import ChartEngine
import JSONModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ChartState {
  /// What interactions made of a chart. Gestures are not among it: their pointers are down somewhere else.
  static let schema = Schema.object("State", "What interactions made of a chart.", initial: ChartState()) {
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
    Property("spin", \.spin, .optional(SpinRecord.schema), "The spin that is going on.")
    Property("glide", \.glide, .optional(GlideRecord.schema), "The scrolling that is going on.")
    Property("animation", \.animation, .optional(AnimationRecord.schema), "The animation that is going on.")
  }
}

extension Viewport {
  static let schema = Schema.object("Viewport", "Which part of a plot is seen.", initial: Viewport()) {
    Property("zoomX", \.zoomX, .number(min: 1), "How many times as large as at first it is along the x axis.")
    Property("zoomY", \.zoomY, .number(min: 1), "How many times as large as at first it is along the value axes.")
    Property(
      "startX", \.startX, .number(),
      "The position at the left edge: the number of a slot, a number, or ms since 1970; on a log axis the logarithm.",
      required: true)
    Property(
      "startY", \.startY, .number(min: 0, below: 1), "The share of the value axes that lies below the lower edge.")
  }
}

// The engine alone makes spins, glides and animations; from outside they come only as what was once written, under these names.

private struct SpinRecord: Codable, Sendable {
  var time = 0.0
  var angle = 0.0
  var velocity = 0.0
  var deceleration = 0.9

  static let schema: Schema<Spin> = Schema.object("Spin", "A pie that spins on.", initial: SpinRecord()) {
    Property("time", \.time, .number(), "When it began, in seconds.", required: true)
    Property("angle", \.angle, .number(), "The start angle at that moment, in degrees.", required: true)
    Property("velocity", \.velocity, .number(), "Degrees a second at that moment, clockwise.", required: true)
    Property(
      "deceleration", \.deceleration, .number(above: 0, max: 1), "The share of the speed lost each second.",
      required: true)
  }.map(
    decode: { record throws(InvalidValue) in try record.converted() },
    encode: { SpinRecord(time: $0.time, angle: $0.angle, velocity: $0.velocity, deceleration: $0.deceleration) })
}

private struct GlideRecord: Codable, Sendable {
  var time = 0.0
  var start = 0.0
  var target = 0.0
  var duration = 0.0
  var rate = 1.0

  static let schema: Schema<Glide> = Schema.object("Glide", "A plot that scrolls on.", initial: GlideRecord()) {
    Property("time", \.time, .number(), "When it began, in seconds.", required: true)
    Property("start", \.start, .number(), "The position at the left edge at that moment.", required: true)
    Property("target", \.target, .number(), "The position at the left edge at the end.", required: true)
    Property("duration", \.duration, .number(min: 0), "How long it takes, in seconds.", required: true)
    Property("rate", \.rate, .number(above: 0), "The rate of the exponential decay, per second.", required: true)
  }.map(
    decode: { record throws(InvalidValue) in try record.converted() },
    encode: {
      GlideRecord(time: $0.time, start: $0.start, target: $0.target, duration: $0.duration, rate: $0.rate)
    })
}

private struct AnimationRecord: Codable, Sendable {
  var startTime: Double?

  static let schema: Schema<RunningAnimation> = Schema.object(
    "RunningAnimation", "A draw-in animation that runs.", initial: AnimationRecord()
  ) {
    Property("startTime", \.startTime, .optional(.number()), "When it began, in seconds, if that is known yet.")
  }.map(
    decode: { record throws(InvalidValue) in try record.converted() },
    encode: { AnimationRecord(startTime: $0.startTime) })
}

extension Encodable {
  /// The same values as another type with the same keys.
  fileprivate func converted<Other: Decodable>() throws(InvalidValue) -> Other {
    do {
      return try JSONDecoder().decode(Other.self, from: JSONEncoder().encode(self))
    } catch {
      throw InvalidValue("cannot be taken: \(error)")
    }
  }
}
