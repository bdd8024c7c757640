public import ChartModel

/// What stands beside a name in the legend, or for a size: as entries look in the chart.
public enum LegendSymbol: Hashable, Sendable {
  /// A square with rounded corners, for what has no shape of its own.
  case swatch
  /// Such a square of which only the rim is painted.
  case hollow
  case circle
  /// The corners of an outline about (0, 0) that covers as much as a circle of radius 1.
  case outline([Point])
  /// A piece of a line so wide, in px, with its dashes and the dot at its values.
  case line(width: Double, dash: [Double], dot: Dot)

  /// What a line has at its values.
  public enum Dot: Hashable, Sendable { case none, solid, hollow }

  /// How much room it takes before a name, in px.
  public var size: Size {
    if case .line = self { Size(width: 20, height: 11) } else { Size(width: 11, height: 11) }
  }

  /// How far from its centre to the sides, and up or down, it reaches where it is as large as a circle of radius 1.
  var reach: Size {
    guard case .outline(let corners) = self else { return Size(width: 1, height: 1) }
    return corners.reduce(Size(width: 1, height: 1)) {
      Size(width: max($0.width, abs($1.x)), height: max($0.height, abs($1.y)))
    }
  }

  /// The symbol in the room of a swatch.
  func node(in swatch: Rect, color: Color, on surface: Surface) -> Node {
    if self == .hollow {
      return Node(
        .rect(swatch.inset(by: 1), cornerRadius: 1.5),
        style: Style(fill: surface.color, stroke: color, strokeWidth: 2))
    }
    guard case .line(let width, let dash, let dot) = self else {
      return Node(shape(in: swatch), style: Style(fill: .color(color)))
    }
    var (path, style) = (Path(), Style())
    path.move(to: Point(x: swatch.minX, y: swatch.midY))
    path.line(to: Point(x: swatch.maxX, y: swatch.midY))
    (style.stroke, style.strokeWidth) = (.color(color), min(max(width, 1), 5))
    if !dash.isEmpty {
      // Longer ones are told from shorter ones by there being a gap at all.
      let longest = swatch.width * 0.4
      style.strokeDash = dash.map { min($0, longest) }
    }
    let line = Node(.path(path), style: style)
    guard dot != .none else { return line }
    var dotStyle = Style(fill: .color(dot == .solid ? color : surface.color))
    if dot == .hollow { (dotStyle.stroke, dotStyle.strokeWidth) = (.color(color), 1.5) }
    let center = Point(x: swatch.midX, y: swatch.midY)
    return Node(.group([line, Node(.circle(center: center, radius: max(3.5, min(width + 1, 5))), style: dotStyle)]))
  }

  /// The symbol in the room of a swatch, where it is filled.
  private func shape(in swatch: Rect) -> Node.Shape {
    let center = Point(x: swatch.midX, y: swatch.midY)
    switch self {
    case .swatch, .hollow, .line: return .rect(swatch, cornerRadius: 2.5)
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
    case .swatch, .hollow, .line:
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
