import JSONModel

/// What of a plot can be selected besides single marks.
public struct PlotSelectSpec: Hashable, Sendable {
  /// Along which axes dragging draws an interval; what scrolls is then moved by wheel, two fingers or the overview.
  public var brush = PlotDirections.none
  /// What is brushed before anybody does anything: from one place to another along each axis.
  public var x: [PositionSpec]?
  public var y: [PositionSpec]?
  /// The same of the numbers that colours stand for.
  public var colors: [Double]?
  /// Which linked charts show the selected rows alone.
  public var filter = LinkFilter.none

  public init() {}

  /// An object, or along what the brush is drawn: `select: x`.
  static let schema: Schema<PlotSelectSpec> = .either(
    .object("PlotSelect", "What of a plot can be selected besides single marks.", initial: PlotSelectSpec()) {
      Property(
        "brush", \.brush, .word(),
        "Along which axes dragging draws an interval, which can be moved, and resized at its edges: `x`, `y`, `both`.")
      Property(
        "x", \.x, .optional(interval),
        "What is brushed at first: from one position to another, as numbers, names or moments.")
      Property("y", \.y, .optional(interval), "The same of values.")
      Property(
        "colors", \.colors, .optional(.array(of: .number(), minItems: 2, maxItems: 2)),
        "The same of the numbers that colours stand for: all else is paler. A drag along the bar in the legend brushes them, "
          + "and a tap what lies between two round numbers.")
      LinkFilter.property(\PlotSelectSpec.filter)
    },
    or: .only(\.brush, .word(), of: PlotSelectSpec()))

  private static let interval: Schema<[PositionSpec]> = .array(of: PositionSpec.schema, minItems: 2, maxItems: 2)
}
