import ChartModel

extension LineReduction {
  /// One way through the points: what was kept so far, and room to think in that is used again for every column.
  struct Pass {
    let columns: PointColumns
    let x: PixelMap
    let y: PixelMap
    let mergeDistance: Double
    var output: Simplifier
    /// The pieces that begin and end in the column at hand.
    var pieces: [Piece] = []
    /// What they cover.
    var stretches: [Stretch] = []

    /// How the points are joined, if that is by steps whose corners are points of their own here.
    private let steps: Curve?
    private let isDense: Bool
    /// The point that was kept last, whether the line is drawn through it or closely past it.
    private var last: Point?

    /// Columns with as few points keep them all: there are no others than the first, the last and the extremes.
    private static let plainCount = 2
    /// Looking at as many points takes less time than searching them.
    private static let scanCount = 128

    init(_ reduction: LineReduction, isDense: Bool) {
      self.isDense = isDense
      columns = reduction.columns
      x = reduction.x
      y = reduction.y
      mergeDistance = max(0, reduction.mergeDistance)
      output = Simplifier(tolerance: isDense ? LineReduction.tolerance : 0)
      steps = isDense && reduction.curve.isStepped ? reduction.curve : nil
    }

    /// A point's place; `nil` for a gap.
    func point(_ index: Int) -> Point? {
      Point(x: x.exactPixel(of: columns.positions[index]), y: y.exactPixel(of: columns.values[index])).bounded
    }

    /// - Parameter isNext: Whether the point that was kept before is the one before it. Between others, which share a column, there
    ///   are more corners than can be told apart.
    mutating func append(_ index: Int, isNext: Bool = true) {
      guard let point = point(index) else { return output.endRun() }
      append(point, isNext: isNext)
    }

    private mutating func append(_ point: Point, isNext: Bool = true) {
      // Of two at one place, such as equal rows, none but the first is needed.
      if isDense, output.isOpen, point == last { return }
      if steps != nil, isNext { appendCorners(to: point) }
      output.append(point)
      last = point
    }

    /// Points one by one, all of which are kept.
    mutating func appendAll(_ range: Range<Int>) {
      // Bare memory: this loop goes through every point.
      let (x, y) = (x, y)
      columns.positions.withPositions(in: range) { position in
        columns.values.withValues(in: range) { values in
          for index in values.indices {
            let place = Point(x: x.exactPixel(of: position(index)), y: y.exactPixel(of: values[index]))
            if let place = place.bounded { output.append(place) } else { output.endRun() }
          }
        }
      }
    }

    /// The corners on the way from the point that was kept before.
    private mutating func appendCorners(to end: Point) {
      guard let steps, output.isOpen, let start = last else { return }
      for corner in steps.corners(from: start, to: end) { output.append(corner) }
    }

    /// A point out of view. One that is very far out is moved towards the view along the line it is an end of.
    mutating func append(outer index: Int, toward inner: Int) {
      guard var point = point(index) else { return output.endRun() }
      let exact = x.exactPixel(of: columns.positions[index])
      if abs(exact) > PixelMap.limit, exact.isFinite, let other = self.point(inner) {
        // Not so large that a difference overflows.
        let y = min(max(y.exactPixel(of: columns.values[index]), -1e150), 1e150)
        // The share of the way to it that stays within the limit in both directions.
        let share = min((point.x - other.x) / (exact - other.x), y == other.y ? 1 : (point.y - other.y) / (y - other.y))
        point = Point(
          x: PixelMap.bounded(other.x + (exact - other.x) * share), y: PixelMap.bounded(other.y + (y - other.y) * share)
        )
      }
      append(point)
    }

    // MARK: - Columns

    mutating func appendColumn(_ range: Range<Int>) {
      if range.count <= Pass.plainCount {
        for index in range { append(index, isNext: index == range.lowerBound) }
      } else if range.count <= Pass.scanCount || columns.values.hasGap(in: range) {
        appendPieces(range)
      } else if let places = columns.values.extrema(in: range) {
        append(Piece(range: range, minIndex: places.minIndex, maxIndex: places.maxIndex))
      }
    }

    /// The first, the least, the greatest and the last of a piece, in their order.
    ///
    /// Where these tell of a jump, or of a spike, between values that stay the same, it is drawn as sheer as it is, not across the
    /// column: an extreme is the first of its value, so that nothing is left out before it but what is no farther from the others.
    mutating func append(_ piece: Piece) {
      let (first, last) = (piece.range.lowerBound, piece.range.upperBound - 1)
      append(first)
      let (low, high) = (min(piece.minIndex, piece.maxIndex), max(piece.minIndex, piece.maxIndex))
      if let start = point(first), let end = point(last), let lower = point(low), let higher = point(high) {
        // Of equal rows there may be one alone: what is at an end is that end.
        let isInner = (lower != start && lower != end, higher != start && higher != end && higher != lower)
        switch isInner {
        case (true, true):
          append(lower, isNext: false)
          append(higher, isNext: false)
        case (true, false): append(lower, other: higher, from: start, to: end)
        case (false, true): append(higher, other: lower, from: start, to: end)
        case (false, false): break
        }
      }
      if first < last { append(last, isNext: false) }
    }

    /// The one extreme that lies between the ends of a piece.
    private mutating func append(_ extreme: Point, other: Point, from start: Point, to end: Point) {
      // From one value to another, or out and back.
      let (isJump, isSpike) = (end.y == extreme.y, end.y == start.y)
      guard other.y == start.y, isJump || isSpike else { return append(extreme, isNext: false) }
      append(Point(x: extreme.x, y: start.y), isNext: false)
      append(extreme, isNext: false)
      if isSpike { append(Point(x: extreme.x, y: end.y), isNext: false) }
    }
  }
}
