import ChartModel

// The outlines of markers and of the bubbles at the ends of lines.

extension CartesianLayout {
  /// How long the pointer of a bubble is, in px.
  static let pointerLength = 6.0

  /// A rounded box with a pointer at the side that is nearest to a place.
  static func outline(
    _ box: Rect, pointingTo place: Point, radius: Double, pointerLength: Double = pointerLength
  ) -> Path {
    let r = max(0, min(radius, box.width / 2, box.height / 2))
    let isAbove = box.maxY <= place.y
    let isBelow = box.minY >= place.y
    let isBeside = !isAbove && !isBelow
    let half = min(6, max(0, (box.width - 2 * r) / 2))
    let halfHeight = min(6, max(0, (box.height - 2 * r) / 2))
    let tip = min(max(place.x, box.minX + r + half), max(box.maxX - r - half, box.minX + r + half))
    let height = min(max(place.y, box.minY + r + halfHeight), max(box.maxY - r - halfHeight, box.minY + r + halfHeight))
    var path = Path()
    func corner(_ x: Double, _ y: Double) { if r > 0 { path.arc(radius: r, clockwise: true, to: Point(x: x, y: y)) } }
    path.move(to: Point(x: box.minX + r, y: box.minY))
    if isBelow, half > 0 {
      path.line(to: Point(x: tip - half, y: box.minY))
      path.line(to: Point(x: tip, y: box.minY - pointerLength))
      path.line(to: Point(x: tip + half, y: box.minY))
    }
    path.line(to: Point(x: box.maxX - r, y: box.minY))
    corner(box.maxX, box.minY + r)
    if isBeside, box.maxX <= place.x, halfHeight > 0 {
      path.line(to: Point(x: box.maxX, y: height - halfHeight))
      path.line(to: Point(x: box.maxX + pointerLength, y: height))
      path.line(to: Point(x: box.maxX, y: height + halfHeight))
    }
    path.line(to: Point(x: box.maxX, y: box.maxY - r))
    corner(box.maxX - r, box.maxY)
    if isAbove, half > 0 {
      path.line(to: Point(x: tip + half, y: box.maxY))
      path.line(to: Point(x: tip, y: box.maxY + pointerLength))
      path.line(to: Point(x: tip - half, y: box.maxY))
    }
    path.line(to: Point(x: box.minX + r, y: box.maxY))
    corner(box.minX, box.maxY - r)
    if isBeside, box.minX >= place.x, halfHeight > 0 {
      path.line(to: Point(x: box.minX, y: height + halfHeight))
      path.line(to: Point(x: box.minX - pointerLength, y: height))
      path.line(to: Point(x: box.minX, y: height - halfHeight))
    }
    path.line(to: Point(x: box.minX, y: box.minY + r))
    corner(box.minX + r, box.minY)
    path.close()
    return path
  }
}
