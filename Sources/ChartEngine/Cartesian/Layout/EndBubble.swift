import ChartModel

/// The bubble at a line's end, placed (L11).
struct EndBubble: Sendable {
  let series: Int
  let bubble: Bubble
  /// In the space of the axes, as all that is beside it.
  let frame: Rect
  /// The end of the line, to which it points.
  let tip: Point
  /// How far what is drawn at that end reaches, in px.
  let radius: Double

  /// Whether it is so far from the line's end that a line has to lead there, since its pointer alone would point at another one.
  var needsLeader: Bool { frame.distance(to: tip) > EndBubble.pointedDistance }

  private static let pointedDistance = 12.0

  private static let cornerRadius = 5.0
  /// Half as wide as a pointer is at its box, in px.
  private static let halfPointer = 6.0

  /// The outline in the picture: a rounded box with a pointer that ends at what is drawn at the line's end.
  /// - Parameters:
  ///   - frame: The box in the picture.
  ///   - tip: The end of the line there.
  func outline(_ frame: Rect, pointingTo tip: Point) -> Path {
    let edge = EndBubble.cornerRadius + EndBubble.halfPointer
    let isInLine =
      (tip.x >= frame.minX + edge && tip.x <= frame.maxX - edge)
      || (tip.y >= frame.minY + edge && tip.y <= frame.maxY - edge)
    let length = needsLeader || !isInLine ? 0 : max(frame.distance(to: tip) - radius, 0)
    var path = CartesianLayout.outline(
      frame, pointingTo: tip, radius: EndBubble.cornerRadius, pointerLength: length)
    guard !needsLeader, !isInLine else { return path }
    // From a corner of the box: as wide across its way as there is room for in the box.
    let inset = min(8, frame.width / 2, frame.height / 2)
    let base = frame.inset(by: inset).nearest(to: tip)
    let way = base - tip
    guard way.length > radius else { return path }
    let unit = Point(x: way.x / way.length, y: way.y / way.length)
    let half = max(min(EndBubble.halfPointer, inset - 2), 1)
    // Round the same way as the box, of which it is a part.
    path.move(to: Point(x: base.x + unit.y * half, y: base.y - unit.x * half))
    path.line(to: Point(x: base.x - unit.y * half, y: base.y + unit.x * half))
    path.line(to: markEnd(towards: base, from: tip))
    path.close()
    return path
  }

  /// Where what is drawn at the line's end is left on the way to another place.
  func markEnd(towards place: Point, from tip: Point) -> Point {
    let way = place - tip
    let share = min(radius / max(way.length, 1e-9), 1)
    return Point(x: tip.x + way.x * share, y: tip.y + way.y * share)
  }
}
