public import ChartModel

/// What stands beside a name in the legend, or for a size: as entries look in the chart.
public enum LegendSymbol: Hashable, Sendable {
  /// A square with rounded corners, for what has no shape of its own.
  case swatch
  case circle
  /// The corners of an outline about (0, 0) that covers as much as a circle of radius 1.
  case outline([Point])

  /// The symbol in the room of a swatch.
  public func shape(in swatch: Rect) -> Node.Shape {
    let center = Point(x: swatch.midX, y: swatch.midY)
    switch self {
    case .swatch: return .rect(swatch, cornerRadius: 2.5)
    case .circle: return shape(at: center, radius: swatch.width / 2)
    case .outline(let corners):
      // As large as a circle, unless its corners would come near the name.
      let reach = corners.reduce(1) { max($0, $1.length) }
      return shape(at: center, radius: min(swatch.width * 0.45, swatch.width * 0.64 / reach))
    }
  }

  /// The symbol as large as a circle of a radius in px.
  func shape(at center: Point, radius: Double) -> Node.Shape {
    switch self {
    case .swatch:
      return .rect(
        Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius), cornerRadius: 2.5)
    case .circle: return .circle(center: center, radius: radius)
    case .outline(let corners):
      var path = Path()
      for (index, corner) in corners.enumerated() {
        let point = Point(x: center.x + corner.x * radius, y: center.y + corner.y * radius)
        if index == 0 { path.move(to: point) } else { path.line(to: point) }
      }
      path.close()
      return .path(path)
    }
  }
}
