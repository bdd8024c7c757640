import ChartEngine
import ChartModel

extension SceneDrawer {
  func setColor(_ color: Color, opacity: Double) {
    cairo.paints.setColor(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, color.opacity * opacity)
  }

  /// - Parameters:
  ///   - box: The shape's bounds, of which a gradient's ends may be shares.
  ///   - opacity: In [0, 1].
  /// - Returns: Whether there is anything to be seen.
  func setPaint(_ paint: Paint, of box: Rect, opacity: Double) -> Bool {
    switch paint {
    case .color(let color):
      setColor(color, opacity: opacity)
      return color.alpha > 0
    case .gradient(let gradient): return set(gradient, of: box, opacity: opacity)
    }
  }

  private func set(_ gradient: LinearGradient, of box: Rect, opacity: Double) -> Bool {
    guard let last = gradient.stops.last else { return false }
    var (start, end) = (gradient.start.drawn, gradient.end.drawn)
    if gradient.isRelative {
      // SVG paints none where the bounds have no area.
      guard box.width > 0, box.height > 0 else { return false }
      (start, end) = (place(start, in: box), place(end, in: box))
    }
    guard gradient.stops.count > 1, start != end else {
      setColor(last.color, opacity: opacity)
      return true
    }
    if gradient.isRelative { straighten(&end, from: start, of: gradient, in: box) }
    let pattern = cairo.paints.createLinear(start.x, start.y, end.x, end.y)
    defer { cairo.paints.destroyPattern(pattern) }
    for stop in gradient.stops {
      cairo.paints.addStop(
        pattern, stop.offset.isNaN ? 0 : min(max(stop.offset, 0), 1), Double(stop.color.red) / 255,
        Double(stop.color.green) / 255, Double(stop.color.blue) / 255, stop.color.opacity * opacity)
    }
    cairo.paints.setPattern(context, pattern)
    return true
  }

  private func place(_ share: Point, in box: Rect) -> Point {
    Point(x: box.minX + box.width * share.x, y: box.minY + box.height * share.y)
  }

  /// Lines of one colour cross the way at right angles in shares of the bounds, and so, in px, not where these are no square:
  /// the end is put where the line of its colour is nearest to the start.
  private func straighten(_ end: inout Point, from start: Point, of gradient: LinearGradient, in box: Rect) {
    let way = gradient.end.drawn - gradient.start.drawn
    // Along a line of one colour, in px.
    let along = Point(x: -way.y * box.width, y: way.x * box.height)
    let square = along.x * along.x + along.y * along.y
    guard square > 0, square.isFinite else { return }
    let share = ((end.x - start.x) * along.x + (end.y - start.y) * along.y) / square
    end = Point(x: end.x - along.x * share, y: end.y - along.y * share)
  }
}
