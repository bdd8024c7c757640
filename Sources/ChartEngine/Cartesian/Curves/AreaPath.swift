import ChartModel

/// The outlines of areas, with the same curve as the line they belong to (L7).
enum AreaPath {
  /// The area between a line and a height. A lone point has none.
  static func outline(_ line: Subpath, baseline: Double) -> Subpath? {
    guard !line.isDot, !baseline.isNaN else { return nil }
    let baseline = PixelMap.bounded(baseline)
    var outline = line
    outline.line(to: Point(x: line.end.x, y: baseline))
    outline.line(to: Point(x: line.start.x, y: baseline))
    outline.isClosed = true
    return outline
  }

  /// The area between a line and another one below it, as areas are stacked.
  static func outline(_ line: Subpath, above other: Subpath) -> Subpath? {
    guard !line.isDot || !other.isDot else { return nil }
    let back = other.reversed
    var outline = line
    outline.line(to: back.start)
    outline.segments += back.segments
    outline.isClosed = true
    return outline
  }

  /// The areas between the runs of a line and a height.
  static func outlines(_ runs: PointRuns, curve: Curve, baseline: Double) -> [Subpath] {
    curve.subpaths(runs).compactMap { outline($0, baseline: baseline) }
  }
}
