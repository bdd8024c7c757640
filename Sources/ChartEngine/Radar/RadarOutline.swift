import ChartModel

/// The outline of a series of a radar, as it is drawn and hit.
struct RadarOutline: Hashable, Sendable {
  let series: Int
  let center: Point
  /// The corner on each spoke; `nil` where there is no value.
  let corners: [Point?]
  let color: Color
  /// About how large it is, so that smaller ones are drawn above larger ones.
  let size: Double

  /// Its sides: pairs of neighbouring spokes that both have a corner, clockwise.
  private var sides: [(Int, Int)] {
    // Two spokes have but one side.
    let count = corners.count > 2 ? corners.count : max(corners.count - 1, 0)
    return (0..<count).compactMap { index in
      let next = (index + 1) % corners.count
      return corners[index] != nil && corners[next] != nil ? (index, next) : nil
    }
  }

  private var isClosed: Bool { corners.count > 2 && !corners.contains(nil) }

  /// The line through the corners. Where a value is missing it has a gap.
  var line: Path {
    var path = Path()
    guard !isClosed else {
      for (index, corner) in corners.compactMap({ $0 }).enumerated() {
        if index == 0 { path.move(to: corner) } else { path.line(to: corner) }
      }
      path.close()
      return path
    }
    var last: Int?
    for (start, end) in sides {
      guard let from = corners[start], let to = corners[end] else { continue }
      if last != start { path.move(to: from) }
      path.line(to: to)
      last = end
    }
    return path
  }

  /// What it encloses: of a line with gaps the triangles between its sides and the centre.
  var area: Path {
    guard !isClosed else { return line }
    var path = Path()
    for (start, end) in sides {
      guard corners.count > 2, let from = corners[start], let to = corners[end] else { continue }
      path.move(to: center)
      path.line(to: from)
      path.line(to: to)
      path.close()
    }
    return path
  }

  // MARK: - Hitting

  /// The corner whose dot is at a point.
  func dot(at point: Point, within reach: Double) -> Int? {
    var nearest: (index: Int, distance: Double)?
    for (index, corner) in corners.enumerated() {
      guard let corner else { continue }
      let distance = (corner - point).length
      if distance <= reach, distance < nearest?.distance ?? .infinity { nearest = (index, distance) }
    }
    return nearest?.index
  }

  /// The nearer corner of the side that runs through a point.
  func side(at point: Point, within reach: Double) -> Int? {
    for (start, end) in sides {
      guard let from = corners[start], let to = corners[end] else { continue }
      let (way, toPoint) = (to - from, point - from)
      let square = way.x * way.x + way.y * way.y
      let share = square > 0 ? min(max((toPoint.x * way.x + toPoint.y * way.y) / square, 0), 1) : 0
      let foot = Point(x: way.x * share, y: way.y * share)
      if (toPoint - foot).length <= reach { return share <= 0.5 ? start : end }
    }
    return nil
  }

  /// The corner on the nearest spoke to a point that it encloses.
  /// - Parameter angles: Of the spokes, in degrees.
  func inside(at point: Point, angles: [Double]) -> Int? {
    guard area.contains(point) else { return nil }
    guard let angle = degrees(of: point - center) else { return corners.firstIndex { $0 != nil } }
    func distance(_ index: Int) -> Double {
      let turn = normalizedDegrees(angle - angles[index])
      return min(turn, 360 - turn)
    }
    return corners.indices.filter { corners[$0] != nil }.min { distance($0) < distance($1) }
  }

  /// What it encloses, cut half-way between neighbouring spokes: for each spoke the triangles at its corner.
  /// - Parameter angles: Of the spokes, in degrees.
  func parts(angles: [Double]) -> [(spoke: Int, corners: [Point])] {
    guard corners.count > 2 else { return [] }
    return sides.flatMap { start, end -> [(spoke: Int, corners: [Point])] in
      guard let from = corners[start], let to = corners[end] else { return [] }
      let middle = angles[start] + normalizedDegrees(angles[end] - angles[start]) / 2
      let way = center.moved(1, toward: middle) - center
      // Where the line from the centre half-way between them meets the side.
      let (side, toStart) = (to - from, from - center)
      let share = (toStart.y * way.x - toStart.x * way.y) / (side.x * way.y - side.y * way.x)
      let cut = share.isFinite ? from + Point(x: side.x * share, y: side.y * share) : from
      return [(start, [center, from, cut]), (end, [center, cut, to])]
    }
  }
}
