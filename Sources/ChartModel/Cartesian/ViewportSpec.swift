import JSONModel

/// Which part of the positions is seen, and how it can be moved.
public struct ViewportSpec: Hashable, Sendable {
  public enum Start: Hashable, Sendable {
    case start, end
    /// The first slot or position seen.
    case position(PositionSpec)
  }

  /// How many slots are seen; all of them if not given.
  public var visibleCount: Double?
  public var start = Start.start
  /// Whether scrolling settles with a bar in the centre, which is highlighted.
  public var snaps = false
  public var scrolls = true
  /// Whether a line at the plot's edge tells which part is seen, where there is more.
  public var hasScrollbar = true
  /// Whether all there is stands small beside the plot, with the part that is seen, to be moved and resized.
  public var hasOverview = false
  /// Along which axes it can be zoomed.
  public var zoom = PlotDirections.x
  /// The greatest magnification.
  public var maxZoom = 100.0
  public var hasInertia = true
  /// The share of its speed lost each second.
  public var deceleration = 0.9
  /// How far the pointer moves before a tap becomes a drag, in px.
  public var threshold = 8.0

  public init() {}

  static let schema = Schema.object(
    "PlotViewport", "Which part of the positions is seen, and how it can be moved.", initial: ViewportSpec()
  ) {
    Property(
      "visibleCount", \.visibleCount, .optional(.number(above: 0, max: 1e9)),
      "How many slots are seen; all if not given.")
    Property("start", \.start, startSchema, "`start`, `end`, or the first position seen.")
    Property(
      "snap", \.snaps, .bool(),
      "Whether scrolling settles with a bar in the centre, highlighted, of an even number with the one after it: where a whole number is "
        + "seen, those at the edges are whole."
    )
    Property("scroll", \.scrolls, .bool(), "Whether dragging scrolls.")
    Property(
      "scrollbar", \.hasScrollbar, .bool(),
      "Whether a short line at the plot's edge tells which part is seen, where there is more than that.")
    Property(
      "overview", \.hasOverview, .bool(),
      "Whether a strip beside the plot has all there is, small, and the part that is seen, to be moved and resized by dragging."
    )
    Property("zoom", \.zoom, .word(), "Along which axes it can be zoomed: `x`, `y`, `both` or `none`.")
    Property("maxZoom", \.maxZoom, .number(min: 1, max: 1e6), "The greatest magnification.")
    Property("inertia", \.hasInertia, .bool(), "Whether it scrolls on after a fast drag.")
    Property("deceleration", \.deceleration, .number(above: 0, max: 1), "The share of its speed lost each second.")
    Property(
      "threshold", \.threshold, .number(min: 0, max: 1000),
      "How far the pointer moves before a tap becomes a drag, in px.")
  }

  private static let startSchema: Schema<Start> = PositionSpec.schema.map(
    decode: { position throws(InvalidValue) in
      switch position {
      case .text("start"): .start
      case .text("end"): .end
      default: .position(position)
      }
    },
    encode: { start in
      switch start {
      case .start: .text("start")
      case .end: .text("end")
      case .position(let position): position
      }
    })
}

/// Room around the plot.
public struct PaddingSpec: Hashable, Sendable {
  public var left = 0.0
  public var top = 0.0
  public var right = 0.0
  public var bottom = 0.0
  /// The least room on each side, labels included, in px.
  public var minimum = 0.0

  public init() {}

  /// The same on all sides.
  public init(_ padding: Double) { (left, top, right, bottom) = (padding, padding, padding, padding) }

  static let schema: Schema<PaddingSpec> = .either(
    objectSchema,
    or: Schema<Double>.number(min: 0, max: 10_000).map(
      decode: { padding throws(InvalidValue) in PaddingSpec(padding) }, encode: \.left))

  private static let objectSchema = Schema.object(
    "Padding", "Room around the axes and the plot, in px.", initial: PaddingSpec()
  ) {
    Property("left", \.left, .number(min: 0, max: 10_000), "How much is free at the left, in px.")
    Property("top", \.top, .number(min: 0, max: 10_000), "How much is free at the top, in px.")
    Property("right", \.right, .number(min: 0, max: 10_000), "How much is free at the right, in px.")
    Property("bottom", \.bottom, .number(min: 0, max: 10_000), "How much is free at the bottom, in px.")
    Property("minimum", \.minimum, .number(min: 0, max: 10_000), "The least room on each side, labels included, in px.")
  }
}
