import ChartModel

/// The space that a plot is laid out in, where positions go to the right and values upwards (or, reversed, downwards), and the way from there into the picture.
///
/// Where positions are reversed the picture is a mirror image of it, left for right. In a horizontal chart all of that is turned
/// clockwise by a quarter: positions go down, values to the right. So marks, axes and gestures know of one direction only; what is
/// to be level in the picture is written from below here. Letters are never mirrored, only the room that they take up.
struct AxesSpace: Sendable {
  /// What the chart is drawn on, as it is seen.
  let picture: Canvas
  /// The same as it lies in this space.
  let canvas: Canvas
  /// Whether the two differ by a quarter of a turn.
  let isTurned: Bool
  /// Whether positions go to the left in the picture, or upwards.
  let isMirrored: Bool

  init(_ picture: Canvas, _ spec: CartesianSpec) {
    self.picture = picture
    isTurned = spec.orientation == .horizontal
    isMirrored = spec.x.isReversed
    canvas = isTurned ? picture.resized(picture.size.transposed) : picture
  }

  /// How far a text that is level in the picture is turned here, in degrees.
  var level: Double { isTurned ? -90 : 0 }

  private var way: PictureWay {
    PictureWay(
      mirrored: isMirrored ? canvas.size.width : nil, turned: isTurned ? picture.size.width : nil,
      typeface: picture.typeface)
  }

  // MARK: - Into the picture

  func picture(_ point: Point) -> Point {
    let point = isMirrored ? mirrored(point) : point
    return isTurned ? Point(x: picture.size.width - point.y, y: point.x) : point
  }

  func picture(_ rect: Rect) -> Rect {
    let rect = isMirrored ? mirrored(rect) : rect
    return isTurned
      ? Rect(x: picture.size.width - rect.maxY, y: rect.minX, width: rect.height, height: rect.width) : rect
  }

  /// A way rather than a place.
  func picture(way: Point) -> Point {
    let way = isMirrored ? Point(x: -way.x, y: way.y) : way
    return isTurned ? Point(x: -way.y, y: way.x) : way
  }

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
    guard isTurned || isMirrored else { return nodes }
    let way = way
    return nodes.map(way.node)
  }

  /// Whether a text that is turned so far here is turned back in the picture: mirrored, its letters would be upside down, or be read
  /// from above instead of from below.
  func flips(_ rotation: Double) -> Bool { way.flips(rotation) }

  // MARK: - Out of the picture

  func axes(_ point: Point) -> Point {
    let point = isTurned ? Point(x: point.y, y: picture.size.width - point.x) : point
    return isMirrored ? mirrored(point) : point
  }

  func axes(_ rect: Rect) -> Rect {
    let rect =
      isTurned ? Rect(x: rect.minY, y: picture.size.width - rect.maxX, width: rect.height, height: rect.width) : rect
    return isMirrored ? mirrored(rect) : rect
  }

  /// A way rather than a place.
  func axes(way: Point) -> Point {
    let way = isTurned ? Point(x: way.y, y: -way.x) : way
    return isMirrored ? Point(x: -way.x, y: way.y) : way
  }

  /// How much room something takes up here that is as large in the picture.
  func axes(_ size: Size) -> Size { isTurned ? size.transposed : size }

  /// How far a text is turned from what is level, or upright, so that it is turned so far in the picture, in degrees.
  func axes(rotation: Double) -> Double {
    isMirrored && abs(sineAndCosine(degrees: rotation).cosine) > 1e-6 ? -rotation : rotation
  }

  // MARK: - The mirror

  private func mirrored(_ point: Point) -> Point { Point(x: canvas.size.width - point.x, y: point.y) }

  private func mirrored(_ rect: Rect) -> Rect {
    Rect(x: canvas.size.width - rect.maxX, y: rect.y, width: rect.width, height: rect.height)
  }
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
