import ChartModel

extension LineReduction {
  /// One way through the points: what was kept so far, and room to think in that is used again for every column.
  struct Pass {
    let columns: PointColumns
    let x: PixelMap
    let y: PixelMap
    let mergeDistance: Double
    var output = PointRuns()
    /// The pieces that begin and end in the column at hand.
    var pieces: [Piece] = []

    init(_ reduction: LineReduction) {
      columns = reduction.columns
      x = reduction.x
      y = reduction.y
      mergeDistance = max(0, reduction.mergeDistance)
    }

    /// A point's place; `nil` for a gap.
    func point(_ index: Int) -> Point? {
      Point(x: x.exactPixel(of: columns.positions[index]), y: y.exactPixel(of: columns.values[index])).bounded
    }

    mutating func append(_ index: Int) {
      if let point = point(index) { output.append(point) } else { output.endRun() }
    }

    /// A point out of view. One that is very far out is moved towards the view along the line it is an end of.
    mutating func append(outer index: Int, toward inner: Int) {
      let exact = x.exactPixel(of: columns.positions[index])
      guard var point = point(index) else { return output.endRun() }
      if abs(exact) > PixelMap.limit, exact.isFinite, let other = self.point(inner) {
        // The y before it was brought within the limit, but not so large that a difference overflows.
        let y = min(max(y.exactPixel(of: columns.values[index]), -1e150), 1e150)
        let share = (point.x - other.x) / (exact - other.x)
        point.y = PixelMap.bounded(other.y + (y - other.y) * share)
      }
      output.append(point)
    }

    // MARK: - Columns

    mutating func appendColumn(_ range: Range<Int>) {
      if range.count <= 4 {
        for index in range { append(index) }
      } else if columns.values.hasGap(in: range) {
        appendPieces(range)
      } else {
        appendExtremes(range)
      }
    }

    /// The first, the least, the greatest and the last of values without a gap, in their order.
    mutating func appendExtremes(_ range: Range<Int>) {
      guard let first = range.first, let last = range.last, let places = columns.values.extrema(in: range) else {
        return
      }
      append(first)
      let (early, late) = (min(places.minIndex, places.maxIndex), max(places.minIndex, places.maxIndex))
      if early > first, early < last { append(early) }
      if late > max(first, early), late < last { append(late) }
      if last > first { append(last) }
    }
  }
}
