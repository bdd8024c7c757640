import ChartModel

// MARK: - Keys among cells

extension CartesianSession {
  /// Goes from the selected cell to the next one in its row or column.
  /// - Parameter key: One of the arrows, in the space of the axes.
  /// - Returns: Whether a cell is selected at all.
  mutating func stepsToCell(_ key: Key) -> Bool {
    guard let (series, point) = current, let width = series.cellWidth else { return false }
    let (positions, values) = (series.points.positions, series.points.values)
    let (x, y) = (positions[point], values[point])
    let isAcross = key == .right || key == .left
    let isForward = isAcross ? key == .right : isTowardsGreater(key, of: series)
    // Cells that are not in line with it by less than half a cell are in its row or column all the same.
    let column = positions.lowerBound(of: x - width / 2)..<positions.upperBound(of: x + width / 2)
    let height = series.cellHeight ?? 0
    var nearest: (point: Int, distance: Double)?
    for other in isAcross ? 0..<series.points.count : column.clamped(to: 0..<series.points.count) {
      guard !values[other].isNaN, !positions[other].isNaN else { continue }
      let (along, aside) =
        isAcross ? (positions[other] - x, values[other] - y) : (values[other] - y, positions[other] - x)
      guard isForward ? along > 0 : along < 0, abs(aside) < (isAcross ? height : width) / 2,
        abs(along) < nearest?.distance ?? .infinity
      else { continue }
      nearest = (other, abs(along))
    }
    if let nearest { go(to: nearest.point, of: series) }
    return true
  }

  /// Whether up or down, in the space of the axes, leads to where values of a series are greater.
  func isTowardsGreater(_ key: Key, of series: PlotSeries) -> Bool {
    // Turned, what leads to the right in the picture leads to the next series here, and that is to greater values.
    ((key == .up) != space.isTurned) != chart.spec.valueAxis(series.spec.axis).isReversed
  }
}
