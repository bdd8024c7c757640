import JSONModel

/// How a chart draws itself in.
public struct AnimationSpec: Hashable, Sendable {
  /// The movement. Pies sweep or wipe.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case none
    /// The slices open like a fan: each one's offset from the start angle is multiplied by the phase.
    case sweep
    /// The finished chart is uncovered clockwise.
    case wipe
  }

  public var kind = Kind.none
  /// In seconds.
  public var duration = 1.0
  public var easing = Easing.easeInOut
  /// Whether the picture of a chart that was just made plays by itself. Else the animation waits for `chart/animate`.
  public var autoplay = false

  public init() {}

  /// An object, or the kind alone: `animation: sweep`.
  static let schema: Schema<AnimationSpec> = .either(
    .object("Animation", "How the chart draws itself in.", initial: AnimationSpec()) {
      Property(
        "kind", \.kind, .word(), "`sweep`: slices open like a fan; `wipe`: the finished chart is uncovered clockwise.")
      Property("duration", \.duration, .number(above: 0, max: 600), "Seconds.")
      Property("easing", \.easing, .word(), "How the phase follows the time.")
      Property("autoplay", \.autoplay, .bool(), "Whether the picture of a chart that was just made plays by itself.")
    },
    or: Schema<Kind>.word().map(
      decode: { kind throws(InvalidValue) in
        var spec = AnimationSpec()
        spec.kind = kind
        return spec
      },
      encode: \.kind))
}
