import ChartModel

/// The space that a plot is laid out in, where positions go to the right and values upwards (or, reversed, downwards), and the way from there into the picture.
///
/// In a horizontal chart all of it is turned clockwise by a quarter: positions go down, values to the right. So marks, axes and
/// gestures know of one direction only; what is to be level in the picture is written from below here.
struct AxesSpace: Sendable {
  /// What the chart is drawn on, as it is seen.
  let picture: Canvas
  /// The same as it lies in this space.
  let canvas: Canvas
  /// Whether the two differ.
  let isTurned: Bool

  init(_ picture: Canvas, _ orientation: CartesianSpec.Orientation) {
    self.picture = picture
    isTurned = orientation == .horizontal
    canvas = isTurned ? picture.resized(picture.size.transposed) : picture
  }

  /// How far a text that is level in the picture is turned here, in degrees.
  var level: Double { isTurned ? -90 : 0 }

  // MARK: - Into the picture

  func picture(_ point: Point) -> Point {
    isTurned ? Point(x: picture.size.width - point.y, y: point.x) : point
  }

  func picture(_ rect: Rect) -> Rect {
    isTurned ? Rect(x: picture.size.width - rect.maxY, y: rect.minX, width: rect.height, height: rect.width) : rect
  }

  /// A way rather than a place.
  func picture(way: Point) -> Point { isTurned ? Point(x: -way.y, y: way.x) : way }

  /// The axes of the picture along which something is zoomed.
  func picture(_ zoom: PlotDirections) -> PlotDirections {
    guard isTurned else { return zoom }
    switch zoom {
    case .x: return .y
    case .y: return .x
    case .none, .both: return zoom
    }
  }

  func picture(_ nodes: [Node]) -> [Node] {
    isTurned ? nodes.map { $0.turnedByQuarter(width: picture.size.width) } : nodes
  }

  // MARK: - Out of the picture

  func axes(_ point: Point) -> Point {
    isTurned ? Point(x: point.y, y: picture.size.width - point.x) : point
  }

  func axes(_ rect: Rect) -> Rect {
    isTurned ? Rect(x: rect.minY, y: picture.size.width - rect.maxX, width: rect.height, height: rect.width) : rect
  }

  /// How much room something takes up here that is as large in the picture.
  func axes(_ size: Size) -> Size { isTurned ? size.transposed : size }
}

extension Size {
  fileprivate var transposed: Size { Size(width: height, height: width) }
}

extension Canvas {
  fileprivate func resized(_ size: Size) -> Canvas {
    var canvas = Canvas(id: id, size: size, theme: theme, background: background, typeface: typeface)
    canvas.surface = surface
    return canvas
  }
}
