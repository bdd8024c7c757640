import ChartModel

/// What shows how sure the values of a series are (M4): lines with caps, or a band about all of them.
///
/// It is drawn and hit from one geometry. What stands on other entries is moved with these. It is an object as its mark is.
final class ErrorMarks: Sendable {
  private let series: PlotSeries
  private let stage: PlotStage
  private let axis: ValueAxisLayout
  private let spec: ErrorSpec
  private let interval: PlotSeries.Interval
  private let inView: Range<Int>
  /// How far right of their positions entries stand, in coordinates.
  private let offset: Double
  private let color: Color
  /// From where to where entries are drawn; empty where they stand neither on the axis nor on others.
  private let spans: [Stacks.Span]
  /// Whether there is a band, as where the entries are so many that lines would be one.
  let isBand: Bool
  /// How wide a band is that has a single position between gaps, in px: a line from end to end.
  static let loneWidth = 3.0

  /// One line with its caps, in px.
  struct Whisker {
    let x: Double
    /// The ends with caps that are seen; at the edge of the plot a line that goes on beyond it has none.
    let caps: [Double]
    /// From the upper to the lower end.
    let range: (top: Double, bottom: Double)
  }

  /// - Parameter color: What bars of errors are drawn in that have no colour of their own.
  /// - Returns: `nil` for a series without intervals.
  init?(_ series: PlotSeries, on stage: PlotStage, inView: Range<Int>, offset: Double = 0, color: Color) {
    guard let spec = series.spec.kind.style.error, let interval = series.interval else { return nil }
    (self.series, self.stage, self.spec, self.interval) = (series, stage, spec, interval)
    (self.inView, self.offset) = (inView, offset)
    self.axis = stage.axis(series.spec.axis)
    self.color = spec.color ?? color
    spans = stage.stacks.spans(of: series.index)
    isBand =
      spec.style == .band || Double(inView.count) > stage.plot.width / 2
      || (spec.style == nil && !series.standsInSlots && series.spec.line != nil)
  }

  /// Where an end that is known is, as a coordinate.
  private func coordinate(_ column: ValueColumn, _ point: Int) -> Double? {
    let end = column[point]
    guard !end.isNaN else { return nil }
    return series.drawn(end, of: point, spans)
  }

  /// The line of an entry that is drawn at a place; `nil` without one.
  func whisker(of point: Int, at place: Point?) -> Whisker? {
    let plot = stage.plot
    // Of what stands at an edge of the plot the caps reach over it, as dots do; what is beyond is not seen at all.
    guard let place, !isBand, !stage.isDrawingIn, place.x >= plot.minX - 0.5, place.x <= plot.maxX + 0.5 else {
      return nil
    }
    let ends = [interval.high, interval.low].compactMap { coordinate($0, point) }.map(axis.map.pixel)
      .filter { !$0.isNaN }
    guard !ends.isEmpty else { return nil }
    // A line that has one end begins at the value.
    let all = ends + [place.y]
    let (top, bottom) = (all.min() ?? place.y, all.max() ?? place.y)
    guard top <= plot.maxY + 0.5, bottom >= plot.minY - 0.5 else { return nil }
    return Whisker(
      x: place.x, caps: ends.filter { $0 >= plot.minY - 0.5 && $0 <= plot.maxY + 0.5 },
      range: (max(top, plot.minY), min(bottom, plot.maxY)))
  }

  // MARK: - Drawing

  /// The lines of some entries, as one shape.
  func whiskers(_ points: Range<Int>, _ place: (Int) -> Point?) -> [Node] {
    guard !isBand, spec.width > 0 else { return [] }
    var path = Path()
    path.reserve(6 * points.count)
    let half = spec.cap / 2
    func addCap(_ x: Double, _ end: Double) {
      guard half > 0 else { return }
      path.move(to: Point(x: x - half, y: end))
      path.line(to: Point(x: x + half, y: end))
    }
    for point in points {
      guard let whisker = whisker(of: point, at: place(point)) else { continue }
      let (top, bottom) = whisker.range
      path.move(to: Point(x: whisker.x, y: top))
      path.line(to: Point(x: whisker.x, y: bottom))
      for end in whisker.caps { addCap(whisker.x, end) }
    }
    guard !path.elements.isEmpty else { return [] }
    return [Node(.path(path), style: Style(stroke: .color(color), strokeWidth: spec.width, lineJoin: .miter))]
  }

