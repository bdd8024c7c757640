import ChartModel

/// Equal cells over all points of a series that is drawn as how many of them there are in each place: what tells how many of some rows
/// there are, whatever the picture's size.
struct DensityGrid: Sendable {
  /// From the least to the greatest coordinate along each axis.
  let x: ClosedRange<Double>
  let y: ClosedRange<Double>
  /// Cells of less than 2 px in a picture of the usual size.
  let columns = 320
  let rows = 200

  /// - Returns: `nil` for points that are drawn one by one, that say more than where they are, or that are all at one place.
  init?(of series: PlotSeries) {
    let (positions, values) = (series.points.positions, series.points.values)
    guard case .scatter(let style) = series.spec.kind, PointDensity.shows(series.points.count, of: series),
      style.size == nil, style.colorBy == nil, series.interval == nil, style.isSpread != true,
      series.valueNames.isEmpty, let extrema = values.extrema(in: 0..<values.count), extrema.min < extrema.max
    else { return nil }
    let (first, last) = (positions[0], positions[positions.count - 1])
    guard first < last, (last - first).isFinite, (extrema.max - extrema.min).isFinite else { return nil }
    (x, y) = (first...last, extrema.min...extrema.max)
  }

  /// Between which coordinates columns and rows lie, one more than there are of them.
  var edges: (x: [Double], y: [Double]) {
    func edges(_ range: ClosedRange<Double>, _ count: Int) -> [Double] {
      (0..<count).map { range.lowerBound + (range.upperBound - range.lowerBound) * (Double($0) / Double(count)) }
        + [range.upperBound]
    }
    return (edges(x, columns), edges(y, rows))
  }
}

/// Those of a series' points that are selected in linked charts, all of which stay in memory as they are.
struct TakenPoints: Sendable {
  /// How many there are in each cell, column by column, from the least value up, and which rows they are.
  let rows: CountedRows
  let grid: DensityGrid

  init(_ rows: CountedRows, in grid: DensityGrid) { (self.rows, self.grid) = (rows, grid) }

  /// Whether a point is one of them.
  /// - Parameter index: The place of its value in the spec, which is that of its row.
  func takes(_ index: Int) -> Bool { rows.test?.takes(index) ?? true }
}
