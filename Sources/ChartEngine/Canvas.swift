public import ChartModel

/// What a chart is drawn on.
public struct Canvas: Hashable, Sendable {
  /// The chart's name: the ids inside the SVG begin with it.
  public var id: String
  public var size: Size
  public var theme: Theme

  public init(id: String, size: Size = .standard, theme: Theme = .light) {
    self.id = id
    self.size = size
    self.theme = theme
  }

  public var bounds: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }

  /// The bounds without a margin of 12 px, or less in small charts.
  var innerBounds: Rect {
    let margin = min(12, 0.05 * min(size.width, size.height))
    return bounds.inset(left: margin, top: margin, right: margin, bottom: margin)
  }
}
