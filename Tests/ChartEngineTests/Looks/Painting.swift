import ChartModel

@testable import ChartEngine

/// A scene as a painter sees it: shape upon shape, each with what it covers, found without the engine's own hit tests.
struct Painting {
  /// An object, since very many are gone through for each place.
  final class Layer {
    let node: Node
    /// The shapes that something must lie in to be seen.
    let crops: [Rect]
    let bounds: Rect
    fileprivate let flat: FlattenedPath?
    /// The straight pieces of its line.
    fileprivate let pieces: [Piece]
    /// Of the groups that it is in.
    let opacity: Double
    /// The path of the mark that it is, or that it is part of.
    let mark: [Int]?

    fileprivate init(
      _ node: Node, _ flat: FlattenedPath?, _ pieces: [Piece], in bounds: Rect, crops: [Rect], opacity: Double,
      mark: [Int]?
    ) {
      (self.node, self.flat, self.pieces, self.bounds) = (node, flat, pieces, bounds)
      (self.crops, self.opacity, self.mark) = (crops, opacity, mark)
    }

    /// What covers a point: the colour of its inside or of its line; `nil` if neither does.
    func color(at point: Point) -> Color? {
      guard bounds.contains(point), crops.allSatisfy({ $0.contains(point) }) else { return nil }
      if let stroke = node.strokeColor, isOnLine(point, reach: node.style.strokeWidth / 2) { return stroke }
      guard let fill = node.fillColor ?? gradientColor, isInside(point) else { return nil }
      return fill
    }

    /// Whether it is what lies below a line, or between two.
    var isArea: Bool {
      guard case .path = node.shape else { return false }
      return opacity < 1 || (node.fillColor ?? gradientColor)?.alpha ?? 255 < 255
    }

    /// Places in it that are seen: in its middle, near its corners, and along its line.
    var samples: [Point] {
      var places = [0.02, 0.5, 0.98].flatMap { x in
        [0.02, 0.5, 0.98].map { y in Point(x: bounds.minX + bounds.width * x, y: bounds.minY + bounds.height * y) }
      }
      if case .polyline(let line) = node.shape { places += line }
      return places.filter { color(at: $0) != nil }
    }

    private var gradientColor: Color? {
      if case .gradient(let gradient)? = node.style.fill { gradient.stops.first?.color } else { nil }
    }

    private func isInside(_ point: Point) -> Bool {
      switch node.shape {
      case .rect(let rect, _): rect.contains(point)
      case .circle(let center, let radius): (center - point).length <= radius
      case .path: flat.map { $0.winding(around: point) != 0 } ?? false
      default: false
      }
    }

    private func isOnLine(_ point: Point, reach: Double) -> Bool {
      switch node.shape {
      case .rect(let rect, _):
        min(abs(point.x - rect.minX), abs(point.x - rect.maxX), abs(point.y - rect.minY), abs(point.y - rect.maxY))
          <= reach
      case .circle(let center, let radius): abs((center - point).length - radius) <= reach
      case .polyline, .path: pieces.contains { $0.isNear(point, reach) }
      default: false
      }
    }
  }

  /// A straight piece of a line. Points are tested against millions of them, nearly all of which lie elsewhere.
  fileprivate struct Piece {
    private let (start, way): (Point, Point)
    private let (left, right, top, bottom): (Double, Double, Double, Double)

    init(_ start: Point, _ end: Point) {
      (self.start, way) = (start, end - start)
      (left, right, top, bottom) = (min(start.x, end.x), max(start.x, end.x), min(start.y, end.y), max(start.y, end.y))
    }

    func isNear(_ point: Point, _ reach: Double) -> Bool {
      guard point.x >= left - reach, point.x <= right + reach, point.y >= top - reach, point.y <= bottom + reach
      else { return false }
      let toPoint = point - start
      let square = way.x * way.x + way.y * way.y
      let share = square > 0 ? min(max((toPoint.x * way.x + toPoint.y * way.y) / square, 0), 1) : 0
      return (toPoint - Point(x: way.x * share, y: way.y * share)).length <= reach
    }
  }

