import ChartModel

extension LineMark {
  func hit(at place: Point, _ part: LayerPart, of layer: SeriesSpec.Layer) -> Int? {
    if style.isBandAlone { return layer == .area && part == .body ? band(at: place) : nil }
    guard layer == .line else { return nil }
    return switch part {
    case .above: dot(at: place)
    case .body:
      stroke(at: place) ?? errors?.hit(at: place, self.place)
    }
  }

  /// The dot that is drawn at a place.
  private func dot(at place: Point) -> Int? {
    guard style.dots.place != .none, !isDense, crop(reach: reach).contains(place), place.x < drawnEdge else {
      return nil
    }
    let radius = dotRadius + dotBorder / 2
    // Of dots on one another the last one drawn is seen.
    return dotPoints.last { point in
      guard let center = self.place(of: point), isCounted(point) else { return false }
      return (center - place).length <= radius
    }
  }

  /// The point nearest to a place in the band, where that is all there is.
  private func band(at place: Point) -> Int? {
    guard !stage.isDrawingIn, stage.plot.contains(place), let errors,
      errors.bandContains(place, along: curve, series.points)
    else { return nil }
    return nearest(to: place, in: inView.isEmpty ? 0..<series.points.count : inView)
  }

  /// The point nearest to a place at which the line's stroke is.
  private func stroke(at place: Point) -> Int? {
    guard style.width > 0, crop(reach: reach).contains(place) else { return nil }
    let distance = style.width / 2
    func isPassed(_ pieces: [Subpath]) -> Bool {
      pieces.contains { $0.distance(to: place, below: loneRadius) <= ($0.isDot ? loneRadius : distance) }
    }
    if stage.isDrawingIn, isStroked {
      // How long the drawn part of a stroke is, only all of the line can tell.
      guard isPassed(drawn(pieces(runs), phase: stage.phase)) else { return nil }
    } else {
      guard place.x < drawnEdge, isPassed(pieces(runs(near: place))) else { return nil }
    }
    let drawn = drawnPoints
    return nearest(to: place, in: drawn.isEmpty ? 0..<series.points.count : drawn)
  }

  func covers(_ rect: Rect, except point: Int?) -> Bool {
    // Curves are followed by chords, which pass by them closely.
    let reach = style.width / 2 + 0.5
    let room = rect.inset(by: -reach)
    guard crop(reach: self.reach).intersects(room) else { return false }
    let wide = rect.inset(by: -max(reach, loneRadius))
    if style.width > 0 {
      let isPassed = pieces(reduction.runs(within: wide.minX...wide.maxX)).contains { piece in
        piece.isDot ? rect.distance(to: piece.start) < loneRadius : piece.passes(room)
      }
      if isPassed { return true }
    }
    if errors?.covers(rect, place) == true { return true }
    guard style.dots.place != .none, !isDense else { return false }
    let radius = dotRadius + dotBorder / 2
    return dotPoints.contains { other in
      guard other != point, let center = place(of: other) else { return false }
      return rect.distance(to: center) < radius
    }
  }

  func markerPlace(of point: Int) -> (distance: Double, isBelow: Bool) { (style.width / 2 + 4, false) }
}

extension Subpath {
  /// Whether any of the line is in a rectangle.
  func passes(_ rect: Rect) -> Bool {
    var start = start
    return segments.contains { segment in
      defer { start = segment.end }
      switch segment {
      case .line(let end): return rect.isCrossed(from: start, to: end)
      case .curve(let control1, let control2, let end):
        let curve = CubicBezier(start: start, control1: control1, control2: control2, end: end)
        var last = start
        return (1...16).contains { piece in
          let next = piece == 16 ? end : curve.point(at: Double(piece) / 16)
          defer { last = next }
          return rect.isCrossed(from: last, to: next)
        }
      }
    }
  }

  /// How far a point is from the line, in px; exact where that is less than `limit`, else at least that.
  func distance(to point: Point, below limit: Double) -> Double {
    var start = start
    var nearest = segments.isEmpty ? (start - point).length : .infinity
    for segment in segments {
      nearest = min(nearest, segment.distance(from: start, to: point, below: limit))
      start = segment.end
    }
    return nearest
  }
}

extension Subpath.Segment {
  fileprivate func distance(from start: Point, to point: Point, below limit: Double) -> Double {
    switch self {
    case .line(let end): return Subpath.Segment.distance(start, end, to: point)
    case .curve(let control1, let control2, let end):
      let xs = [start.x, control1.x, control2.x, end.x]
      let ys = [start.y, control1.y, control2.y, end.y]
      guard let minX = xs.min(), let maxX = xs.max(), let minY = ys.min(), let maxY = ys.max(),
        point.x >= minX - limit, point.x <= maxX + limit, point.y >= minY - limit, point.y <= maxY + limit
      else { return .infinity }
      let curve = CubicBezier(start: start, control1: control1, control2: control2, end: end)
      let pieces = 32
      var last = start
      return (1...pieces).reduce(Double.infinity) { nearest, piece in
        let next = piece == pieces ? end : curve.point(at: Double(piece) / Double(pieces))
        defer { last = next }
        return min(nearest, Subpath.Segment.distance(last, next, to: point))
      }
    }
  }

  /// How far a point is from a straight line between two others.
  private static func distance(_ start: Point, _ end: Point, to point: Point) -> Double {
    let (way, toPoint) = (end - start, point - start)
    let square = way.x * way.x + way.y * way.y
    let share = square > 0 ? min(max((toPoint.x * way.x + toPoint.y * way.y) / square, 0), 1) : 0
    return (toPoint - Point(x: way.x * share, y: way.y * share)).length
  }
}
