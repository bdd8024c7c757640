import ChartModel

extension PieLayout {
  func path(pickedBy hit: Hit) -> [Int]? { hit.kind == .slice ? hit.path : nil }

  func hit(at point: Point) -> Hit {
    guard point.x.isFinite, point.y.isFinite else { return Hit(kind: .none, at: point) }
    if let hit = legend?.hit(at: point) { return hit }
    if let crumb = crumbs?.crumb(at: point) { return crumb.hit(at: point) }
    var hit = Hit(kind: .none, at: point)
    hit.angle = degrees(of: point - center)
    if root.count > 0, (point - center).length < holeRadius {
      // The hole leads out.
      (hit.kind, hit.path) = (.crumb, root.count > 1 ? Array(root.dropLast()) : nil)
      return hit
    }
    guard let mark = slice(at: point) else { return hit }
    hit.kind = .slice
    hit.series = mark.ring
    hit.index = mark.index
    hit.path = mark.path
    hit.value = mark.value
    hit.label = mark.label
    hit.fraction = mark.fraction
    return hit
  }

  /// The slice under a point, or a tiny one that is close enough to be meant.
  private func slice(at point: Point) -> SliceMark? {
    // Before its draw-in nothing of a pie can be seen, not even tiny slices.
    guard phase > 0 || spec.common.animation.kind == .none else { return nil }
    // On the way there are no angles to be asked.
    if spec.isDrillable, view.travel != nil { return marks.last { $0.sector.contains(point) } }
    // The centre has no angle: nothing is there, whatever surrounds it.
    guard let angle = degrees(of: point - center) else { return nil }
    let exact = branch(at: angle).first { isDrawn($0, at: point, angle: angle) }
    if let exact, !isTiny(exact) { return nearestTiny(to: point, angle: angle, within: exact.ring) ?? exact }
    return exact ?? nearestTiny(to: point, angle: angle, within: nil)
  }

  /// The slice of the innermost ring that owns an angle.
  /// - Complexity: O(log *n*), and O(*n* log *n*) next to a boundary.
  func rootIndex(at angle: Double) -> Int? {
    angles.index(atOffset: PieLayout.offset(of: angle, from: view.startAngle))
  }

  /// The slices that own an angle, from the innermost ring outwards.
  func branch(at angle: Double) -> [SliceMark] {
    guard let root = rootIndex(at: angle), roots.indices.contains(root), let first = roots[root] else { return [] }
    let offset = PieLayout.offset(of: angle, from: view.startAngle)
    var branch = [marks[first]]
    // Where the last one of the branch starts, in degrees from the start of the pie.
    var start = angles.boundaries[root]
    while let mark = branch.last, let childAngles = mark.childAngles {
      let sweep = max(1, SliceAngles.units(mark.sector.sweep))
      // A ring's boundaries are seldom whole billionths: one that rounding has put just beyond the angle is at it.
      let within = min(max(offset - SliceAngles.units(start) + 1, 0), sweep - 1)
      guard let index = childAngles.index(atOffset: within, of: sweep), mark.children.indices.contains(index),
        let child = mark.children[index]
      else { break }
      branch.append(marks[child])
      start += childAngles.boundaries[index] * mark.sector.sweep
    }
    return branch
  }

  /// How far an angle lies clockwise of another, in billionths of a degree, below one turn.
  static func offset(of angle: Double, from start: Double) -> Int {
    let difference = SliceAngles.units(normalizedDegrees(angle)) - SliceAngles.units(normalizedDegrees(start))
    return (difference % SliceAngles.unitsPerTurn + SliceAngles.unitsPerTurn) % SliceAngles.unitsPerTurn
  }

  private func isDrawn(_ mark: SliceMark, at point: Point, angle: Double) -> Bool {
    // That the angle is the slice's has been decided exactly; asking the sector again could only add rounding.
    mark.sector.reaches(point) && isUncovered(offset: normalizedDegrees(angle - view.startAngle))
  }

  /// Whether the wipe has uncovered what lies so many degrees from the start.
  private func isUncovered(offset: Double) -> Bool {
    guard spec.common.animation.kind == .wipe, phase < 1 else { return true }
    return offset < spec.sweep * phase
  }

  private func isTiny(_ mark: SliceMark) -> Bool { mark.sector.rimLength < PieLayout.hitTolerance }

  /// The tiny slice nearest to a point along the arc, if one is within the tolerance.
  private func nearestTiny(to point: Point, angle: Double, within ring: Int?) -> SliceMark? {
    guard hasTinyMarks else { return nil }
    let distance = (point - center).length
    var nearest: (mark: SliceMark, gap: Double)?
    for mark in marks where isTiny(mark) && (ring == nil || mark.ring == ring) {
      guard mark.sector.inner <= distance, distance <= mark.sector.outer,
        isUncovered(offset: normalizedDegrees(mark.sector.start - view.startAngle))
      else { continue }
      let before = normalizedDegrees(mark.sector.start - angle)
      let after = normalizedDegrees(angle - mark.sector.start - mark.sector.sweep)
      let gap = min(before, after) * .pi / 180 * distance
      if gap <= PieLayout.hitTolerance, gap < nearest?.gap ?? .infinity { nearest = (mark, gap) }
    }
    return nearest?.mark
  }
}
