import JSONModel

/// An axis of values.
public struct ValueAxisSpec: Hashable, Sendable {
  public enum Scale: String, CaseIterable, Hashable, Sendable {
    case linear, log
    /// Names, one row each.
    case category
    /// Moments, in the time zone of the axis of positions; inside charts milliseconds since 1970.
    case time
  }

  public enum Side: String, CaseIterable, Hashable, Sendable {
    case left, right
  }

  public var style = AxisStyleSpec()
  public var scale = Scale.linear
  /// The names of its rows, the first one on top unless it is reversed; those that occur if not given.
  public var labels: [String] = []
  /// The side on which the labels stand; left for the first axis, right for the second if not given.
  public var position: Side?
  /// Where it begins and ends: numbers, or moments as texts.
  public var start: PositionSpec?
  public var end: PositionSpec?
  /// What is added beyond the greatest value, in units of the axis; days on one of moments.
  public var headroom = 0.0
  /// Whether values grow the other way: downwards, or to the left in a horizontal chart.
  public var isReversed = false
  /// Whether the axis begins and ends at round numbers, where `min` and `max` don't say.
  public var isNice = true
  /// Whether 0 is always part of it; for bars it is if not given.
  public var includesZero: Bool?
  /// Where labels stand: numbers, or moments as texts.
  public var tickPlaces: [PositionSpec]?
  /// How high a row of names is, or how far apart ticks are, in px; all of them share the plot if not given. Higher content
  /// scrolls.
  public var spacing: Double?
  /// How far apart the ticks are, instead of what fits best.
  public var step: Double?
  /// How values along it are written; as the chart's ``CommonSpec/format`` says if not given.
  public var format: FormatSpec?
  /// How many names belong together, of which each group is to have the same written, once it is made ready to be drawn.
  package var period: Int?
  /// How high a row is at most, as a share of the length of the other axis.
  package var mostRowShare: Double?

  /// What charts beside it show, which it is to show, too; and whether what they show stands on 0.
  package var sharedExtent: ClosedRange<Double>?
  package var isSharedFilled = false

  public init() {
    style.grid = RuleSpec()
  }

  /// Where it begins and ends, as far as that is a number.
  public var min: Double? {
    get { start?.number }
    set { start = newValue.map(PositionSpec.number) }
  }
  public var max: Double? {
    get { end?.number }
    set { end = newValue.map(PositionSpec.number) }
  }
  /// Where labels stand, as far as these are numbers.
  public var ticks: [Double]? {
    get { tickPlaces?.compactMap(\.number) }
    set { tickPlaces = newValue?.map(PositionSpec.number) }
  }

  static let schema = Schema.object("ValueAxis", "An axis of values.", initial: ValueAxisSpec()) {
    AxisStyleSpec.properties.map { $0.lifted(to: \ValueAxisSpec.style) }
    Property(
      "scale", \.scale, .word(),
      "`log` for values over several powers of ten; `category` for names, and `time` for moments in the time zone of `x`, which "
        + "texts tell by themselves: dates such as `2026-08-21` are moments unless it says `category`."
    )
    .alsoCalled("type", "logarithmic")
    .suggested(for: ["timeZone": "x.timeZone"])
    Property(
      "labels", \.labels, .array(of: .name, maxItems: PositionAxisSpec.maximumCount),
      "The names of its rows, the first one on top; of points and cells alone, whose values may be names.")
    Property(
      "spacing", \.spacing, .optional(.number(above: 0, max: 10_000)),
      "The height of a row of names in px, of numbers that of a `step` or from tick to tick; all share the plot if not given. What is "
        + "higher than that scrolls.")
    Property("position", \.position, .optional(.word()), "The side on which the labels stand.")
    Property(
      "min", \.start, .optional(PositionSpec.schema),
      "Where it begins: a number or a moment; the data's least value, rounded, if not given.")
    Property(
      "max", \.end, .optional(PositionSpec.schema),
      "Where it ends: a number or a moment; the data's greatest value, rounded, if not given.")
    Property(
      "headroom", \.headroom, .number(min: 0),
      "What is added beyond the greatest value, in units of the axis; in days where it has moments.")
    Property(
      "reverse", \.isReversed, .bool(),
      "Whether values grow downwards, or to the left in a horizontal chart: for depths and ranks."
    )
    .alsoCalled("reversed", "inverse", "inverted", "descending")
    Property("nice", \.isNice, .bool(), "Whether it begins and ends at round numbers.")
    Property("zero", \.includesZero, .optional(.bool()), "Whether 0 is part of it; for bars it is if not given.")
    Property(
      "ticks", \.tickPlaces, .optional(.array(of: PositionSpec.schema, maxItems: 1_000)),
      "Where labels stand: numbers or moments.")
    Property("step", \.step, .optional(.number(above: 0)), "How far apart the ticks are; what fits best if not given.")
    Property(
      "format", \.format, .optional(FormatSpec.schema),
      "How values along it are written, at its ticks, in markers and in the labels of its series; as the chart's `format` says if not "
        + "given.")
  }.validated { axis, faults throws(InvalidValue) in
    if axis.scale == .log, !axis.labels.isEmpty {
      try faults.add(InvalidValue("names have no logarithms: leave `scale` out", at: .key("labels")))
    }
    try axis.checkMoments(&faults)
    if axis.scale == .category || !axis.labels.isEmpty {
      let ofNumbers = [
        ("min", axis.start != nil), ("max", axis.end != nil), ("ticks", axis.tickPlaces != nil),
        ("step", axis.step != nil),
      ]
      for (key, isGiven) in ofNumbers where isGiven {
        try faults.add(InvalidValue("is for numbers; `labels` says which names there are", at: .key(key)))
      }
    }
    if axis.scale == .log, let min = axis.min, min <= 0 {
      try faults.add(InvalidValue(ValueAxisSpec.startsTooLow(min), at: .key("min")))
    }
    if let min = axis.min, let max = axis.max, min >= max {
      try faults.add(InvalidValue("expected more than min, which is \(JSON(min).text)", at: .key("max")))
    }
  }
}

extension ValueAxisSpec {
  /// What is said where an axis of powers of ten, of values or of positions, is to begin or end at 0 or below.
  package static func startsTooLow(_ number: Double) -> String {
    "a log axis begins above 0, got \(JSON(number).text): give a number above 0, or leave it out"
  }

  /// Checks what can't be where its values are moments, and moments where they are none.
  private func checkMoments(_ faults: inout FaultList) throws(InvalidValue) {
    if scale == .time {
      if !labels.isEmpty {
        try faults.add(InvalidValue("names are no moments: leave `scale` out", at: .key("labels")))
      }
      if step != nil {
        try faults.add(InvalidValue("is for numbers; `ticks` says at which moments labels stand", at: .key("step")))
      }
      if includesZero == true {
        try faults.add(InvalidValue("among moments there is no 0: leave it out", at: .key("zero")))
      }
    }
    func check(_ place: PositionSpec?, at path: JSONPath) throws(InvalidValue) {
      guard case .text(let text)? = place, scale == .log || !text.mayBeMoment else { return }
      let expected = scale == .log ? "a number" : "a number, or a moment such as 2026-08-21"
      try faults.add(InvalidValue("expected \(expected), got '\(text.excerpt)'", at: path, kind: .mismatch))
    }
    try check(start, at: .key("min"))
    try check(end, at: .key("max"))
    for (index, place) in (tickPlaces ?? []).enumerated() {
      try check(place, at: JSONPath([.key("ticks"), .index(index)]))
    }
  }
}
