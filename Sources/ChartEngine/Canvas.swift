public import ChartModel

/// What a chart is drawn on.
public struct Canvas: Hashable, Sendable {
  /// The chart's name: the ids inside the SVG begin with it.
  public var id: String
  public let size: Size
  public var theme: Theme

  /// - Parameter size: Taken to be at least 0 and at most 20,000 px wide and high.
  public init(id: String, size: Size = .standard, theme: Theme = .light) {
    self.id = id
    // What is no number is no size.
    func clamped(_ length: Double) -> Double { length > 0 ? min(length, 20_000) : 0 }
    self.size = Size(width: clamped(size.width), height: clamped(size.height))
    self.theme = theme
  }

  public var bounds: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }

  /// The bounds without a margin of 12 px, or less in small charts.
  public var innerBounds: Rect {
    let margin = min(12, 0.05 * min(size.width, size.height))
    return bounds.inset(left: margin, top: margin, right: margin, bottom: margin)
  }
}
