import ChartModel

/// What is drawn at one point and hit there: there is no second geometry.
struct PointGlyph: Hashable, Sendable {
  let center: Point
  /// The radius in px of the circle that covers as much.
  let radius: Double
  private let form: ScatterStyleSpec.Shape

  init(_ form: ScatterStyleSpec.Shape, center: Point, radius: Double) {
    (self.form, self.center, self.radius) = (form, center, radius)
  }

  /// How far a shape reaches, in radii.
  static func reach(_ form: ScatterStyleSpec.Shape) -> Double {
    corners(form).reduce(1) { max($0, ($1.x * $1.x + $1.y * $1.y).squareRoot()) }
  }

  var shape: Node.Shape {
    form == .circle ? .circle(center: center, radius: radius) : .path(outline)
  }

  /// What stands for a shape in the legend.
  static func symbol(_ form: ScatterStyleSpec.Shape) -> LegendSymbol {
    form == .circle ? .circle : .outline(corners(form))
  }

  /// Whether a place lies inside, or on a border that reaches so many px beyond the outline.
  func contains(_ place: Point, border: Double) -> Bool {
    guard radius > 0 else { return false }
    if form == .circle { return (place - center).length <= radius + border }
    // A border widens the outline by about as much to each side.
    return (border > 0 ? PointGlyph(form, center: center, radius: radius + border) : self).outline.contains(place)
  }

  /// The outline of a shape that is no circle.
  private var outline: Path {
    var path = Path()
    for (index, corner) in PointGlyph.corners(form).enumerated() {
      let point = Point(x: center.x + corner.x * radius, y: center.y + corner.y * radius)
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    path.close()
    return path
  }

  /// The corners about the centre, such that the shape covers π: as much as a circle of radius 1.
  private static func corners(_ form: ScatterStyleSpec.Shape) -> [Point] {
    switch form {
    case .circle: []
    case .square: square
    case .triangle: triangle
    case .diamond: diamond
    case .plus: plus
    case .cross: cross
    case .star: star
    }
  }

  private static let square = covering(π: polygon([1, 1, 1, 1], turnedBy: 45))
  private static let triangle = covering(π: polygon([1, 1, 1], turnedBy: -90))
  private static let diamond = covering(
    π: [(0, -1.25), (0.9, 0), (0, 1.25), (-0.9, 0)].map { Point(x: $0.0, y: $0.1) })
  private static let star = covering(π: polygon((0..<10).map { $0 % 2 == 0 ? 1 : 0.42 }, turnedBy: -90))
  /// Arms a third as wide as the whole.
  private static let plus = covering(
    π: [
      (-1, -3), (1, -3), (1, -1), (3, -1), (3, 1), (1, 1), (1, 3), (-1, 3), (-1, 1), (-3, 1), (-3, -1), (-1, -1),
    ].map { Point(x: $0.0, y: $0.1) })
  private static let cross = plus.map { corner in
    let half = 0.5.squareRoot()
    return Point(x: (corner.x - corner.y) * half, y: (corner.x + corner.y) * half)
  }

  /// Corners at equal angles, so far from the centre.
  private static func polygon(_ radii: [Double], turnedBy angle: Double) -> [Point] {
    radii.enumerated().map { index, radius in
      let (sine, cosine) = sineAndCosine(degrees: angle + 360 * Double(index) / Double(radii.count))
      return Point(x: cosine * radius, y: sine * radius)
    }
  }

  private static func covering(π corners: [Point]) -> [Point] {
    let area =
      zip(corners, corners.dropFirst() + corners.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2
    let scale = (Double.pi / abs(area)).squareRoot()
    return corners.map { Point(x: $0.x * scale, y: $0.y * scale) }
  }
}