  /// A text with the layers that are below it.
  struct Word {
    let text: Text
    /// From the baseline to the top of capitals, turned with it; its corners.
    let corners: [Point]
    let below: Int
  }

  private(set) var layers: [Layer] = []
  private(set) var words: [Word] = []
  let surface: Color
  private let typeface: Typeface

  init(_ scene: Scene, on surface: Color) {
    (self.surface, typeface) = (surface, scene.typeface)
    for node in scene.nodes { add(node, crops: [], opacity: 1, mark: nil) }
  }

  private mutating func add(_ node: Node, crops: [Rect], opacity: Double, mark: [Int]?) {
    // A line is a mark as a whole.
    let mark = node.meaning?.path ?? mark ?? (node.meaning?.kind == "series" ? [] : nil)
    switch node.shape {
    case .group(let nodes), .clipped(_, let nodes):
      for child in nodes { add(child, crops: crops, opacity: opacity * node.style.opacity, mark: mark) }
    case .cropped(let rect, let nodes):
      for child in nodes { add(child, crops: crops + [rect], opacity: opacity * node.style.opacity, mark: mark) }
    case .dots(let dots):
      for node in dots.nodes { add(node, crops: crops, opacity: opacity * node.style.opacity, mark: mark) }
    case .text(let text): words.append(Word(text: text, corners: corners(text), below: layers.count))
    default:
      let flat = node.path.map { FlattenedPath($0) }
      let points: [Point]
      switch node.shape {
      case .rect(let rect, _): points = [Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY)]
      case .circle(let center, let radius):
        points = [Point(x: center.x - radius, y: center.y - radius), Point(x: center.x + radius, y: center.y + radius)]
      case .polyline(let line): points = line
      default: points = flat.map { $0.starts + $0.ends } ?? []
      }
      guard !points.isEmpty else { return }
      let pieces: [Piece]
      switch node.shape {
      case .polyline(let line): pieces = zip(line, line.dropFirst()).map { Piece($0, $1) }
      case .path:
        pieces =
          flat.map { flat in
            flat.starts.indices.filter { !flat.implied.contains($0) }.map { Piece(flat.starts[$0], flat.ends[$0]) }
          } ?? []
      default: pieces = []
      }
      let reach = node.style.stroke == nil ? 0 : node.style.strokeWidth / 2
      let (xs, ys) = (points.map(\.x), points.map(\.y))
      guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return }
      layers.append(
        Layer(
          node, flat, pieces,
          in: Rect(
            x: left - reach, y: top - reach, width: right - left + 2 * reach + 1e-9,
            height: bottom - top + 2 * reach + 1e-9),
          crops: crops, opacity: opacity * node.style.opacity, mark: mark))
    }
  }

  /// What lies behind the marks at a point, of the layers below one: bands and the like on the surface. Lines are too thin to hide
  /// a mark, and translucent areas are marks themselves.
  func ground(at point: Point, below count: Int) -> Color {
    layers[..<count].reduce(surface) { seen, layer in
      guard layer.mark == nil, layer.node.style.stroke == nil, !layer.isArea else { return seen }
      return layer.color(at: point)?.over(seen, opacity: layer.opacity) ?? seen
    }
  }

  /// The paths of the marks that are seen right under a text, empty ones for lines as a whole; what keeps marks away from its
  /// letters, a box or a halo, leaves none. What a halo hides ``hiddenArea(under:)`` tells.
  func marksSeen(under word: Word) -> Set<[Int]> {
    guard word.text.halo == nil else { return [] }
    return Set(
      word.samples.compactMap { point in
        layers[..<word.below].last { $0.color(at: point) != nil }?.mark
      })
  }

  /// How much of marks the letters of a text hide with their rims, in px². Translucent areas are to be written on.
  func hiddenArea(under word: Word) -> Int {
    let (origin, across, down) = (word.corners[0], word.corners[1] - word.corners[0], word.corners[3] - word.corners[0])
    let (width, height) = (across.length, down.length)
    guard word.text.halo != nil, width > 0, height > 0 else { return 0 }
    let (xs, ys) = (word.corners.map(\.x), word.corners.map(\.y))
    let reach = Text.haloWidth
    let room = Rect(
      x: (xs.min() ?? 0) - reach, y: (ys.min() ?? 0) - reach, width: (xs.max() ?? 0) - (xs.min() ?? 0) + 2 * reach,
      height: (ys.max() ?? 0) - (ys.min() ?? 0) + 2 * reach)
    let marks = layers[..<word.below].filter { $0.mark != nil && !$0.isArea && $0.bounds.intersects(room) }
    guard !marks.isEmpty else { return 0 }
    var count = 0
    for x in stride(from: 0.5 - reach, to: width + reach, by: 1) {
      for y in stride(from: 0.5 - reach, to: height + reach, by: 1) {
        let point = Point(
          x: origin.x + across.x / width * x + down.x / height * y,
          y: origin.y + across.y / width * x + down.y / height * y)
        if marks.contains(where: { $0.color(at: point) != nil }) { count += 1 }
      }
    }
    return count
  }

  /// What is seen at a point of the layers below a text.
  func color(at point: Point, below count: Int) -> Color {
    layers[..<count].reduce(surface) { seen, layer in
      layer.color(at: point)?.over(seen, opacity: layer.opacity) ?? seen
    }
  }

  /// The marks at a point by their paths, empty ones for lines as a whole.
  func marks(at point: Point) -> [[Int]] { layers.filter { $0.color(at: point) != nil }.compactMap(\.mark) }

  private func corners(_ text: Text) -> [Point] {
    let width = text.runs.reduce(0) {
      $0 + typeface.font(.given($1.size ?? text.size), isBold: $1.isBold).width(of: $1.text)
    }
    let left =
      switch text.anchor {
      case .start: 0.0
      case .middle: -width / 2
      case .end: -width
      }
    let top = -Font(size: text.size).capHeight
    let turn = sineAndCosine(degrees: text.rotation)
    return [(left, top), (left + width, top), (left + width, 0), (left, 0)].map { x, y in
      Point(
        x: text.position.x + x * turn.cosine - y * turn.sine, y: text.position.y + x * turn.sine + y * turn.cosine)
    }
  }
}

