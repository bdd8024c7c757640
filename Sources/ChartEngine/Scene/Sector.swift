import ChartModel

/// A part of a ring between two angles, with its share of the gap to its neighbours cut off and its corners rounded.
///
/// It is both drawn (`path`) and hit (`contains`): there is no second geometry.
struct Sector: Hashable, Sendable {
  let center: Point
  /// The radii of its edges, in px. An inner radius of 0 makes it a wedge.
  let inner: Double
  let outer: Double
  /// Where it starts, in degrees, and how far it goes on clockwise, in (0, 360].
  let start: Double
  let sweep: Double
  /// How far each straight side is moved inwards, in px.
  let sideInset: Double
  /// The radii of the corners at the outer and at the inner edge, in px.
  let outerCorner: Double
  let innerCorner: Double

  /// - Parameters:
  ///   - gap: The space between neighbours, in px; made smaller where the sector itself is too thin for it.
  ///   - cornerRadius: In px; made smaller where there is no room for it.
  init(
    center: Point, inner: Double, outer: Double, start: Double, sweep: Double, gap: Double = 0,
    cornerRadius: Double = 0
  ) {
    self.center = center
    self.outer = outer
    self.start = normalizedDegrees(start)
    self.sweep = sweep
    guard sweep < 360 else {
      (self.inner, sideInset, outerCorner, innerCorner) = (inner, 0, 0, 0)
      return
    }
    let halfSine = sineAndCosine(degrees: min(sweep, 180) / 2).sine
    // At least half of a thin sector's rim stays.
    let inset = min(gap / 2, outer * halfSine / 2)
    sideInset = inset
    // Where the sides of a wide sector would cross the centre, they end on a circle about it.
    let edge = sweep >= 180 ? max(inner, inset) : inner
    self.inner = edge
    let corner = max(0, min(cornerRadius, (outer - edge) / 2))
    // Both corner circles of an edge must fit between the sides: (c + inset) / (R − c) ≤ sin(sweep / 2).
    outerCorner = max(0, min(corner, (outer * halfSine - inset) / (1 + halfSine)))
    let innerLimit = halfSine < 1 ? (edge * halfSine - inset) / (1 - halfSine) : .infinity
    innerCorner = edge > 0 && edge > inset ? max(0, min(corner, innerLimit)) : 0
  }

  /// Whether it goes all the way round.
  var isRing: Bool { sweep >= 360 }
  /// The angle in the middle, in degrees in [0, 360).
  var middle: Double { normalizedDegrees(start + sweep / 2) }

  /// The length of its outer edge, in px.
  var rimLength: Double { sweep * .pi / 180 * outer }

  /// A point by its angle and its distance from the centre.
  func point(angle: Double, radius: Double) -> Point {
    let (sine, cosine) = sineAndCosine(degrees: angle)
    return Point(x: center.x + radius * cosine, y: center.y + radius * sine)
  }
}

// MARK: - Hitting

extension Sector {
  /// Whether a point lies inside. Edges belong to it, but of the sides only the first. At a side itself doubles may round
  /// either way: hit tests ask ``SliceAngles`` first, which decides exactly, and then ``reaches(_:)``.
  func contains(_ point: Point) -> Bool {
    guard let angle = degrees(of: point - center) else { return isRing && inner == 0 }
    return (isRing || normalizedDegrees(angle - start) < sweep) && reaches(point)
  }

  /// Whether a point whose angle is between the sides lies inside: within the edges, clear of gap and corners.
  func reaches(_ point: Point) -> Bool {
    let vector = point - center
    let distance = vector.length
    guard distance >= inner, distance <= outer else { return false }
    guard sideInset > 0 || outerCorner > 0 || innerCorner > 0, let angle = degrees(of: vector) else { return true }
    let offset = offset(of: angle)
    return isClearOfSide(offset: offset, distance: distance)
      && isClearOfSide(offset: sweep - offset, distance: distance)
  }

  /// How far clockwise of the first side an angle between the sides lies, in degrees. What rounding has put just outside
  /// lies on the side.
  private func offset(of angle: Double) -> Double {
    let offset = normalizedDegrees(angle - start)
    guard offset > sweep else { return offset }
    return offset - sweep < 360 - offset ? sweep : 0
  }

  /// Whether a point lies far enough from a side, and within the rounded corners at its ends.
  /// - Parameter offset: The angle between the side and the point, in degrees.
  private func isClearOfSide(offset: Double, distance: Double) -> Bool {
    guard offset < 90 else { return true }
    let (sine, cosine) = sineAndCosine(degrees: offset)
    let across = distance * sine
    let along = distance * cosine
    guard across >= sideInset else { return false }
    return isInsideCorner(across, along, radius: outerCorner, reach: outer - outerCorner, sign: 1)
      && isInsideCorner(across, along, radius: innerCorner, reach: inner + innerCorner, sign: -1)
  }

  /// - Parameters:
  ///   - reach: The distance of the corner circle's middle from the sector's centre.
  ///   - sign: 1 at the outer edge, -1 at the inner one.
  private func isInsideCorner(
    _ across: Double, _ along: Double, radius: Double, reach: Double, sign: Double
  ) -> Bool {
    guard radius > 0 else { return true }
    let middleAcross = sideInset + radius
    let middleAlong = max(0, reach * reach - middleAcross * middleAcross).squareRoot()
    // Only what lies between the side and the ray through the corner's middle, beyond its foot on the side, is cut.
    guard across * middleAlong < middleAcross * along, (along - middleAlong) * sign > 0 else { return true }
    return Point(x: along - middleAlong, y: across - middleAcross).length <= radius
  }
}

