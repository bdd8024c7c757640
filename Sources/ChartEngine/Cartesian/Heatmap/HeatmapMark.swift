import ChartModel

/// The cells of one series: where each lies, and in which colour (M8).
final class HeatmapMark: SeriesMark {
  let stage: PlotStage
  let series: PlotSeries
  let style: HeatmapStyleSpec
  let grid: CellGrid
  let axis: ValueAxisLayout
  let inView: Range<Int>
  let colors: EntryColors
  /// Whether there are so many cells that they are drawn as one picture, none of which says what it is.
  let isPicture: Bool
  /// Between cells, in px.
  let gap: Double
  /// Whether the edges of cells are on whole px, so that none is blurred.
  private let isCrisp: (x: Bool, y: Bool)

  init(_ series: PlotSeries, _ style: HeatmapStyleSpec, on stage: PlotStage) {
    (self.series, self.style, self.stage) = (series, style, stage)
    let (grid, axis) = (style.grid ?? CellGrid(), stage.axis(series.spec.axis))
    (self.grid, self.axis) = (grid, axis)
    inView = stage.points(of: series, within: grid.width / 2 * (1 - 1e-6))
    isPicture = inView.count > CellGrid.namedCount
    colors = EntryColors(
      style.colorBy, standard: stage.color(of: series), palette: stage.palette, on: stage.canvas.surface,
      shown: stage.shownColors)
    let size = Size(width: abs(grid.width * stage.window.map.scale), height: abs(grid.height * axis.map.scale))
    let side = min(size.width, size.height)
    let wanted = style.gap ?? (side >= 6 ? 1 : 0)
    // Something of each cell is to be seen.
    gap = isPicture || !side.isFinite ? 0 : min(max(wanted, 0), side * 0.4)
    isCrisp = (size.width >= 3 && !isPicture, size.height >= 3 && !isPicture)
  }

  var nearness: Nearness { .distance }
  var entryName: String { "cell" }

  /// The middle of a cell; `nil` for one without a colour.
  func place(of point: Int) -> Point? {
    let (position, value) = (series.points.positions[point], series.points.values[point])
    guard !value.isNaN, !position.isNaN else { return nil }
    let place = Point(x: stage.window.map.pixel(of: position), y: axis.map.pixel(of: value))
    return place.isFinite ? place : nil
  }

  /// All of a cell between its edges, with half of the gaps around it.
  private func bounds(of point: Int) -> Rect? {
    let (position, value) = (series.points.positions[point], series.points.values[point])
    guard !value.isNaN, !position.isNaN else { return nil }
    let (x, y) = (stage.window.map, axis.map)
    var (left, right) = (x.pixel(of: position - grid.width / 2), x.pixel(of: position + grid.width / 2))
    var (lower, upper) = (y.pixel(of: value - grid.height / 2), y.pixel(of: value + grid.height / 2))
    if isCrisp.x { (left, right) = (left.rounded(), right.rounded()) }
    if isCrisp.y { (lower, upper) = (lower.rounded(), upper.rounded()) }
    let rect = Rect(
      x: min(left, right), y: min(lower, upper), width: abs(right - left), height: abs(upper - lower))
    return rect.x.isFinite && rect.y.isFinite && rect.width.isFinite && rect.height.isFinite ? rect : nil
  }

  /// What is drawn and hit of a cell.
  func rect(of point: Int) -> Rect? {
    bounds(of: point).map { bounds in
      Rect(
        x: bounds.x, y: bounds.y, width: max(bounds.width - gap, 0), height: max(bounds.height - gap, 0))
    }
  }

  /// The corners' radius of a cell so large.
  func radius(of rect: Rect) -> Double { min(style.radius, rect.width / 2, rect.height / 2) }

  /// How a cell is filled; `nil` for one without a colour.
  func color(of point: Int) -> Color? { colors.ownColor(of: series.specIndex(of: point)) }

  var drawnEdge: Double { stage.drawnEdge(uncoveredBy: [.wipe, .stroke, .grow]) }
}

// MARK: - Hitting

extension HeatmapMark {
  func hit(at place: Point, _ part: LayerPart, of layer: SeriesSpec.Layer) -> Int? {
    guard layer == .bar, part == .body, stage.plot.contains(place), place.x < drawnEdge else { return nil }
    return points(from: place.x, to: place.x, reach: grid.width / 2).last { point in
      guard isCounted(point), color(of: point) != nil, let rect = rect(of: point), rect.contains(place) else {
        return false
      }
      return rect.isInside(place, radius: radius(of: rect))
    }
  }

  func covers(_ rect: Rect, except point: Int?) -> Bool {
    guard stage.plot.intersects(rect) else { return false }
    let near = points(from: rect.minX, to: rect.maxX, reach: grid.width / 2)
    // So many that they leave nothing free.
    guard near.count <= 2_000 else { return true }
    return near.contains { other in other != point && self.rect(of: other).map { $0.intersects(rect) } ?? false }
  }

  func markerPlace(of point: Int) -> (distance: Double, isBelow: Bool) {
    // In a turned plot half of the cell is added.
    guard !stage.space.isTurned, let rect = rect(of: point) else { return (2, false) }
    return (rect.height / 2 + 2, false)
  }
}

extension Rect {
  /// Whether a place in it is within its rounded corners.
  fileprivate func isInside(_ place: Point, radius: Double) -> Bool {
    guard radius > 0 else { return true }
    let nearest = Point(
      x: min(max(place.x, minX + radius), maxX - radius), y: min(max(place.y, minY + radius), maxY - radius))
    return (place - nearest).length <= radius
  }
}