extension Painting.Word {
  /// Places in its letters, a little inside.
  var samples: [Point] {
    let (origin, across, down) = (corners[0], corners[1] - corners[0], corners[3] - corners[0])
    return [0.04, 0.28, 0.5, 0.72, 0.96].flatMap { x in
      [0.15, 0.5, 0.85].map { y in
        Point(x: origin.x + across.x * x + down.x * y, y: origin.y + across.y * x + down.y * y)
      }
    }
  }

  /// Whether two texts overlap: no line along an edge of one parts them.
  func overlaps(_ other: Painting.Word) -> Bool {
    for (one, two) in [(corners, other.corners), (other.corners, corners)] {
      for (start, end) in zip(one, one.dropFirst() + one.prefix(1)) {
        let normal = Point(x: end.y - start.y, y: start.x - end.x)
        func range(_ points: [Point]) -> ClosedRange<Double> {
          points.reduce(into: Double.infinity...Double.infinity) { range, point in
            let place = point.x * normal.x + point.y * normal.y
            range =
              min(range.lowerBound, place)...(range.upperBound == .infinity ? place : max(range.upperBound, place))
          }
        }
        let (first, second) = (range(one), range(two))
        let slack = 0.2 * normal.length
        if first.upperBound <= second.lowerBound + slack || second.upperBound <= first.lowerBound + slack {
          return false
        }
      }
    }
    return true
  }
}
