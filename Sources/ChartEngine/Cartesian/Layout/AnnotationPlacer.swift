import ChartModel

/// Finds the places of annotations: none over another text, over marks only where nothing is free, near what they belong to,
/// and such that lines to them cross as few marks and texts as can be.
struct AnnotationPlacer {
  let rules: PlotRules
  let marks: [any SeriesMark]
  let space: AxesSpace
  /// Where texts are already.
  let taken: [Rect]

  /// How far from its place a text is at least, in px.
  static let nearest = 7.0
  /// How far it is away at least, in px, for what leads to its place to be more than a stub.
  private static let leaderLength = 20.0

  private var plot: Rect { rules.frame.plot }

  /// A straight line that is drawn for an annotation.
  private typealias Line = (start: Point, end: Point)

  /// - Returns: Those that have a place, and what there is to be told of the others.
  func place(_ annotations: [AnnotationSpec]) -> (placed: [PlacedAnnotation], warnings: [String]) {
    var (placed, warnings): ([PlacedAnnotation], [String]) = ([], [])
    for (index, annotation) in annotations.enumerated() {
      guard let target = point(of: annotation.place, on: annotation.axis) else {
        warnings.append("annotations[\(index)]: there is no such place")
        continue
      }
      guard !annotation.text.allSatisfy(\.isWhitespace) || annotation.hasDot || annotation.end != nil else {
        warnings.append("annotations[\(index)].text: is empty: nothing is drawn")
        continue
      }
      // What is scrolled out of view comes with what it belongs to.
      guard plot.inset(by: -0.5).contains(target) else {
        if isBeyondAxes(target, annotation.axis) {
          warnings.append("annotations[\(index)]: left out: its place is beyond the ends of the axes")
        }
        continue
      }
      let font = space.picture.typeface.font(annotation.fontSize)
      let room = space.picture(plot).size
      let texts = annotation.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(20).map {
        String($0).oneLine
      }
      let lines = texts.map { font.truncated($0, to: max(room.width - 8, 0)) }.filter { !$0.isEmpty }
      if lines.count < texts.count(where: { !$0.isEmpty })
        || zip(lines, texts.filter { !$0.isEmpty }).contains(where: { $0 != $1 })
      {
        warnings.append("annotations[\(index)].text: shortened: there is no room for all of it")
      }
      let size = Size(
        width: lines.map { font.width(of: $0) }.max() ?? 0,
        height: lines.isEmpty ? 0 : font.capHeight + Double(lines.count - 1) * font.lineHeight)
      let end = annotation.end.flatMap { point(of: $0, on: annotation.axis) }
      if annotation.end != nil, end == nil { warnings.append("annotations[\(index)].to: there is no such place") }
      if let end, isBeyondAxes(end, annotation.axis) {
        warnings.append("annotations[\(index)].to: left out: it is beyond the ends of the axes")
      }
      guard
        let box = box(
          of: space.axes(size), at: target, end: end, annotation, avoiding: taken + placed.map(\.room),
          placed.flatMap(\.segments))
      else {
        warnings.append("annotations[\(index)]: left out: there is no room beside the others")
        continue
      }
      let distance = box.distance(to: target)
      let ground = rules.ground(of: box, on: space.canvas.surface)
      placed.append(
        PlacedAnnotation(
          index: index, lines: lines, font: font,
          color: (annotation.color ?? space.canvas.surface.text).standingOut(from: ground, by: Palette.leastContrast),
          ground: ground, box: box, target: target, end: end.flatMap { plot.inset(by: -0.5).contains($0) ? $0 : nil },
          leader: AnnotationPlacer.leader(of: annotation, along: distance), hasDot: annotation.hasDot,
          hasPlate: marks.cover(box.inset(by: -2))))
    }
    return (placed, warnings)
  }

  /// What leads from a text to its place, so many px away.
  private static func leader(of annotation: AnnotationSpec, along distance: Double) -> AnnotationSpec.Leader {
    annotation.leader ?? (distance > 12 ? .line : .none)
  }

  /// Whether no scrolling brings a place into view.
  private func isBeyondAxes(_ target: Point, _ side: SeriesSpec.AxisSide) -> Bool {
    let (window, axis) = (rules.frame.window, rules.frame.axis(side))
    let ends = [window.map.pixel(of: window.span.lower), window.map.pixel(of: window.span.upper)]
    let values = [axis.map.pixel(of: axis.full.lower), axis.map.pixel(of: axis.full.upper)]
    func isOutside(_ place: Double, _ ends: [Double]) -> Bool {
      place < (ends.min() ?? 0) - 0.5 || place > (ends.max() ?? 0) + 0.5
    }
    return isOutside(target.x, ends) || isOutside(target.y, values)
  }

