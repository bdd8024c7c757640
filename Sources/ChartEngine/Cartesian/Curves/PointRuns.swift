import ChartModel

/// The points of a line in px, in runs: between two runs is a gap (L13).
struct PointRuns: Hashable, Sendable {
  /// All points, run after run.
  private(set) var points: [Point] = []
  /// Where among the points each run begins.
  private var starts: [Int] = []
  /// Whether the next point continues the last run.
  private(set) var isOpen = false

  init() {}

  /// The runs between points that are `nil` or no place.
  init(_ points: [Point?]) {
    for point in points {
      if let point = point?.bounded { append(point) } else { endRun() }
    }
  }

  mutating func reserve(_ count: Int) { points.reserveCapacity(count) }

  mutating func append(_ point: Point) {
    if !isOpen {
      starts.append(points.count)
      isOpen = true
    }
    points.append(point)
  }

  mutating func endRun() { isOpen = false }
}

extension PointRuns: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { starts.count }

  subscript(index: Int) -> ArraySlice<Point> {
    let end = index + 1 < starts.count ? starts[index + 1] : points.count
    return points[starts[index]..<end]
  }
}
