import ChartModel

/// Leaves out what a picture of a line can't show: of all points within a column, less than half a px wide, it keeps the first,
/// the least, the greatest and the last in their order, which cover the same of the column as all of them.
///
/// That is M4 (Jugel, Jerzak, Hackenbroich, Markl: "M4: A Visualization-Oriented Time Series Data Aggregation", VLDB
/// 2014) in ``DyadicColumns``, with an addition for pictures with soft edges: of straight lines only corners are kept, see
/// ``Simplifier``. What later steps need stays: extremes for thresholds and areas, gaps as gaps
/// (fault 25), and lone points between them (L13). Only points in view count, and those beside it to which the line leads.
struct LineReduction: Sendable {
  var columns: PointColumns
  var x: PixelMap
  var y: PixelMap
  /// From the left to the right edge of the plot, in px.
  var view: ClosedRange<Double>
  /// How the chart's author wants the points joined.
  var curve: Curve
  /// Which of all rows the points are, where those are not all.
  var held: HeldRows?
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
  var isDense: Bool {
    let taken = wholeColumns(of: view)
    return Double(held?.count(in: taken) ?? taken.count) > 2 * abs(view.upperBound - view.lowerBound)
  }

  /// Says which rows the picture needs, where only some are held.
  func noteNeed() {
    guard let line = columns.partOfLine, let positions = positions(of: view) else { return }
    RowNeed.note(.picture(line: line, positions, pixelLength: pixelLength))
  }

  /// How the points that are left are to be joined. Points half a px apart leave no room for a curve, and the corners of
  /// steps are among the points then.
  var drawnCurve: Curve { isDense ? .linear : curve }

  /// The indices of the points that lie in view.
  var visible: Range<Int> { visible(within: view) }

  private func visible(within view: ClosedRange<Double>) -> Range<Int> {
    guard let ends = positions(of: view) else { return 0..<0 }
    let first = columns.positions.lowerBound(of: ends.lowerBound)
    return first..<max(first, columns.positions.upperBound(of: ends.upperBound))
  }

  /// The positions at the edges of a part of the plot.
  private func positions(of view: ClosedRange<Double>) -> ClosedRange<Double>? {
    guard x.isInvertible else { return nil }
    let ends = (x.value(at: view.lowerBound), x.value(at: view.upperBound))
    return ends.0.isNaN || ends.1.isNaN ? nil : min(ends.0, ends.1)...max(ends.0, ends.1)
  }

  private var columnsOfPixels: DyadicColumns? { DyadicColumns(pixelLength: pixelLength) }

  /// How much of the positions a px is. Of steps it is taken to be half of that: within a column they are drawn as if they were none,
  /// of which 0.17 % of the px tell otherwise.
  private var pixelLength: Double { (curve.isStepped ? 0.5 : 1) / abs(x.scale) }

  /// The indices of the points in view, and of those that share a column with one: points of a column are kept or left out together.
  private func wholeColumns(of view: ClosedRange<Double>) -> Range<Int> {
    guard let columns = columnsOfPixels, let ends = positions(of: view) else { return visible(within: view) }
    let (low, high) = (columns.index(of: ends.lowerBound), columns.index(of: ends.upperBound))
    let first = self.columns.positions.lowerBound(of: columns.start(of: low))
    return first..<max(first, self.columns.positions.lowerBound(of: columns.start(of: high + 1)))
  }

  /// The points to draw; none if a map is none.
  /// - Parameter part: The part of the view that is asked for, in px; all of it if not given. What is drawn there is the
  ///   same.
  /// - Complexity: O(*c* log *n*) in the number of columns; O(*k*) for those with gaps in the number of their points.
  func runs(within part: ClosedRange<Double>? = nil) -> PointRuns {
    guard x.isInvertible, y.start.isFinite, y.scale.isFinite, y.origin.isFinite else { return PointRuns() }
    let (isDense, neighbors, part) = (isDense, drawnCurve.neighbors, part ?? view)
    let taken = isDense ? wholeColumns(of: part) : visible(within: part)
    var pass = Pass(self, isDense: isDense)
    pass.output.reserve(min(taken.count, 16_384) + 2 * neighbors)
    for index in max(0, taken.lowerBound - neighbors)..<taken.lowerBound {
      pass.append(outer: index, toward: index + 1)
    }
    if isDense {
      reduce(taken, &pass)
    } else {
      pass.appendAll(taken)
    }
    for index in taken.upperBound..<min(taken.upperBound + neighbors, columns.count) {
      pass.append(outer: index, toward: index - 1)
    }
    pass.output.endRun()
    return pass.output.output
  }

  /// Goes from column to column; columns in which there is no point are leapt over.
  private func reduce(_ taken: Range<Int>, _ pass: inout Pass) {
    guard let columns = columnsOfPixels else { return pass.appendColumn(taken) }
    var start = taken.lowerBound
    while start < taken.upperBound {
      let column = columns.index(of: self.columns.positions[start])
      let end = min(self.columns.positions.lowerBound(of: columns.start(of: column + 1)), taken.upperBound)
      let next = max(end, start + 1)
      pass.appendColumn(start..<next)
      start = next
    }
  }
}
