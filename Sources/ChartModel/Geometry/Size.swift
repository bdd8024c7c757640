public import JSONModel

/// A width and a height, in px.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The size of a chart that names none.
  public static let standard = Size(width: 640, height: 360)

  /// Charts are between 1 and 20,000 px wide and high: enough for print, small enough to rasterise.
  public static let schema = Schema.object("Size", "A width and a height in px.", initial: Size.standard) {
    Property("width", \.width, .number(min: 1, max: 20_000), "The width in px.", required: true)
    Property("height", \.height, .number(min: 1, max: 20_000), "The height in px.", required: true)
  }
}
