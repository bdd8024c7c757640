public import ChartModel

/// What a chart is drawn on.
public struct Canvas: Hashable, Sendable {
  /// The chart's name: the ids inside the SVG begin with it.
  public var id: String
  public let size: Size
  public let theme: Theme
  /// What is painted behind everything: possibly translucent.
  public let background: Color
  /// What the chart so lies on, with the colours of what is no mark.
  public internal(set) var surface: Surface
  /// Of which the fonts of its texts are made.
  public var typeface: Typeface
  /// Whether it is a part of a larger one.
  var isPart = false
  /// Where the axes of a chart of this size are, if that is not up to it: in line with those of charts beside it.
  var plot: Rect?
  /// The axes whose labels stand at charts beside it.
  var omitted: AxisSides = []
  /// How far names that stand below a plot are turned at least, in degrees: those of charts beside it are.
  var leastTurn = 0.0
  /// The size that marks are fitted to if that is not its own: charts that have one legend draw what is as much as large.
  var sharedScale: Size?

  /// - Parameters:
  ///   - size: Taken to be at least 0 and at most 20,000 px wide and high.
  ///   - background: The author's, if it is not the theme's.
  public init(
    id: String, size: Size = .standard, theme: Theme = .light, background: Color? = nil, typeface: Typeface = .usual
  ) {
    (self.id, self.typeface) = (id, typeface)
    // What is no number is no size.
    func clamped(_ length: Double) -> Double { length > 0 ? min(length, 20_000) : 0 }
    self.size = Size(width: clamped(size.width), height: clamped(size.height))
    self.theme = theme
    self.background = background ?? theme.background
    surface = Surface(theme, background: background)
  }

  /// Whether it is a picture of its own that has room for little but marks.
  var isSmall: Bool { !isPart && (size.width < 240 || size.height < 160) }

  /// The canvas of a chart whose marks lie on bands, too.
  func covered(by bands: [Color]) -> Canvas {
    guard !bands.isEmpty else { return self }
    var covered = self
    covered.surface = surface.covered(by: bands)
    return covered
  }

  /// The size of a picture that marks are to suit.
  var scaleOfMarks: Size { sharedScale ?? size }

  public var bounds: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }

  /// The bounds without a margin of 12 px, or less in small charts.
  public var innerBounds: Rect {
    let margin = min(12, 0.05 * min(size.width, size.height))
    return bounds.inset(left: margin, top: margin, right: margin, bottom: margin)
  }
}

/// Axes of a plot.
struct AxisSides: OptionSet, Hashable, Sendable {
  let rawValue: UInt8
  static let x = AxisSides(rawValue: 1)
  static let left = AxisSides(rawValue: 2)
  static let right = AxisSides(rawValue: 4)
}