  /// The band, along the curve of its line.
  func band(_ curve: Curve, _ columns: PointColumns) -> [Node] {
    guard isBand, spec.opacity > 0 else { return [] }
    let count = columns.count
    var (low, high) = ([Double](repeating: .nan, count: count), [Double](repeating: .nan, count: count))
    for point in 0..<count {
      guard let below = coordinate(interval.low, point), let above = coordinate(interval.high, point) else { continue }
      (low[point], high[point]) = (below, above)
    }
    let plot = stage.plot
    func reduction(_ values: [Double]) -> LineReduction? {
      (try? PointColumns(columns.positions, ValueColumn(values))).map {
        LineReduction(
          $0, x: stage.window.map, y: axis.map, view: plot.minX...max(plot.minX, plot.maxX), curve: curve)
      }
    }
    guard let upper = reduction(high), let lower = reduction(low) else { return [] }
    let drawn = upper.isDense ? Curve.linear : curve
    var (outlines, lone) = ([Subpath](), Path())
    for (upper, lower) in zip(drawn.subpaths(upper.runs()), drawn.subpaths(lower.runs())) {
      if upper.isDot, lower.isDot {
        lone.move(to: upper.start)
        lone.line(to: lower.start)
      } else if let outline = AreaPath.outline(upper, above: lower) {
        outlines.append(outline)
      }
    }
    let stroke = Style(stroke: .color(color), strokeWidth: ErrorMarks.loneWidth)
    return outlines.map { Node(.path(Path($0)), style: Style(fill: color, opacity: spec.opacity)) }
      + (lone.elements.isEmpty ? [] : [Node(.path(lone), style: stroke)])
  }

  /// What stands out of the band at an entry: a line from end to end.
  func bandHighlight(of point: Int, at place: Point, on background: Color) -> [Node] {
    let plot = stage.plot
    let ends = [interval.high, interval.low].compactMap { coordinate($0, point) }
      .map { min(max(axis.map.pixel(of: $0), plot.minY), plot.maxY) }
    guard ends.count == 2 else { return [] }
    let (top, foot) = (Point(x: place.x, y: ends[0]), Point(x: place.x, y: ends[1]))
    let dot = Style(fill: color, stroke: background, strokeWidth: 2)
    return [Node(.polyline([top, foot]), style: Style(stroke: .color(color), strokeWidth: 2))]
      + [top, foot].map { Node(.circle(center: $0, radius: 4), style: dot) }
  }

  // MARK: - Hitting

  /// Whether the band is drawn at a place.
  /// - Complexity: O(log *n*)
  func bandContains(_ place: Point, along curve: Curve, _ columns: PointColumns) -> Bool {
    let map = stage.window.map
    guard isBand, spec.opacity > 0, map.isInvertible else { return false }
    // What bends a curve between two points are their neighbours.
    let next = columns.positions.lowerBound(of: map.value(at: place.x))
    let near = (next - 4..<next + 4).clamped(to: 0..<columns.count)
    var runs: [(high: [Point], low: [Point])] = [([], [])]
    for point in near {
      guard let below = coordinate(interval.low, point), let above = coordinate(interval.high, point) else {
        runs.append(([], []))
        continue
      }
      let x = map.pixel(of: columns.positions[point])
      runs[runs.count - 1].high.append(Point(x: x, y: axis.map.pixel(of: above)))
      runs[runs.count - 1].low.append(Point(x: x, y: axis.map.pixel(of: below)))
    }
    return runs.contains { run in
      if run.high.count == 1 {
        let (high, low) = (run.high[0], run.low[0])
        return abs(place.x - high.x) <= ErrorMarks.loneWidth / 2 && place.y >= min(high.y, low.y)
          && place.y <= max(high.y, low.y)
      }
      guard let high = curve.y(at: place.x, in: run.high[...]), let low = curve.y(at: place.x, in: run.low[...]) else {
        return false
      }
      return place.y >= min(high, low) && place.y <= max(high, low)
    }
  }

  /// The points whose lines may be between two places along the x axis.
  private func near(_ left: Double, _ right: Double) -> Range<Int> {
    let (map, positions, reach) = (stage.window.map, series.points.positions, max(spec.cap, spec.width) / 2)
    guard map.isInvertible else { return 0..<0 }
    let first = positions.lowerBound(of: map.value(at: left - reach) - offset)
    let end = positions.upperBound(of: map.value(at: right + reach) - offset)
    return (first..<max(end, first)).clamped(to: inView)
  }

  /// The entry whose line is drawn at a place.
  /// - Parameter center: Where entries are.
  func hit(at place: Point, _ center: (Int) -> Point?) -> Int? {
    guard !isBand, spec.width > 0 else { return nil }
    return near(place.x, place.x).last { point in
      guard let whisker = whisker(of: point, at: center(point)) else { return false }
      let (top, bottom) = whisker.range
      if abs(place.x - whisker.x) <= spec.width / 2, place.y >= top, place.y <= bottom { return true }
      return whisker.caps.contains { end in
        abs(place.y - end) <= spec.width / 2 && abs(place.x - whisker.x) <= spec.cap / 2
      }
    }
  }

  /// Whether one of the lines is in a rectangle.
  func covers(_ rect: Rect, _ center: (Int) -> Point?) -> Bool {
    guard !isBand, spec.width > 0 else { return false }
    let half = max(spec.cap, spec.width) / 2
    return near(rect.minX, rect.maxX).contains { point in
      guard let whisker = whisker(of: point, at: center(point)) else { return false }
      let (top, bottom) = whisker.range
      let box = Rect(
        x: whisker.x - half, y: top - spec.width / 2, width: 2 * half, height: bottom - top + spec.width)
      return box.intersects(rect)
    }
  }
}
