import ChartModel

extension Canvas {
  /// What is to be known of a picture, in its upper right corner.
  /// - Parameter area: Where there is room for it; beside the title if not given.
  func notice(_ text: String?, in area: Rect? = nil) -> [Node] {
    guard let text else { return [] }
    let area = area ?? bounds
    let bubble = Bubble(
      [MarkerRunSpec(text)], font: typeface.font(usual: 10), color: surface.secondaryText, background: surface.color,
      padding: 4, maximum: area.size)
    let frame = Rect(
      x: area.maxX - bubble.size.width, y: area.minY, width: bubble.size.width, height: bubble.size.height)
    return [
      Node(.rect(frame, cornerRadius: 3), style: Style(fill: surface.color, opacity: 0.85)),
      Node(.group(bubble.texts(in: frame))),
    ]
  }
}
