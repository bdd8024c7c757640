import JSONModel

/// How a chart draws itself in.
public struct AnimationSpec: Hashable, Sendable {
  /// The movement. Pies sweep or wipe; plots wipe, stroke, grow or count; radars and polar bars grow or wipe;
  /// funnels grow, gauges sweep.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case none
    /// The slices open like a fan: each one's offset from the start angle is multiplied by the phase. Needles turn so, too.
    case sweep
    /// The finished chart is uncovered: what lies about a centre clockwise, plots from the left to the right.
    case wipe
    /// Lines are drawn from their beginning to their end; bars grow meanwhile.
    case stroke
    /// Bars and lines grow from the baseline, what lies about a centre from there.
    case grow
    /// Points and bars come one after the other.
    case count
  }

  public var kind = Kind.none
  /// In seconds.
  public var duration = 1.0
  public var easing = Easing.easeInOut
  /// Whether the picture of a chart that was just made plays by itself. Else the animation waits for `chart/animate`.
  public var autoplay = false
  /// The share of the time by which the last bar begins to grow after the first one.
  public var stagger = 0.0

  public init() {}

  /// - Throws: If charts of a kind don't move so.
  func check(allowed: [Kind]) throws(InvalidValue) {
    guard !allowed.contains(kind) else { return }
    let words = allowed.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    throw InvalidValue(
      "expected one of \(words), got '\(kind.rawValue)'", at: JSONPath([.key("animation"), .key("kind")]))
  }

  /// An object, or the kind alone: `animation: sweep`.
  static let schema: Schema<AnimationSpec> = .either(
    .object("Animation", "How the chart draws itself in.", initial: AnimationSpec()) {
      Property(
        "kind", \.kind, .word(),
        "Pies `sweep` open like a fan or are uncovered by a `wipe`; plots `wipe`, `stroke`, `grow` or `count`.")
      Property("duration", \.duration, .number(above: 0, max: 600), "How long it takes, in seconds.")
      Property("easing", \.easing, .word(), "How the phase follows the time.")
      Property("autoplay", \.autoplay, .bool(), "Whether the picture of a chart that was just made plays by itself.")
      Property(
        "stagger", \.stagger, .number(min: 0, max: 1),
        "Of bars that grow: the share of the time by which the last begins after the first.")
    },
    or: .only(\.kind, .word(), of: AnimationSpec()))
}
