package import JSONModel

/// How the prices of a time look: where they began and ended, and between which ends they went.
public struct CandlestickStyleSpec: SeriesStyle, Hashable, Sendable {
  public enum Style: String, CaseIterable, Hashable, Sendable {
    /// A body from the first to the last price, hollow where prices rose, and a line from the lowest to the highest.
    case candles
    /// A line from the lowest to the highest price, with the first at its left and the last at its right.
    case bars
  }

  /// The first, the highest and the lowest price; the last one is the value.
  public var open: NumberChannelSpec?
  public var high: NumberChannelSpec?
  public var low: NumberChannelSpec?
  public var style = Style.candles
  /// Of what rose, and of what fell; the palette's first two if not given.
  public var rising: Color?
  public var falling: Color?
  /// Of lines, in px.
  public var lineWidth = 1.5
  /// What colours tell that the author doesn't give, once it is made ready to be drawn.
  package var coloring = Coloring.direction

  /// Whether prices rose, else which series it is: then what rose is hollow and what fell is filled.
  package enum Coloring: Sendable { case direction, series, oneOfSeveral }

  public init() {}

  package static let name = "candlestick"
  package static let documentation = "The first, highest, lowest and last price of each time."
  package static let chartDocumentation = "The first, highest, lowest and last price of each time."

  package var kind: SeriesSpec.Kind { .candlestick(self) }
  package var standsInSlots: Bool { true }
  package var closesGaps: Bool { true }
  package var isStackable: Bool { false }
  package func weight(ofEntries count: Int) -> Int { count * 2 }

  /// Between which prices a time's went.
  package var error: ErrorSpec? {
    var range = ErrorSpec()
    (range.low, range.high) = (low, high)
    return range
  }

  package static let properties: [Property<CandlestickStyleSpec>] = [
    Property(
      "open", \.open, .optional(NumberChannelSpec.schema),
      "The first price of each time: numbers, or the name of a column; the last one is the value."),
    Property("high", \.high, .optional(NumberChannelSpec.schema), "The highest price of each time."),
    Property("low", \.low, .optional(NumberChannelSpec.schema), "The lowest price of each time."),
    Property(
      "style", \.style, .word(), "`candles`, hollow where prices rose, or `bars` with the first price at the left."
    )
    .alsoCalled("as"),
    Property("rising", \.rising, .optional(Color.schema), "Where prices rose."),
    Property("falling", \.falling, .optional(Color.schema), "Where prices fell."),
    Property("lineWidth", \.lineWidth, .number(min: 0, max: 20), "How wide wicks are, in px."),
  ]

  package static let channelNames = ["open", "high", "low"]

  package var channels: [SeriesChannel] {
    [open?.channel("open"), high?.channel("high"), low?.channel("low")].compactMap(\.self)
  }

  package mutating func fill(channel name: String, with values: ColumnSpec) {
    switch name {
    case "open": open?.values = values
    case "high": high?.values = values
    case "low": low?.values = values
    default: break
    }
  }
}

extension CartesianSpec.Kind {
  public static let candlestick = CartesianSpec.Kind(CandlestickStyleSpec.self)
}