  /// Where a place is; `nil` if there is none such.
  private func point(of place: AnnotationSpec.Place, on side: SeriesSpec.AxisSide) -> Point? {
    guard let x = place.x.flatMap({ rules.chart.coordinate(of: $0, on: .x) }),
      let y = place.y.flatMap({ rules.chart.coordinate(of: $0, on: side == .left ? .left : .right) })
    else { return nil }
    let point = Point(x: rules.frame.window.map.pixel(of: x), y: rules.frame.axis(side).map.pixel(of: y))
    return point.isFinite ? point : nil
  }

  /// The best place of a text of a size, which may be none where other texts are.
  private func box(
    of size: Size, at target: Point, end: Point?, _ annotation: AnnotationSpec, avoiding taken: [Rect], _ lines: [Line]
  ) -> Rect? {
    func box(about center: Point) -> Rect {
      Rect(x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
    }
    if let offset = annotation.offset, offset.count == 2 {
      let way = space.axes(way: Point(x: offset[0], y: offset[1]))
      return box(about: target + way).moved(inside: space.canvas.bounds)
    }
    guard size.width > 0 else { return box(about: target) }
    var best: (box: Rect, cost: Double)?
    let room = plot.inset(by: 2)
    for (rank, distance) in [AnnotationPlacer.nearest, 16, 26, 40, 58, 80, 110, 150].enumerated() {
      for step in 0..<16 {
        // Above first, then to the sides, then below.
        let turn = Double([0, 1, 15, 2, 14, 4, 12, 3, 13, 5, 11, 8, 7, 9, 6, 10][step]) * 22.5
        let (sine, cosine) = sineAndCosine(degrees: turn - 90)
        let way = space.axes(way: Point(x: cosine, y: sine))
        let reach = min(
          way.x == 0 ? .infinity : size.width / 2 / abs(way.x), way.y == 0 ? .infinity : size.height / 2 / abs(way.y))
        let candidate = box(
          about: Point(x: target.x + way.x * (reach + distance), y: target.y + way.y * (reach + distance)))
        guard room.contains(candidate), !taken.contains(where: { $0.inset(by: -3).intersects(candidate) }) else {
          continue
        }
        var cost = Double(rank) * 3 + Double(step) * 0.4
        if marks.cover(candidate.inset(by: -2)) { cost += 100 }
        // Lines through words are worse than long ways.
        if rules.isCrossed(candidate.inset(by: -2), by: { _ in true }) { cost += 30 }
        cost += 40 * Double(lines.count { candidate.inset(by: -2).isCrossed(from: $0.start, to: $0.end) })
        let length = candidate.distance(to: target)
        if AnnotationPlacer.leader(of: annotation, along: length) != .none {
          if length < AnnotationPlacer.leaderLength, annotation.leader != nil { cost += 20 }
          let start = candidate.nearest(to: target)
          cost += Double(crossings(from: start, to: target)) * 4
          cost += 40 * Double(taken.count { $0.isCrossed(from: start, to: target) })
          cost += 12 * Double(lines.count { AnnotationPlacer.cross($0, (start, target)) })
        }
        // An arrow goes away from its text.
        if let end {
          let (first, second) = (
            Point(x: end.x - target.x, y: end.y - target.y),
            Point(x: candidate.midX - target.x, y: candidate.midY - target.y)
          )
          let lengths = first.length * second.length
          if lengths > 0 { cost += 12 * (first.x * second.x + first.y * second.y) / lengths }
        }
        if cost < best?.cost ?? .infinity { best = (candidate, cost) }
      }
      if let best, best.cost < Double(rank) * 3 { return best.box }
    }
    return best?.box
  }

  /// Whether two lines have a point in common.
  private static func cross(_ first: Line, _ second: Line) -> Bool {
    func side(_ line: Line, _ point: Point) -> Double {
      let (way, other) = (line.end - line.start, point - line.start)
      return way.x * other.y - way.y * other.x
    }
    return side(first, second.start) * side(first, second.end) < 0
      && side(second, first.start) * side(second, first.end) < 0
  }

  /// How many of some places on the way are covered by marks, those right at its end, where its own mark is, left out.
  private func crossings(from start: Point, to end: Point) -> Int {
    (0..<8).count { step in
      let share = Double(step) / 10
      let place = Point(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share)
      return marks.cover(Rect(x: place.x - 1, y: place.y - 1, width: 2, height: 2))
    }
  }
}

extension Rect {
  /// The point in it that is nearest to a place.
  func nearest(to place: Point) -> Point {
    Point(x: min(max(place.x, minX), maxX), y: min(max(place.y, minY), maxY))
  }
}
