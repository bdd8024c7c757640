import JSONModel

/// The axis along which marks follow one another: names, numbers or moments.
public struct PositionAxisSpec: Hashable, Sendable {
  /// What positions are.
  public enum Scale: String, CaseIterable, Hashable, Sendable {
    /// Names, one slot each.
    case category
    case linear
    case log
    /// Moments: ISO 8601.
    case time
  }

  public enum Side: String, CaseIterable, Hashable, Sendable {
    case bottom, top
  }

  /// Where the first and the last position are.
  public enum Placement: String, CaseIterable, Hashable, Sendable {
    /// In the middle of a slot each.
    case slots
    /// On the edges of the plot.
    case edges
  }

  public var style = AxisStyleSpec()
  /// How numbers along it are written, at its ticks and in words; in digits if not given.
  public var format: FormatSpec?
  /// What kind of positions they are; told by the positions if not given.
  public var scale: Scale?
  /// The names of the slots.
  public var labels: [String] = []
  /// The positions of all series that have none of their own: numbers, or moments as ISO 8601.
  public var values = ColumnSpec.numbers([])
  /// The last days before one, as labels: R0's last seven.
  public var lastDays: LastDaysSpec?
  /// An IANA name such as `Europe/Berlin`, an offset such as `+02:00`, or `UTC`: where days begin.
  public var timeZone = "UTC"
  /// The zone's rules as a TZif file has them (RFC 9636). Whoever reads the spec adds them, since the model reads no files.
  public var timeZoneRules: [UInt8]?
  /// Whether moments stand as far apart as they are, rather than side by side; as its series have it if not given.
  public var hasGaps: Bool?
  public var position = Side.bottom
  /// Whether positions go the other way: to the left, or upwards in a horizontal chart.
  public var isReversed = false
  public var placement: Placement?
  /// The width of a slot in px; the plot is divided evenly if not given. Wider content scrolls.
  public var spacing: Double?
  /// Free room before the first and after the last slot, in slots.
  public var spaceMin: Double?
  public var spaceMax: Double?
  /// The first and last position shown, instead of the data's.
  public var min: PositionSpec?
  public var max: PositionSpec?
  /// The ticks, instead of those that fit best.
  public var ticks: [PositionSpec]?

  /// What charts beside it show, as coordinates, which it is to show, too; and how wide their slots are.
  package var sharedExtent: ClosedRange<Double>?
  package var sharedSlot: Double?

  public init() { style.grid = nil }

  static let schema = Schema.object(
    "PositionAxis", "The axis along which marks follow one another.", initial: PositionAxisSpec()
  ) {
    AxisStyleSpec.properties.map { $0.lifted(to: \PositionAxisSpec.style) }
    Property(
      "format", \.format, .optional(FormatSpec.schema),
      "How numbers along it are written, at its ticks and in markers; in digits if not given, where the chart's `format` is that of "
        + "values, but as this says in histograms and in heat maps of bins, which count what lies along it. Moments are written by the "
        + "pattern in `tickLabels.format`, names as they are.")
    Property("scale", \.scale, .optional(.word()), "Told by `labels` or `values` if not given.")
      .alsoCalled("type")
    Property("labels", \.labels, .array(of: .name, maxItems: maximumCount), "The names of the slots.")
      .alsoCalledWithLists("label", "name", "names", "categories")
    Property(
      "values", \.values, ColumnSpec.schema,
      "The positions of all series without their own: numbers, or moments such as `2026-08-21` or `2026-08-21T14:30Z`.")
    Property("lastDays", \.lastDays, .optional(LastDaysSpec.schema), "The last days before one, as labels.")
    Property("timeZone", \.timeZone, .string(minLength: 1), "`Europe/Berlin`, `+02:00` or `UTC`: where days begin.")
    Property(
      "gaps", \.hasGaps, .optional(.bool()),
      "Whether times of which there is nothing keep their room: weekends of a candlestick chart don't, if not given.")
    Property("position", \.position, .word(), "The side on which the labels stand.")
    Property(
      "reverse", \.isReversed, .bool(),
      "Whether positions go to the left, or upwards in a horizontal chart: for the ages of rocks, say, or to have the latest first."
    )
    .alsoCalled("reversed", "inverse", "inverted", "descending")
    Property(
      "placement", \.placement, .optional(.word()),
      "`slots`: each position in the middle of a slot; `edges`: the first and the last on the plot's edges.")
    Property(
      "spacing", \.spacing, .optional(.number(above: 0, max: 10_000)),
      "The width of a slot in px; divided evenly if not given.")
    Property(
      "spaceMin", \.spaceMin, .optional(.number(min: 0, max: 1_000)), "Free room before the first slot, in slots.")
    Property("spaceMax", \.spaceMax, .optional(.number(min: 0, max: 1_000)), "Free room after the last slot, in slots.")
    Property("min", \.min, .optional(PositionSpec.schema), "The first position shown; the data's if not given.")
    Property("max", \.max, .optional(PositionSpec.schema), "The last position shown; the data's if not given.")
    Property(
      "ticks", \.ticks, .optional(.array(of: PositionSpec.schema, maxItems: 1_000)),
      "Where labels stand, instead of where they fit best.")
  }

  /// The zone as seconds ahead of UTC, if that is how it is written: `+02:00`, `-0530`, `UTC`, `Z`.
  public var timeZoneOffset: Int? {
    if ["UTC", "Z", "GMT"].contains(timeZone) { return 0 }
    let bytes = Array(timeZone.utf8)
    guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    let digits = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 2 || digits.count == 4, digits.allSatisfy(\.isDigit) else { return nil }
    let numbers = digits.map { Int($0 - UInt8(ascii: "0")) }
    let hours = numbers[0] * 10 + numbers[1]
    let minutes = numbers.count == 4 ? numbers[2] * 10 + numbers[3] : 0
    guard hours < 24, minutes < 60 else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }

  /// The most positions that are names; numbers and moments may be many more.
  public static let maximumCount = 100_000
}
