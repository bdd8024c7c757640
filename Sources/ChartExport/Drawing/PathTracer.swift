import ChartEngine
import ChartModel

/// Gives an outline to Cairo, whose places are whole numbers inside and go wrong far out: what leads out there is cut so that
/// all that can be seen stays as it is.
struct PathTracer {
  private let cairo: CairoLibrary
  private let context: OpaquePointer
  /// How far out a place may be, in px.
  private let reach: Double
  /// Where the outline is, and where its piece began, not cut.
  private var place = Point.zero
  private var start = Point.zero

  init(_ cairo: CairoLibrary, _ context: OpaquePointer, reach: Double) {
    self.cairo = cairo
    self.context = context
    self.reach = reach
  }

  /// Traces a whole path; one that doesn't begin with a move is none, as in SVG.
  mutating func trace(_ path: Path) {
    guard case .move? = path.elements.first else { return }
    for element in path.elements {
      switch element {
      case .move(let point): move(to: point)
      case .line(let point): line(to: point)
      case .arc(let radius, let clockwise, let end): arc(radius, clockwise: clockwise, to: end)
      case .curve(let control1, let control2, let end): curve(control1, control2, to: end)
      case .close: close()
      }
    }
  }

  mutating func move(to point: Point) {
    (place, start) = (point.drawn, point.drawn)
    cairo.paths.move(context, cut(place.x), cut(place.y))
  }

  mutating func line(to point: Point) { follow(to: point.drawn) }

  mutating func close() {
    if !isWithin(place) || !isWithin(start) { follow(to: start) }
    cairo.paths.close(context)
    place = start
  }

  mutating func curve(_ control1: Point, _ control2: Point, to end: Point) {
    let (control1, control2, end) = (control1.drawn, control2.drawn, end.drawn)
    curve(control1, control2, to: end, depth: PathTracer.depthLimit)
  }

  // MARK: - What leads far out

  private func isWithin(_ point: Point) -> Bool { max(abs(point.x), abs(point.y)) <= reach }
  private func cut(_ value: Double) -> Double { min(max(value, -reach), reach) }

  private mutating func follow(to end: Point) {
    defer { place = end }
    if !isWithin(place) || !isWithin(end) {
      // Between these shares of the way it lies beside the square, above it or within, each of which is cut to a line that
      // can't be seen, or not at all.
      let (dx, dy) = (end.x - place.x, end.y - place.y)
      let shares = [
        (-reach - place.x) / dx, (reach - place.x) / dx, (-reach - place.y) / dy, (reach - place.y) / dy,
      ]
      for share in shares.filter({ $0 > 0 && $0 < 1 }).sorted() {
        cairo.paths.line(context, cut(place.x + dx * share), cut(place.y + dy * share))
      }
    }
    cairo.paths.line(context, cut(end.x), cut(end.y))
  }

  /// Enough halves for a curve of 1e12 px.
  private static let depthLimit = 40

  private mutating func curve(_ control1: Point, _ control2: Point, to end: Point, depth: Int) {
    if isWithin(place), isWithin(control1), isWithin(control2), isWithin(end) {
      cairo.paths.curve(context, control1.x, control1.y, control2.x, control2.y, end.x, end.y)
      place = end
      return
    }
    let xs = [place.x, control1.x, control2.x, end.x]
    let ys = [place.y, control1.y, control2.y, end.y]
    func isOutside(_ values: [Double]) -> Bool { values.allSatisfy { $0 > reach } || values.allSatisfy { $0 < -reach } }
    guard depth > 0, !isOutside(xs), !isOutside(ys) else { return follow(to: end) }
    // de Casteljau
    let (a, b, c) = (place.middle(to: control1), control1.middle(to: control2), control2.middle(to: end))
    let (d, e) = (a.middle(to: b), b.middle(to: c))
    curve(a, d, to: d.middle(to: e), depth: depth - 1)
    curve(e, c, to: end, depth: depth - 1)
  }
}

// MARK: - Arcs

extension PathTracer {
  /// A circular arc of at most half a turn, as curves of at most a quarter of one, or an eighth where the circle is large:
  /// nowhere farther from it than 1/60 px.
  mutating func arc(_ radius: Double, clockwise: Bool, to end: Point) {
    let radius = abs(radius.drawn)
    arc(radius, clockwise: clockwise, to: end.drawn, halves: radius > PathTracer.largeRadius ? 2 : 1)
  }

  /// A curve that is a quarter of a circle is off by 0.03 % of its radius.
  private static let largeRadius = 50.0

  private mutating func arc(_ radius: Double, clockwise: Bool, to end: Point, halves: Int) {
    let half = Point(x: (end.x - place.x) / 2, y: (end.y - place.y) / 2)
    let length = half.length
    guard length > 0, radius > 0 else { return follow(to: end) }
    let radius = max(radius, length)
    // How far the arc rises above its chord, without the difference of two nearly equal numbers; and that as a share of half
    // the chord, which is the tangent of a quarter of its angle.
    let rise = length / (radius + (radius * radius - length * length).squareRoot()) * length
    let slope = (clockwise ? 1 : -1) * rise / length
    if halves > 0 {
      let middle = Point(x: place.x + half.x + half.y * slope, y: place.y + half.y - half.x * slope)
      arc(radius, clockwise: clockwise, to: middle, halves: halves - 1)
      return arc(radius, clockwise: clockwise, to: end, halves: halves - 1)
    }
    // Along the tangents, which leave the chord by half the arc's angle.
    let (tangent, square) = (slope, slope * slope)
    let (sine, cosine) = (2 * tangent / (1 + square), (1 - square) / (1 + square))
    let handle = 4 / 3 * rise / length * radius / length
    let out = Point(
      x: (half.x * cosine + half.y * sine) * handle, y: (half.y * cosine - half.x * sine) * handle)
    let into = Point(
      x: (half.x * cosine - half.y * sine) * handle, y: (half.y * cosine + half.x * sine) * handle)
    curve(
      Point(x: place.x + out.x, y: place.y + out.y), Point(x: end.x - into.x, y: end.y - into.y), to: end,
      depth: PathTracer.depthLimit)
  }
}

// MARK: - Numbers

extension Point {
  fileprivate func middle(to other: Point) -> Point {
    Point(x: x + (other.x - x) / 2, y: y + (other.y - y) / 2)
  }

  /// As it is drawn.
  var drawn: Point { Point(x: x.drawn, y: y.drawn) }
}

extension Double {
  /// As SVGs have it: what is no number, or out of all pictures, is 0.
  var drawn: Double { abs(self) < 1e12 ? self : 0 }
}
