import ChartEngine
import ChartModel

extension SceneDrawer {
  /// Draws one shape.
  /// - Parameter join: How its corners look if the style doesn't say.
  func draw(_ style: Style, join: Style.LineJoin = .miter, _ outline: (inout PathTracer) -> Void) {
    let hasStroke = style.stroke != nil && style.strokeWidth > 0
    let whole = style.opacity < 1 ? max(style.opacity, 0) : 1
    guard whole > 0, style.fill != nil || hasStroke else { return }
    cairo.paths.begin(context)
    trace(outline)
    let box = extents
    // The stroke lies half on the fill: where it is let through, both are put together first.
    let isTogether = whole < 1 && style.fill != nil && hasStroke
    let opacity = isTogether ? 1 : whole
    if isTogether {
      // As large as the shape alone, and not as the whole picture.
      cairo.contexts.save(context)
      cairo.paths.begin(context)
      let margin = max(style.strokeWidth, 0) * 4 + 2
      let (left, top) = (max(box.minX - margin, -reach), max(box.minY - margin, -reach))
      cairo.paths.rectangle(
        context, left, top, min(box.maxX + margin, reach) - left, min(box.maxY + margin, reach) - top)
      cairo.paths.clip(context)
      cairo.contexts.pushGroup(context)
      trace(outline)
    }
    if let fill = style.fill, setPaint(fill, of: box, opacity: opacity) {
      if hasStroke { cairo.paths.fillPreserve(context) } else { cairo.paths.fill(context) }
    }
    if let stroke = style.stroke, hasStroke, setPaint(stroke, of: box, opacity: opacity) {
      setLine(style, join: style.lineJoin ?? join, length: box.width + box.height)
      cairo.paths.stroke(context)
    }
    cairo.paths.begin(context)
    if isTogether {
      cairo.contexts.popGroupToSource(context)
      cairo.contexts.paintWithAlpha(context, whole)
      cairo.contexts.restore(context)
    }
  }

  /// The bounds of the outline that was traced, without a stroke.
  private var extents: Rect {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo.paths.extents(context, &left, &top, &right, &bottom)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  private func setLine(_ style: Style, join: Style.LineJoin, length: Double) {
    cairo.paints.setWidth(context, min(style.strokeWidth, reach))
    let cap: Int32 =
      switch style.lineCap {
      case .butt: 0
      case .round: 1
      case .square: 2
      }
    cairo.paints.setCap(context, cap)
    let corner: Int32 =
      switch join {
      case .miter: 0
      case .round: 1
      case .bevel: 2
      }
    cairo.paints.setJoin(context, corner)
    // Dashes so short that nobody could see them, and on so long a line that nobody would wait for them, are none.
    let period = style.strokeDash.reduce(0, +)
    let isDashed = style.isDashed && length / period < SceneDrawer.mostDashes
    cairo.paints.setDash(
      context, isDashed ? style.strokeDash : [], isDashed ? Int32(clamping: style.strokeDash.count) : 0, 0)
  }

  private static let mostDashes = 100_000.0
}

extension PathTracer {
  mutating func circle(_ center: Point, radius: Double) {
    let right = Point(x: center.x + radius, y: center.y)
    move(to: right)
    arc(radius, clockwise: true, to: Point(x: center.x - radius, y: center.y))
    arc(radius, clockwise: true, to: right)
    close()
  }

  /// - Parameter cornerRadius: No more than half of each side.
  mutating func rect(_ rect: Rect, cornerRadius: Double) {
    let (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    let (rx, ry) = (min(cornerRadius, rect.width / 2), min(cornerRadius, rect.height / 2))
    guard rx > 0, ry > 0 else {
      move(to: Point(x: left, y: top))
      line(to: Point(x: right, y: top))
      line(to: Point(x: right, y: bottom))
      line(to: Point(x: left, y: bottom))
      return close()
    }
    // A quarter of an ellipse as one curve: off by 0.03 % of a corner's radius.
    let (cx, cy) = (rx * 0.4477152501692063, ry * 0.4477152501692063)
    move(to: Point(x: left + rx, y: top))
    line(to: Point(x: right - rx, y: top))
    curve(Point(x: right - cx, y: top), Point(x: right, y: top + cy), to: Point(x: right, y: top + ry))
    line(to: Point(x: right, y: bottom - ry))
    curve(Point(x: right, y: bottom - cy), Point(x: right - cx, y: bottom), to: Point(x: right - rx, y: bottom))
    line(to: Point(x: left + rx, y: bottom))
    curve(Point(x: left + cx, y: bottom), Point(x: left, y: bottom - cy), to: Point(x: left, y: bottom - ry))
    line(to: Point(x: left, y: top + ry))
    curve(Point(x: left, y: top + cy), Point(x: left + cx, y: top), to: Point(x: left + rx, y: top))
    close()
  }

  mutating func polyline(_ points: [Point]) {
    for (index, point) in points.enumerated() {
      if index == 0 { move(to: point) } else { line(to: point) }
    }
  }
}
