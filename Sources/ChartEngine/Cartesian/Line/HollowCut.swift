import ChartModel

/// Lines between hollow markers, which end at the circles (L5).
enum HollowCut {
  /// The segments between the points of a run, shortened at each end by the radius along their own direction, whichever
  /// that is. Between points no farther apart than two radii there is none.
  static func segments(_ run: ArraySlice<Point>, radius: Double) -> [Subpath] {
    let points = Curve.bounded(run)
    let radius = radius > 0 ? radius : 0
    return zip(points, points.dropFirst()).compactMap { start, end in
      let way = end - start
      let length = way.length
      guard length > 2 * radius else { return nil }
      let share = radius / length
      let cut = Point(x: way.x * share, y: way.y * share)
      return Subpath(start: start + cut, segments: [.line(to: end - cut)])
    }
  }
}