// MARK: - Drawing

extension Sector {
  /// The outline. Arcs are split so that none is longer than half a turn: a longer one whose ends round to the same
  /// hundredth of a px would not be drawn at all.
  var path: Path {
    var path = Path()
    guard !isRing else {
      addCircle(outer, clockwise: true, to: &path)
      if inner > 0 { addCircle(inner, clockwise: false, to: &path) }
      return path
    }
    let end = start + sweep
    let outerTurn = cornerTurn(outerCorner, reach: outer - outerCorner)
    path.move(to: sidePoint(.first, corner: outerCorner, reach: outer - outerCorner, edge: outer))
    if outerCorner > 0 {
      path.arc(radius: outerCorner, clockwise: true, to: point(angle: start + outerTurn, radius: outer))
    }
    addArc(outer, from: start + outerTurn, to: end - outerTurn, clockwise: true, to: &path)
    if outerCorner > 0 {
      path.arc(
        radius: outerCorner, clockwise: true,
        to: sidePoint(.second, corner: outerCorner, reach: outer - outerCorner, edge: outer))
    }
    addInnerEdge(to: &path)
    path.close()
    return path
  }

  private enum Side { case first, second }

  private func addInnerEdge(to path: inout Path) {
    let innerTurn = cornerTurn(innerCorner, reach: inner + innerCorner)
    // Rounded corners may just meet: then the arc between them has no length, give or take a rounding error.
    guard inner > sideInset || (sweep >= 180 && inner > 0), innerCorner > 0 || 2 * innerTurn < sweep else {
      // The sides meet before they reach the inner edge.
      let halfSine = sineAndCosine(degrees: min(sweep, 180) / 2).sine
      let apex = halfSine > 0 ? max(sideInset / halfSine, inner) : inner
      path.line(to: point(angle: start + sweep / 2, radius: apex))
      return
    }
    path.line(to: sidePoint(.second, corner: innerCorner, reach: inner + innerCorner, edge: inner))
    if innerCorner > 0 {
      path.arc(radius: innerCorner, clockwise: true, to: point(angle: start + sweep - innerTurn, radius: inner))
    }
    addArc(inner, from: start + sweep - innerTurn, to: start + innerTurn, clockwise: false, to: &path)
    if innerCorner > 0 {
      path.arc(
        radius: innerCorner, clockwise: true,
        to: sidePoint(.first, corner: innerCorner, reach: inner + innerCorner, edge: inner))
    }
  }

  /// The angle between a side's ray and where the edge's arc begins, in degrees.
  private func cornerTurn(_ corner: Double, reach: Double) -> Double {
    reach > 0 ? arcSineDegrees((sideInset + corner) / reach) : 0
  }

  /// Where a side ends: at the edge, or where the rounding of the corner begins.
  private func sidePoint(_ side: Side, corner: Double, reach: Double, edge: Double) -> Point {
    let angle = side == .first ? start : start + sweep
    guard corner > 0 else {
      let turn = edge > 0 ? arcSineDegrees(sideInset / edge) : 0
      return point(angle: side == .first ? angle + turn : angle - turn, radius: edge)
    }
    let across = sideInset + corner
    let along = max(0, reach * reach - across * across).squareRoot()
    let (sine, cosine) = sineAndCosine(degrees: angle)
    let inset = side == .first ? sideInset : -sideInset
    return Point(x: center.x + along * cosine - inset * sine, y: center.y + along * sine + inset * cosine)
  }

  private func addArc(_ radius: Double, from start: Double, to end: Double, clockwise: Bool, to path: inout Path) {
    guard radius > 0 else { return }
    if abs(end - start) > 170 {
      path.arc(radius: radius, clockwise: clockwise, to: point(angle: (start + end) / 2, radius: radius))
    }
    path.arc(radius: radius, clockwise: clockwise, to: point(angle: end, radius: radius))
  }

  private func addCircle(_ radius: Double, clockwise: Bool, to path: inout Path) {
    let first = Point(x: center.x + radius, y: center.y)
    path.move(to: first)
    path.arc(radius: radius, clockwise: clockwise, to: Point(x: center.x - radius, y: center.y))
    path.arc(radius: radius, clockwise: clockwise, to: first)
    path.close()
  }
}

extension Rect {
  /// The box of a unit circle's wedge, its centre included.
  /// - Parameter start: In degrees, as `sweep`, clockwise from three o'clock.
  static func ofUnitWedge(start: Double, sweep: Double) -> Rect {
    var (minX, maxX, minY, maxY) = (0.0, 0.0, 0.0, 0.0)
    let crossed = [0.0, 90, 180, 270].filter { normalizedDegrees($0 - start) < sweep }
    for angle in [start, start + sweep] + crossed {
      let (sine, cosine) = sineAndCosine(degrees: angle)
      (minX, maxX) = (min(minX, cosine), max(maxX, cosine))
      (minY, maxY) = (min(minY, sine), max(maxY, sine))
    }
    return Rect(x: minX, y: minY, width: max(maxX - minX, 0.01), height: max(maxY - minY, 0.01))
  }
}
