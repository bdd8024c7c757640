import ChartModel

@testable import ChartEngine

/// All outlines and texts of a scene, in order.
struct DrawnShapes {
  var points: [Point] = []
  var texts: [(words: String, center: Point, rotation: Double)] = []
  var ways: [Entrance.Way] = []

  init(_ nodes: [Node]) { add(nodes) }

  private mutating func add(_ nodes: [Node]) {
    for node in nodes {
      if case .wipe(_, _, let way)? = node.entrance { ways.append(way) }
      if case .gradient(let gradient)? = node.style.fill, !gradient.isRelative {
        points += [gradient.start, gradient.end]
      }
      switch node.shape {
      case .path(let path): points += DrawnShapes.points(of: path)
      case .circle(let center, _): points.append(center)
      case .dots(let dots): points += dots.dots.map(\.center)
      // Of a box its middle, and how far that is from its edges: these change their places.
      case .rect(let rect, _): points.append(rect.center)
      case .polyline(let all): points += all
      case .text(let text):
        let font = Typeface.usual.font(usual: text.size)
        let width = text.runs.reduce(0) { $0 + font.width(of: $1.text) }
        let along =
          switch text.anchor {
          case .start: width / 2
          case .middle: 0.0
          case .end: -width / 2
          }
        let (turn, up) = (sineAndCosine(degrees: text.rotation), font.capHeight / 2)
        texts.append(
          (
            text.runs.map(\.text).joined(),
            text.position + Point(x: along * turn.cosine + up * turn.sine, y: along * turn.sine - up * turn.cosine),
            text.rotation
          ))
      case .raster(let raster, let rect): points += DrawnShapes.points(of: raster, in: rect)
      case .group(let nodes): add(nodes)
      case .clipped(let path, let nodes):
        points += DrawnShapes.points(of: path)
        add(nodes)
      case .cropped(let rect, let nodes):
        points.append(rect.center)
        add(nodes)
      }
    }
  }

  private static func points(of path: Path) -> [Point] {
    path.elements.flatMap { element -> [Point] in
      switch element {
      case .move(let point), .line(let point), .arc(_, _, let point): [point]
      case .curve(let control1, let control2, let end): [control1, control2, end]
      case .close: []
      }
    }
  }

  /// Where the middles of its pixels are, those of one colour after another: so their order is none of places.
  private static func points(of raster: ChartEngine.Raster, in rect: Rect) -> [Point] {
    let (width, height) = (rect.width / Double(raster.width), rect.height / Double(raster.height))
    return raster.colors.indices.map { color in
      raster.pixels.indices.filter { raster.pixels[$0] == UInt8(color) }.reduce(Point.zero) { sum, pixel in
        let (row, column) = pixel.quotientAndRemainder(dividingBy: raster.width)
        return sum + Point(x: rect.minX + (Double(column) + 0.5) * width, y: rect.minY + (Double(row) + 0.5) * height)
      }
    }
  }

  mutating func mirror(_ mirror: (Point) -> Point) {
    points = points.map(mirror)
    for index in texts.indices { texts[index].center = mirror(texts[index].center) }
  }
}
