import ChartModel

/// Leaves out what a picture of a line can't show: of all points within a column, a third of a px wide, it keeps the first,
/// the least, the greatest and the last in their order, which cover the same of the column as all of them.
///
/// That is M4 (Jugel, Jerzak, Hackenbroich, Markl: "M4: A Visualization-Oriented Time Series Data Aggregation", VLDB
/// 2014), with two additions for pictures with soft edges: a spike keeps its width, see `Pass`, and of straight lines only
/// corners are kept, see ``Simplifier``. What later steps need stays: extremes for thresholds and areas, gaps as gaps
/// (fault 25), and lone points between them (L13). Only points in view count, and those beside it to which the line leads.
struct LineReduction: Sendable {
  var columns: PointColumns
  var x: PixelMap
  var y: PixelMap
  /// From the left to the right edge of the plot, in px.
  var view: ClosedRange<Double>
  /// How the chart's author wants the points joined.
  var curve: Curve
  /// How many columns share a px. With two, 0.25 % of the px of a random walk of a million points differ by more than
  /// 32/255 from those of the full picture; with three 0.05 %, with four 0.02 % (rsvg-convert, 640 × 360 px, a stroke of 1
  /// px). The points kept grow in proportion.
  var columnsPerPixel = 3
  /// Stretches of one column no farther apart than this are drawn as one, where gaps make many of them; in px. At half a
  /// px a stroke of one px hides where they end.
  var mergeDistance = 0.5

  init(_ columns: PointColumns, x: PixelMap, y: PixelMap, view: ClosedRange<Double>, curve: Curve = .linear) {
    self.columns = columns
    self.x = x
    self.y = y
    self.view = view
    self.curve = curve
  }

  /// Other values at the same positions.
  init(_ columns: PointColumns, as other: LineReduction) {
    self = other
    self.columns = columns
  }

  /// By how much a line may pass by the points left out, in px: five hundredths change no px by more than 13/255.
  static let tolerance = 0.05

  /// Whether there are so many points, two a px, that only their picture counts. If not, every point is kept.
  var isDense: Bool { Double(visible.count) > 2 * abs(view.upperBound - view.lowerBound) }

  /// How the points that are left are to be joined. Points half a px apart leave no room for a curve, and the corners of
  /// steps are among the points then.
  var drawnCurve: Curve { isDense ? .linear : curve }

  /// The indices of the points that lie in view.
  var visible: Range<Int> { visible(within: view) }

  private func visible(within view: ClosedRange<Double>) -> Range<Int> {
    guard x.isInvertible, !view.lowerBound.isNaN, !view.upperBound.isNaN else { return 0..<0 }
    let ends = (x.value(at: view.lowerBound), x.value(at: view.upperBound))
    let first = columns.positions.lowerBound(of: min(ends.0, ends.1))
    return first..<max(first, columns.positions.upperBound(of: max(ends.0, ends.1)))
  }

  /// The points to draw; none if a map is none.
  /// - Parameter part: The part of the view that is asked for, in px; all of it if not given. What is drawn there is the
  ///   same.
  /// - Complexity: O(*c* log *n*) in the number of columns; O(*k*) for those with gaps in the number of their points.
  func runs(within part: ClosedRange<Double>? = nil) -> PointRuns {
    guard x.isInvertible, y.start.isFinite, y.scale.isFinite, y.origin.isFinite else { return PointRuns() }
    let (visible, isDense, neighbors) = (visible(within: part ?? view), isDense, drawnCurve.neighbors)
    var pass = Pass(self, isDense: isDense)
    pass.output.reserve(min(visible.count, 16_384) + 2 * neighbors)
    for index in max(0, visible.lowerBound - neighbors)..<visible.lowerBound {
      pass.append(outer: index, toward: index + 1)
    }
    if isDense {
      reduce(visible, &pass)
    } else {
      pass.appendAll(visible)
    }
    for index in visible.upperBound..<min(visible.upperBound + neighbors, columns.count) {
      pass.append(outer: index, toward: index - 1)
    }
    pass.output.endRun()
    return pass.output.output
  }

  /// Goes from column to column; columns in which there is no point are leapt over.
  private func reduce(_ visible: Range<Int>, _ pass: inout Pass) {
    let perPixel = Double(max(1, min(columnsPerPixel, 16)))
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
