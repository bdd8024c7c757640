import ChartModel

/// Leaves out what a picture of a line can't show: of all points within a column of px it keeps the first, the least, the
/// greatest and the last in their order, which draw the same column of px as all of them.
///
/// That is M4 (Jugel, Jerzak, Hackenbroich, Markl: "M4: A Visualization-Oriented Time Series Data Aggregation", VLDB
/// 2014). What it keeps, the later steps need: extremes for thresholds and areas, gaps as gaps (fault 25), and points of
/// their own between gaps (L13). Only points in view count, and ``neighbors`` on either side, to which the line leads.
struct LineReduction: Sendable {
  var columns: PointColumns
  var x: PixelMap
  var y: PixelMap
  /// From the left to the right edge of the plot, in px.
  var view: ClosedRange<Double>
  /// How many columns share a px: two for dense screens.
  var columnsPerPixel = 2
  /// How many points beyond the view are kept, see ``Curve/neighbors``.
  var neighbors = 1
  /// Pieces of a column whose ends are no farther apart than this are drawn as one where there are many, in px.
  var mergeDistance = 0.5

  init(_ columns: PointColumns, x: PixelMap, y: PixelMap, view: ClosedRange<Double>) {
    self.columns = columns
    self.x = x
    self.y = y
    self.view = view
  }

  /// The indices of the points that lie in view.
  var visible: Range<Int> {
    guard x.isInvertible, !view.lowerBound.isNaN, !view.upperBound.isNaN else { return 0..<0 }
    let ends = (x.value(at: view.lowerBound), x.value(at: view.upperBound))
    let first = columns.positions.lowerBound(of: min(ends.0, ends.1))
    return first..<max(first, columns.positions.upperBound(of: max(ends.0, ends.1)))
  }

  /// The points to draw; none if a map is none.
  /// - Complexity: O(*c* log *n*) in the number of columns, O(*k*) for columns in which gaps are.
  func runs() -> PointRuns {
    guard x.isInvertible, y.start.isFinite, y.scale.isFinite, y.origin.isFinite else { return PointRuns() }
    let visible = visible
    var pass = Pass(self)
    let neighbors = max(0, min(neighbors, columns.count))
    for index in max(0, visible.lowerBound - neighbors)..<visible.lowerBound {
      pass.append(outer: index, toward: index + 1)
    }
    let columnCount = (abs(view.upperBound - view.lowerBound) * perPixel).rounded(.up)
    if Double(visible.count) <= 4 * columnCount {
      // Four points a column would be kept anyway.
      pass.output.reserve(visible.count + 2 * neighbors)
      for index in visible { pass.append(index) }
    } else {
      pass.output.reserve(4 * Int(columnCount) + 2 * neighbors)
      reduce(visible, &pass)
    }
    for index in visible.upperBound..<min(visible.upperBound + neighbors, columns.count) {
      pass.append(outer: index, toward: index - 1)
    }
    return pass.output
  }

  private var perPixel: Double { Double(max(1, min(columnsPerPixel, 16))) }

  /// Goes from column to column; columns in which there is no point are leapt over.
  private func reduce(_ visible: Range<Int>, _ pass: inout Pass) {
    var start = visible.lowerBound
    while start < visible.upperBound {
      let column = (x.pixel(of: columns.positions[start]) * perPixel).rounded(.down)
      // Where px go down as x goes up, a column ends at its left edge.
      let edge = (x.scale > 0 ? column + 1 : column) / perPixel
      let end = min(columns.positions.lowerBound(of: x.value(at: edge)), visible.upperBound)
      let next = max(end, start + 1)
      pass.appendColumn(start..<next)
      start = next
    }
  }
}
